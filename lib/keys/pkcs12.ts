import { createPrivateKey, type KeyObject } from "node:crypto";
import type * as asn1js from "asn1js";
import type * as pkijs from "pkijs";

/** What a PKCS#12 file or a pair of PEM files holds; certificates are DER, in the file's order. */
export interface KeyFileContents {
  certificates: Buffer[];
  privateKey: KeyObject;
}

/** Why a file cannot be used. The message never holds anything of the file or its password. */
export class Pkcs12Error extends Error {
  override readonly name = "Pkcs12Error";
}

const pbes2Id = "1.2.840.113549.1.5.13";
const aesCbcIds = new Set(["2.16.840.1.101.3.4.1.2", "2.16.840.1.101.3.4.1.22", "2.16.840.1.101.3.4.1.42"]);
const certificateBagId = "1.2.840.113549.1.12.10.1.3";
const shroudedKeyBagId = "1.2.840.113549.1.12.10.1.2";

const notAes = "it is encrypted by other means than AES (older files by RC2 or 3DES); make a new one: "
  + "openssl pkcs12 -legacy -in OLD.p12 -out key.pem && openssl pkcs12 -export -in key.pem -out NEW.p12";

/**
 * Opens a PKCS#12 file (RFC 7292) whose integrity is kept by a password: PBES2 with AES (RFC 8018) and nothing older. Throws Pkcs12Error.
 * The package is loaded here, because few instances have such a file.
 */
export async function readPkcs12(file: Buffer, password: string): Promise<KeyFileContents> {
  const reader = await import("pkijs");
  const secret = new Uint8Array(Buffer.from(password, "utf8")).buffer;
  const safe = await openSafe(reader, file, secret);
  const bags = await openBags(reader, safe, secret);
  const certificates = bags.flatMap(({ bagId, bagValue }) => (bagId === certificateBagId ? [certificateOf(bagValue as pkijs.CertBag)] : []));
  const key = bags.find(({ bagId }) => bagId === shroudedKeyBagId);
  if (!key) throw new Pkcs12Error("it holds no encrypted private key");
  return { certificates, privateKey: openKey(key.bagValue as pkijs.PKCS8ShroudedKeyBag, password) };
}

async function openSafe(reader: typeof pkijs, file: Buffer, password: ArrayBuffer): Promise<pkijs.AuthenticatedSafe> {
  const pfx = parseOrRefuse(() => reader.PFX.fromBER(new Uint8Array(file)));
  await pfx.parseInternalValues({ password, checkIntegrity: false }).catch(refuseFile);
  const safe = pfx.parsedValue?.authenticatedSafe;
  if (!safe) throw new Pkcs12Error("it is no PKCS#12 file");
  for (const content of safe.safeContents) {
    if (content.contentType === reader.id_ContentType_EncryptedData) assertAes(reader, encryptionOf(reader, content));
  }
  await pfx.parseInternalValues({ password, checkIntegrity: true }).catch(refusePassword);
  return safe;
}

async function openBags(reader: typeof pkijs, safe: pkijs.AuthenticatedSafe, password: ArrayBuffer): Promise<pkijs.SafeBag[]> {
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) }).catch(refuseFile);
  const contents = (safe.parsedValue as { safeContents: { value: pkijs.SafeContents }[] }).safeContents;
  const bags = contents.flatMap(({ value }) => value.safeBags);
  for (const { bagId, bagValue } of bags) {
    if (bagId === shroudedKeyBagId) assertAes(reader, (bagValue as pkijs.PKCS8ShroudedKeyBag).encryptionAlgorithm);
  }
  return bags;
}

function encryptionOf(reader: typeof pkijs, content: pkijs.ContentInfo): pkijs.AlgorithmIdentifier {
  return parseOrRefuse(() => new reader.EncryptedData({ schema: content.content }).encryptedContentInfo.contentEncryptionAlgorithm);
}

function assertAes(reader: typeof pkijs, algorithm: pkijs.AlgorithmIdentifier): void {
  if (algorithm.algorithmId !== pbes2Id) throw new Pkcs12Error(notAes);
  const { encryptionScheme } = parseOrRefuse(() => new reader.PBES2Params({ schema: algorithm.algorithmParams }));
  if (!aesCbcIds.has(encryptionScheme.algorithmId)) throw new Pkcs12Error(notAes);
}

/** The bytes as they stand in the file: encoded again, a certificate could lose its signature. */
function certificateOf({ certValue }: pkijs.CertBag): Buffer {
  return Buffer.from((certValue as asn1js.OctetString).getValue());
}

/** The bag is an EncryptedPrivateKeyInfo (RFC 7292 section 4.2.2), which Node opens by itself. */
function openKey(bag: pkijs.PKCS8ShroudedKeyBag, password: string): KeyObject {
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

function refusePassword(): never {
  throw new Pkcs12Error("SIGNER_P12_PASSWORD does not open it");
}
