import { createPrivateKey, type KeyObject } from "node:crypto";
import type * as asn1js from "asn1js";
import type * as pkijs from "pkijs";

/** The content of a PKCS#12 file or of a pair of PEM files. Certificates are DER, in the order of the file. */
export interface KeyFileContents {
  certificates: Buffer[];
  privateKey: KeyObject;
}

/** Why a file cannot be used. The message never contains any part of the file or its password. */
export class Pkcs12Error extends Error {
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
 * Opens a PKCS#12 file (RFC 7292) protected by a password: PBES2 with AES (RFC 8018) and nothing older. Throws
 * Pkcs12Error. pkijs is loaded on demand, because few instances have such a file.
 */
export async function readPkcs12(file: Buffer, password: string): Promise<KeyFileContents> {
  const reader = await import("pkijs");
  const secret = new Uint8Array(Buffer.from(password, "utf8")).buffer;
  const bags: pkijs.SafeBag[] = [];
  for (const content of await openSafe(reader, file, secret)) bags.push(...(await openBags(reader, content, secret)));
  const certificates = bags
    .filter(({ bagId }) => bagId === certificateBagId)
    .map(({ bagValue }) => certificateOf(bagValue as pkijs.CertBag));
  const key = bags.find(({ bagId }) => bagId === shroudedKeyBagId);
  if (!key) throw new Pkcs12Error("it contains no encrypted private key");
  return { certificates, privateKey: openKey(reader, key.bagValue as pkijs.PKCS8ShroudedKeyBag, password) };
}

async function openSafe(reader: typeof pkijs, file: Buffer, password: ArrayBuffer): Promise<pkijs.ContentInfo[]> {
  const pfx = parseOrRefuse(() => reader.PFX.fromBER(new Uint8Array(file)));
  await pfx.parseInternalValues({ password }).catch((error: unknown) => {
    // The library's only error for a wrong password. Without a password, the file has no integrity check.
    if (error instanceof Error && error.message.startsWith("Integrity"))
      throw new Pkcs12Error("SIGNER_P12_PASSWORD does not open it");
    return refuseFile();
  });
  return pfx.parsedValue?.authenticatedSafe?.safeContents ?? refuseFile();
}

/**
 * The bags of one part of the file. The part is either in the clear, as usual for keys because each of them is
 * encrypted separately, or encrypted as a whole.
 */
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
  // Parsed from a copy, because the library consumes its input.
  const { encryptionScheme } = parseOrRefuse(() =>
    reader.PBES2Params.fromBER((algorithm.algorithmParams as asn1js.Sequence).toBER()),
  );
  if (!aesCbcIds.has(encryptionScheme.algorithmId)) throw new Pkcs12Error(notAes);
}

/** The bytes exactly as in the file: a certificate that is encoded again could have an invalid signature. */
function certificateOf({ certValue }: pkijs.CertBag): Buffer {
  return Buffer.from((certValue as asn1js.OctetString).getValue());
}

/** The bag is an EncryptedPrivateKeyInfo (RFC 7292 section 4.2.2), which Node opens natively. */
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
  throw new Pkcs12Error("it is not a valid PKCS#12 file");
}
