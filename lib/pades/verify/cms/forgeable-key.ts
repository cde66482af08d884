import type { KeyObject } from "node:crypto";
import { BerError, childrenOf, contentOf, readBer } from "./ber";

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
 * them.
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
