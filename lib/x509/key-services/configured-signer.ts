import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { RemoteKeyPlace, SignerPlace } from "@/lib/platform/key-places";
import { KeyServiceError } from "@/lib/x509/key-service-error";
import { Pkcs12Error, readPkcs12, type KeyFileContents } from "@/lib/x509/pkcs12";
import { localKey, remoteKey, type DigestSigner, type SigningKey } from "@/lib/x509/signing-key";

/** An operator's signing key, used instead of a generated one. Certificates are DER. */
export interface ConfiguredSigner {
  certificate: Buffer;
  /** Issuer first, as far up as the file provides. */
  chain: Buffer[];
  key: SigningKey;
  /**
   * True: it issues the certificates of accounts, single signatures and the seal. False: it certifies and seals
   * documents itself.
   */
  isAuthority: boolean;
}

const minRsaBits = 2048;
/** Limit for all certificates together, so that a CMS still fits into the larger of the two sizes of `/Contents`. */
const maxChainBytes = 16 * 1024;
const maxChainLength = 8;
const keyUsageId = "2.5.29.15";
/** Bits of KeyUsage (RFC 5280 section 4.2.1.3), counted from the highest of the first octet. */
const keyUsageBits = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 };

/** Opens each key that an operator configured, in sequence. Throws as `openConfiguredSigner` does. */
export async function openConfiguredSigners(places: readonly SignerPlace[], now: Date): Promise<ConfiguredSigner[]> {
  const signers: ConfiguredSigner[] = [];
  for (const place of places) signers.push(await openConfiguredSigner(place, now));
  return signers;
}

/**
 * Reads the operator's key and certificate. A key in another system makes a trial signature, so that a fault shows at
 * start-up and not when people sign. Throws an Error whose message is one line that names the faulty variable and
 * never contains a secret. The causes are: a file that cannot be read, a wrong password, PKCS#12 older than AES, a
 * key that is neither P-256 nor RSA of at least 2048 bits, a key that does not belong to the certificate, a
 * certificate that is not valid at `now` or not suitable for the variable's purpose, and a key service that does not
 * sign.
 */
export async function openConfiguredSigner(place: SignerPlace, now: Date): Promise<ConfiguredSigner> {
  if (place.kind === "p12") {
    const { certificates, privateKey } = await openP12(place.file, place.password);
    const parsed = certificates.map((der) => parse(der, "SIGNER_P12"));
    // PKCS#12 does not define the order of certificates.
    const certificate = parsed.find((candidate) => candidate.checkPrivateKey(privateKey));
    if (!certificate) throw refused("SIGNER_P12", "the private key does not belong to any certificate in it");
    return signerOf(
      { certificate, parsed, now, variable: "SIGNER_P12", keyVariable: "SIGNER_P12" },
      localKey(privateKey),
    );
  }
  const variable = `${place.name}_CERT`;
  const keyVariable = `${place.name}_KEY`;
  const parsed = await readCertificates(place.certificateFile, variable);
  const [certificate] = parsed;
  if (!certificate) throw refused(variable, "it contains no certificate in PEM");
  const key =
    place.key.kind === "file"
      ? await openKeyFile(place.key.file, { certificate, variable, keyVariable })
      : remoteKey(
          certificate.publicKey,
          await askService(openRemoteKey(place.key, certificate.publicKey), keyVariable),
        );
  const signer = await signerOf({ certificate, parsed, now, variable, keyVariable }, key);
  assertRole(signer, place.name);
  if (place.key.kind !== "file") await askService(key.sign(Buffer.from("Paraph starts")), keyVariable);
  return signer;
}

interface CertificateFile {
  certificate: X509Certificate;
  /** All certificates in the file. */
  parsed: readonly X509Certificate[];
  now: Date;
  variable: string;
  keyVariable: string;
}

async function signerOf(
  { certificate, parsed, now, variable, keyVariable }: CertificateFile,
  key: SigningKey,
): Promise<ConfiguredSigner> {
  assertStrong(certificate.publicKey, keyVariable);
  assertInForce(certificate, now, variable);
  const chain = chainOf(certificate, parsed);
  if ([certificate, ...chain].reduce((sum, { raw }) => sum + raw.length, 0) > maxChainBytes)
    throw refused(variable, "its certificates take more than 16 KiB");
  const isAuthority = await judgeUsage(certificate, variable);
  return { certificate: certificate.raw, chain: chain.map(({ raw }) => raw), key, isAuthority };
}

/** SIGNER_* may be either kind. The certificate decides. */
function assertRole({ isAuthority }: ConfiguredSigner, name: "SIGNER" | "SEAL" | "CA"): void {
  if (name === "CA" && !isAuthority)
    throw refused("CA_CERT", "the certificate is not a CA certificate: it needs CA:TRUE and keyCertSign");
  if (name === "SEAL" && isAuthority)
    throw refused("SEAL_CERT", "the certificate is an authority's; name its key in CA_KEY, and one below it here");
}

async function askService<Value>(answer: Promise<Value>, variable: string): Promise<Value> {
  return answer.catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof KeyServiceError ? error.cause : error;
    throw cause instanceof KeyServiceError ? refused(variable, cause.message, cause) : cause;
  });
}

async function openP12(file: string, password: string): Promise<KeyFileContents> {
  const bytes = await read(file, "SIGNER_P12");
  return readPkcs12(bytes, password).catch((error: unknown) => {
    throw error instanceof Pkcs12Error ? refused("SIGNER_P12", error.message) : error;
  });
}

async function readCertificates(file: string, variable: string): Promise<X509Certificate[]> {
  const blocks = (await read(file, variable))
    .toString("latin1")
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (blocks ?? []).map((block) => parse(block, variable));
}

async function openKeyFile(
  file: string,
  { certificate, variable, keyVariable }: Pick<CertificateFile, "certificate" | "variable" | "keyVariable">,
): Promise<SigningKey> {
  const privateKey = parseKey(await read(file, keyVariable), keyVariable);
  if (!certificate.checkPrivateKey(privateKey))
    throw refused(variable, "the private key does not belong to its first certificate");
  return localKey(privateKey);
}

function parseKey(pem: Buffer, variable: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: "pem" });
  } catch {
    throw refused(variable, "it contains no private key in PEM without a pass phrase");
  }
}

async function read(file: string, variable: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw refused(variable, `the file cannot be read (${error.code ?? "unknown reason"})`);
  });
}

function parse(certificate: Buffer | string, variable: string): X509Certificate {
  try {
    return new X509Certificate(certificate);
  } catch {
    throw refused(variable, "it contains a certificate that cannot be read");
  }
}

function assertStrong(key: KeyObject, variable: string): void {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  const isGood =
    key.asymmetricKeyType === "rsa"
      ? modulusLength >= minRsaBits
      : key.asymmetricKeyType === "ec" && namedCurve === "prime256v1";
  if (!isGood) throw refused(variable, "the key must be RSA of 2048 bits or more, or P-256");
}

function assertInForce({ validFrom, validTo }: X509Certificate, now: Date, variable: string): void {
  if (new Date(validTo) <= now)
    throw refused(variable, `the certificate expired on ${new Date(validTo).toISOString()}`);
  if (new Date(validFrom) > now)
    throw refused(variable, `the certificate is not valid before ${new Date(validFrom).toISOString()}`);
}

/**
 * Follows the issuers upwards. Certificates in the file that are not authorities above this certificate are left out.
 */
function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let current = certificate; chain.length < maxChainLength;) {
    const child = current;
    const issuer = others.find(
      (other) => other.ca && !other.raw.equals(child.raw) && child.checkIssued(other) && child.verify(other.publicKey),
    );
    if (!issuer || chain.includes(issuer)) break;
    chain.push(issuer);
    current = issuer;
  }
  return chain;
}

/** Returns whether the certificate may issue others. Throws if it may neither issue nor sign. */
async function judgeUsage(certificate: X509Certificate, variable: string): Promise<boolean> {
  const usage = await keyUsageOf(certificate);
  if (certificate.ca && usage !== null && (usage & keyUsageBits.keyCertSign) !== 0) return true;
  const maySign = usage === null || (usage & (keyUsageBits.digitalSignature | keyUsageBits.nonRepudiation)) !== 0;
  if (!maySign) throw refused(variable, "the certificate's keyUsage allows no signatures");
  return false;
}

/**
 * The first octet of KeyUsage, or null when the certificate does not restrict it. Node exposes only the extended key
 * usage.
 */
async function keyUsageOf(certificate: X509Certificate): Promise<number | null> {
  const { Certificate } = await import("pkijs");
  const extension = Certificate.fromBER(new Uint8Array(certificate.raw)).extensions?.find(
    ({ extnID }) => extnID === keyUsageId,
  );
  if (!extension) return null;
  const bits = extension.parsedValue as { valueBlock: { valueHexView: Uint8Array } };
  return bits.valueBlock.valueHexView[0] ?? 0;
}

function refused(variable: string, why: string, cause?: unknown): Error {
  return new Error(`Configuration: ${variable}: ${why}`, { cause });
}

/**
 * Finds the key and compares it with the certificate's. Each adapter is loaded only when it is needed. Throws
 * KeyServiceError if the key does not belong to the certificate, or if the service refuses or does not answer.
 */
async function openRemoteKey(place: RemoteKeyPlace, expected: KeyObject): Promise<DigestSigner> {
  switch (place.kind) {
    case "pkcs11":
      return (await import("./pkcs11")).openPkcs11(place, expected);
    case "awskms":
      return (await import("./aws-kms")).openAwsKms(place, expected);
    case "gcpkms":
      return (await import("./google-kms")).openGoogleKms(place, expected);
    case "azurekv":
      return (await import("./azure-key-vault")).openAzureKeyVault(place, expected);
    case "vault":
      return (await import("./vault-transit")).openVaultTransit(place, expected);
  }
}
