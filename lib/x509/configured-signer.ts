import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import type * as asn1js from "asn1js";
import type * as pkijs from "pkijs";

/** Location of an operator's own key, from the environment. */
type SignerPlace =
  { kind: "p12"; file: string; password: string } | { kind: "pem"; certificateFile: string; keyFile: string };

/** An operator's signing key, used instead of a generated one. Certificates are DER. */
export interface ConfiguredSigner {
  certificate: Buffer;
  /** Issuer first, as far up as the file goes. */
  chain: Buffer[];
  privateKey: KeyObject;
  /** True: it issues the certificates of accounts, single signatures and the seal. False: it certifies and seals documents itself. */
  isAuthority: boolean;
}

const minRsaBits = 2048;
/** All certificates together: with it, a CMS still fits into the larger of the two sizes of `/Contents`. */
const maxChainBytes = 16 * 1024;
const maxChainLength = 8;
const keyUsageId = "2.5.29.15";
/** Bits of KeyUsage (RFC 5280 section 4.2.1.3), counted from the highest of the first octet. */
const keyUsageBits = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 };

/**
 * Reads the operator's key and certificate. Throws an Error whose message is one line that names the variable at fault and never holds
 * anything secret: for a file that cannot be read, a wrong password, PKCS#12 older than AES, a key that is not RSA of 2048 bits or more or
 * P-256, or not the certificate's, and a certificate that is not valid at `now` or not for signing.
 */
export async function openConfiguredSigner(place: SignerPlace, now: Date): Promise<ConfiguredSigner> {
  const variable = place.kind === "p12" ? "SIGNER_P12" : "SIGNER_CERT";
  const { certificates, privateKey } =
    place.kind === "p12" ? await openP12(place.file, place.password) : await openPem(place);
  assertStrong(privateKey, place.kind === "p12" ? "SIGNER_P12" : "SIGNER_KEY");
  const parsed = certificates.map((der) => parse(der, variable));
  // A PEM file begins with the signer's certificate; in PKCS#12 the order says nothing.
  const certificate = (place.kind === "pem" ? parsed.slice(0, 1) : parsed).find((candidate) =>
    candidate.checkPrivateKey(privateKey),
  );
  if (!certificate)
    throw refused(
      variable,
      `the private key does not belong to ${place.kind === "p12" ? "any certificate in it" : "its first certificate"}`,
    );
  assertInForce(certificate, now, variable);
  const chain = chainOf(certificate, parsed);
  if ([certificate, ...chain].reduce((sum, { raw }) => sum + raw.length, 0) > maxChainBytes)
    throw refused(variable, "its certificates take more than 16 KiB");
  const isAuthority = await judgeUsage(certificate, variable);
  return { certificate: certificate.raw, chain: chain.map(({ raw }) => raw), privateKey, isAuthority };
}

async function openP12(file: string, password: string): Promise<KeyFileContents> {
  const bytes = await read(file, "SIGNER_P12");
  return readPkcs12(bytes, password).catch((error: unknown) => {
    throw error instanceof Pkcs12Error ? refused("SIGNER_P12", error.message) : error;
  });
}

async function openPem({ certificateFile, keyFile }: SignerPlace & { kind: "pem" }): Promise<KeyFileContents> {
  const blocks = (await read(certificateFile, "SIGNER_CERT"))
    .toString("latin1")
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!blocks) throw refused("SIGNER_CERT", "it holds no certificate in PEM");
  const privateKey = parseKey(await read(keyFile, "SIGNER_KEY"));
  return { certificates: blocks.map((block) => parse(block, "SIGNER_CERT").raw), privateKey };
}

function parseKey(pem: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: "pem" });
  } catch {
    throw refused("SIGNER_KEY", "it holds no private key in PEM without a pass phrase");
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
    throw refused(variable, "it holds a certificate that cannot be read");
  }
}

function assertStrong(key: KeyObject, variable: string): void {
  const { modulusLength = 0, namedCurve } = createPublicKey(key).asymmetricKeyDetails ?? {};
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

/** Follows issuers; what is no authority above the certificate is left out. */
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

/** Answers whether the certificate may issue others. */
async function judgeUsage(certificate: X509Certificate, variable: string): Promise<boolean> {
  const usage = await keyUsageOf(certificate);
  if (certificate.ca && usage !== null && (usage & keyUsageBits.keyCertSign) !== 0) return true;
  const maySign = usage === null || (usage & (keyUsageBits.digitalSignature | keyUsageBits.nonRepudiation)) !== 0;
  if (!maySign) throw refused(variable, "the certificate's keyUsage allows no signatures");
  return false;
}

/** The first octet of KeyUsage; null when the certificate does not restrict it. Node exposes extended key usage only. */
async function keyUsageOf(certificate: X509Certificate): Promise<number | null> {
  const { Certificate } = await import("pkijs");
  const extension = Certificate.fromBER(new Uint8Array(certificate.raw)).extensions?.find(
    ({ extnID }) => extnID === keyUsageId,
  );
  if (!extension) return null;
  const bits = extension.parsedValue as { valueBlock: { valueHexView: Uint8Array } };
  return bits.valueBlock.valueHexView[0] ?? 0;
}

function refused(variable: string, why: string): Error {
  return new Error(`Configuration: ${variable}: ${why}`);
}

/** Content of a PKCS#12 file or a pair of PEM files; certificates are DER, in file order. */
interface KeyFileContents {
  certificates: Buffer[];
  privateKey: KeyObject;
}

/** Why a file cannot be used. The message never holds anything of the file or its password. */
class Pkcs12Error extends Error {
  override readonly name = "Pkcs12Error";
}

const pbes2Id = "1.2.840.113549.1.5.13";
const aesCbcIds = new Set(["2.16.840.1.101.3.4.1.2", "2.16.840.1.101.3.4.1.22", "2.16.840.1.101.3.4.1.42"]);
const certificateBagId = "1.2.840.113549.1.12.10.1.3";
const shroudedKeyBagId = "1.2.840.113549.1.12.10.1.2";

const notAes =
  "it is encrypted by other means than AES (older files by RC2 or 3DES); make a new one: " +
  "openssl pkcs12 -legacy -in OLD.p12 -out key.pem && openssl pkcs12 -export -in key.pem -out NEW.p12";

/**
 * Opens a PKCS#12 file (RFC 7292) with password integrity: PBES2 with AES (RFC 8018), no legacy ciphers. Throws Pkcs12Error.
 * The package is loaded lazily, because few instances have such a file.
 */
async function readPkcs12(file: Buffer, password: string): Promise<KeyFileContents> {
  const reader = await import("pkijs");
  const secret = new Uint8Array(Buffer.from(password, "utf8")).buffer;
  const bags: pkijs.SafeBag[] = [];
  for (const content of await openSafe(reader, file, secret)) bags.push(...(await openBags(reader, content, secret)));
  const certificates = bags
    .filter(({ bagId }) => bagId === certificateBagId)
    .map(({ bagValue }) => certificateOf(bagValue as pkijs.CertBag));
  const key = bags.find(({ bagId }) => bagId === shroudedKeyBagId);
  if (!key) throw new Pkcs12Error("it holds no encrypted private key");
  return { certificates, privateKey: openKey(reader, key.bagValue as pkijs.PKCS8ShroudedKeyBag, password) };
}

async function openSafe(reader: typeof pkijs, file: Buffer, password: ArrayBuffer): Promise<pkijs.ContentInfo[]> {
  const pfx = parseOrRefuse(() => reader.PFX.fromBER(new Uint8Array(file)));
  await pfx.parseInternalValues({ password }).catch((error: unknown) => {
    // The library's only word for a password that does not fit; without one, the file has no such check.
    if (error instanceof Error && error.message.startsWith("Integrity"))
      throw new Pkcs12Error("SIGNER_P12_PASSWORD does not open it");
    return refuseFile();
  });
  return pfx.parsedValue?.authenticatedSafe?.safeContents ?? refuseFile();
}

/** The bags of one part of the file: in the clear, as keys usually are because each is encrypted by itself, or encrypted together. */
async function openBags(
  reader: typeof pkijs,
  { contentType, content }: pkijs.ContentInfo,
  password: ArrayBuffer,
): Promise<pkijs.SafeBag[]> {
  if (contentType === reader.id_ContentType_Data) {
    return parseOrRefuse(() => reader.SafeContents.fromBER((content as asn1js.OctetString).getValue()).safeBags);
  }
  const encrypted = parseOrRefuse(() => new reader.EncryptedData({ schema: content }));
  assertAes(reader, encrypted.encryptedContentInfo.contentEncryptionAlgorithm);
  const opened = await encrypted.decrypt({ password }).catch(refuseFile);
  return parseOrRefuse(() => reader.SafeContents.fromBER(opened).safeBags);
}

function assertAes(reader: typeof pkijs, algorithm: pkijs.AlgorithmIdentifier): void {
  if (algorithm.algorithmId !== pbes2Id) throw new Pkcs12Error(notAes);
  // Parsed from a copy: the library takes apart what it is given.
  const { encryptionScheme } = parseOrRefuse(() =>
    reader.PBES2Params.fromBER((algorithm.algorithmParams as asn1js.Sequence).toBER()),
  );
  if (!aesCbcIds.has(encryptionScheme.algorithmId)) throw new Pkcs12Error(notAes);
}

/** The bytes as they stand in the file: encoded again, a certificate could lose its signature. */
function certificateOf({ certValue }: pkijs.CertBag): Buffer {
  return Buffer.from((certValue as asn1js.OctetString).getValue());
}

/** The bag is an EncryptedPrivateKeyInfo (RFC 7292 section 4.2.2), which Node opens by itself. */
function openKey(reader: typeof pkijs, bag: pkijs.PKCS8ShroudedKeyBag, password: string): KeyObject {
  assertAes(reader, bag.encryptionAlgorithm);
  const der = Buffer.from(bag.toSchema().toBER());
  return parseOrRefuse(() => createPrivateKey({ key: der, format: "der", type: "pkcs8", passphrase: password }));
}

function parseOrRefuse<T>(parse: () => T): T {
  try {
    return parse();
  } catch {
    return refuseFile();
  }
}

function refuseFile(): never {
  throw new Pkcs12Error("it is no PKCS#12 file that can be read");
}
