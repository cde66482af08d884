import type { KeyObject, X509Certificate } from "node:crypto";
import { BerError, childrenOf, contentOf, readBer } from "@/lib/x509/ber";

/** Object identifiers of the supported digest and signature algorithms, and the rules for combining them. */

/** Digest OID → its name in node:crypto. */
const digests: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.5": "md5",
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
  "2.16.840.1.101.3.4.2.5": "sha512-224",
  "2.16.840.1.101.3.4.2.6": "sha512-256",
  "2.16.840.1.101.3.4.2.7": "sha3-224",
  "2.16.840.1.101.3.4.2.8": "sha3-256",
  "2.16.840.1.101.3.4.2.9": "sha3-384",
  "2.16.840.1.101.3.4.2.10": "sha3-512",
  "2.16.840.1.101.3.4.2.12": "shake256",
  "2.16.840.1.101.3.4.2.18": "shake256",
  "1.3.36.3.2.1": "ripemd160",
};

/**
 * Digests for which two documents with the same value can be made: MD5 since 2004, SHA-1 since 2017, with two PDFs as
 * the first example. A signature with such a digest does not prove which of the two was signed, so its verdict is
 * never green.
 */
export const brokenDigests: ReadonlySet<string> = new Set(["md5", "sha1"]);

export type SignatureScheme = "rsa-pkcs1" | "rsa-pss" | "ecdsa" | "ecdsa-plain" | "dsa" | "ed25519" | "ed448";

interface SignatureAlgorithm {
  scheme: SignatureScheme;
  /** The digest that the algorithm itself specifies, or null when it leaves the choice to the digestAlgorithm. */
  digest: string | null;
}

const fixed: Readonly<Record<string, SignatureAlgorithm>> = {
  "1.2.840.113549.1.1.1": { scheme: "rsa-pkcs1", digest: null },
  "1.2.840.113549.1.1.4": { scheme: "rsa-pkcs1", digest: "md5" },
  "1.2.840.113549.1.1.5": { scheme: "rsa-pkcs1", digest: "sha1" },
  "1.3.14.3.2.29": { scheme: "rsa-pkcs1", digest: "sha1" },
  "1.2.840.113549.1.1.14": { scheme: "rsa-pkcs1", digest: "sha224" },
  "1.2.840.113549.1.1.11": { scheme: "rsa-pkcs1", digest: "sha256" },
  "1.2.840.113549.1.1.12": { scheme: "rsa-pkcs1", digest: "sha384" },
  "1.2.840.113549.1.1.13": { scheme: "rsa-pkcs1", digest: "sha512" },
  "1.2.840.113549.1.1.16": { scheme: "rsa-pkcs1", digest: "sha512-256" },
  "2.16.840.1.101.3.4.3.13": { scheme: "rsa-pkcs1", digest: "sha3-224" },
  "2.16.840.1.101.3.4.3.14": { scheme: "rsa-pkcs1", digest: "sha3-256" },
  "2.16.840.1.101.3.4.3.15": { scheme: "rsa-pkcs1", digest: "sha3-384" },
  "2.16.840.1.101.3.4.3.16": { scheme: "rsa-pkcs1", digest: "sha3-512" },
  "1.2.840.113549.1.1.10": { scheme: "rsa-pss", digest: null },
  "1.2.840.10045.2.1": { scheme: "ecdsa", digest: null },
  "1.2.840.10045.4.1": { scheme: "ecdsa", digest: "sha1" },
  "1.2.840.10045.4.3.1": { scheme: "ecdsa", digest: "sha224" },
  "1.2.840.10045.4.3.2": { scheme: "ecdsa", digest: "sha256" },
  "1.2.840.10045.4.3.3": { scheme: "ecdsa", digest: "sha384" },
  "1.2.840.10045.4.3.4": { scheme: "ecdsa", digest: "sha512" },
  "2.16.840.1.101.3.4.3.9": { scheme: "ecdsa", digest: "sha3-224" },
  "2.16.840.1.101.3.4.3.10": { scheme: "ecdsa", digest: "sha3-256" },
  "2.16.840.1.101.3.4.3.11": { scheme: "ecdsa", digest: "sha3-384" },
  "2.16.840.1.101.3.4.3.12": { scheme: "ecdsa", digest: "sha3-512" },
  "0.4.0.127.0.7.1.1.4.1.1": { scheme: "ecdsa-plain", digest: "sha1" },
  "0.4.0.127.0.7.1.1.4.1.2": { scheme: "ecdsa-plain", digest: "sha224" },
  "0.4.0.127.0.7.1.1.4.1.3": { scheme: "ecdsa-plain", digest: "sha256" },
  "0.4.0.127.0.7.1.1.4.1.4": { scheme: "ecdsa-plain", digest: "sha384" },
  "0.4.0.127.0.7.1.1.4.1.5": { scheme: "ecdsa-plain", digest: "sha512" },
  "1.2.840.10040.4.1": { scheme: "dsa", digest: null },
  "1.2.840.10040.4.3": { scheme: "dsa", digest: "sha1" },
  "2.16.840.1.101.3.4.3.1": { scheme: "dsa", digest: "sha224" },
  "2.16.840.1.101.3.4.3.2": { scheme: "dsa", digest: "sha256" },
  "2.16.840.1.101.3.4.3.3": { scheme: "dsa", digest: "sha384" },
  "2.16.840.1.101.3.4.3.4": { scheme: "dsa", digest: "sha512" },
  // RFC 8419 3.1: the digest of Ed25519 is SHA-512, that of Ed448 SHAKE256 with 512 bits.
  "1.3.101.112": { scheme: "ed25519", digest: "sha512" },
  "1.3.101.113": { scheme: "ed448", digest: "shake256" },
};

/** node:crypto's name of a digest, or null if it is unsupported. */
export function digestNameOf(oid: string): string | null {
  return digests[oid] ?? null;
}

/** Output length in bytes if the digest does not determine it (RFC 8419 2.3). */
export function digestOptionsOf(name: string): { outputLength: number } | undefined {
  return name === "shake256" ? { outputLength: 64 } : undefined;
}

export function signatureAlgorithmOf(oid: string): SignatureAlgorithm | null {
  return fixed[oid] ?? null;
}

/** Whether a scheme may be used with this kind of public key (node:crypto's asymmetricKeyType). */
export function keyFits(scheme: SignatureScheme, keyType: string | undefined): boolean {
  if (scheme === "rsa-pkcs1") {
    return keyType === "rsa";
  }
  if (scheme === "rsa-pss") {
    return keyType === "rsa" || keyType === "rsa-pss";
  }
  if (scheme === "ecdsa" || scheme === "ecdsa-plain") {
    return keyType === "ec";
  }
  return keyType === scheme;
}

/** The name of an algorithm in reports: `ecdsa`, `rsa-pss`, or the object identifier if it is unknown. */
export function describeAlgorithm(oid: string): string {
  return fixed[oid]?.scheme ?? oid;
}

/**
 * Whether a certificate names this issuer and carries its signature. Does not check whether the issuer is an
 * authority. Never throws.
 */
export function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && hasSigned(issuer, certificate);
  } catch {
    return false;
  }
}

/** Like `hasIssued`, without comparing the names. Never throws. */
export function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return !isForgeableKey(issuer.publicKey) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** OpenSSL's name for a curve with explicit parameters that match no known curve. */
const ownCurve = "UNDEF";
const leastExponent = 3n;

const prime25519 = 2n ** 255n - 19n;
const prime448 = 2n ** 448n - 2n ** 224n - 1n;
/** The constant of edwards25519 (RFC 8032, 5.1). */
const d25519 = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether anybody can sign for a public key because its parameters keep nothing secret: an RSA exponent of one, a
 * curve whose base point the key's owner chose, or a point of small order. node:crypto accepts signatures by all of
 * them, except that Node 24 refuses small orders of Ed25519.
 */
export function isForgeableKey(key: KeyObject): boolean {
  const { publicExponent = leastExponent, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case "rsa":
    case "rsa-pss":
      return publicExponent < leastExponent || publicExponent % 2n === 0n;
    case "ec":
      return namedCurve === undefined || namedCurve === ownCurve;
    case "ed25519":
      return isSmall(key, prime25519) || isOfOrderEight(key);
    case "ed448":
      return isSmall(key, prime448);
    case "dsa":
      return hasTrivialBase(key);
    default:
      return false;
  }
}

/** Points of order 1, 2 and 4 have the y-coordinates 1, −1 and 0. */
function isSmall(key: KeyObject, prime: bigint): boolean {
  const ordinate = ordinateOf(key) % prime;
  return [0n, 1n, prime - 1n].includes(ordinate);
}

/** Twice such a point has the y-coordinate 0, so the addition law implies `d·y⁴ + 2·y² = 1`. */
function isOfOrderEight(key: KeyObject): boolean {
  const square = ordinateOf(key) ** 2n % prime25519;
  return (d25519 * square * square + 2n * square) % prime25519 === 1n;
}

/** The highest bit is the sign of the x-coordinate (RFC 8032, 5.1.2 and 5.2.2). */
function ordinateOf(key: KeyObject): bigint {
  const octets = Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").reverse();
  octets[0] = (octets[0] ?? 0) & 0x7f;
  return integerIn(octets);
}

/** With a base or key of 0, 1 or −1, every signature of a certain form verifies (FIPS 186-4, A.2). */
function hasTrivialBase(key: KeyObject): boolean {
  try {
    const [algorithm, bits] = childrenOf(readBer(key.export({ type: "spki", format: "der" })));
    const [, parameters] = algorithm ? childrenOf(algorithm) : [];
    const [prime, , base] = parameters ? childrenOf(parameters).map((node) => integerIn(contentOf(node))) : [];
    const own = bits ? integerIn(contentOf(readBer(contentOf(bits).subarray(1)))) : 0n;
    return (
      prime === undefined ||
      base === undefined ||
      [base, own].some((value) => value % prime <= 1n || value % prime === prime - 1n)
    );
  } catch (error) {
    if (error instanceof BerError) {
      return true;
    }
    throw error;
  }
}

function integerIn(octets: Buffer): bigint {
  return BigInt(`0x${octets.toString("hex") || "0"}`);
}
