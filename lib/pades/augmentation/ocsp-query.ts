import { createHash } from "node:crypto";
import {
  derNull,
  objectIdentifier,
  octetString,
  readChildren,
  readElement,
  sequence,
  type DerElement,
} from "@/lib/pades/der";

const SHA1 = objectIdentifier("1.3.14.3.2.26");
const EXPLICIT_VERSION = 0xa0;

/**
 * An OCSPRequest about one certificate, DER (RFC 6960, 4.1.1). Its CertID uses SHA-1, which every responder supports (RFC 5019, 2.1.1); the hash
 * is only an identifier. There is no nonce, so responders may answer with a pre-produced response. Throws RangeError for bytes that are not a
 * certificate.
 */
export function buildOcspQuery(certificate: Buffer, issuer: Buffer): Buffer {
  const [serialNumber] = fieldsOf(certificate);
  const [, , , , subject, publicKey] = fieldsOf(issuer);
  const bits = publicKey && readChildren(publicKey)[1];
  if (!serialNumber || !subject || !bits) {
    throw new RangeError("no certificate");
  }
  // The first octet of a BIT STRING counts unused bits.
  const hashes = [subject.bytes, bits.content.subarray(1)].map((bytes) =>
    octetString(createHash("sha1").update(bytes).digest()),
  );
  const certId = sequence(sequence(SHA1, derNull()), ...hashes, serialNumber.bytes);
  return sequence(sequence(sequence(sequence(certId))));
}

/** The elements of tbsCertificate (RFC 5280, 4.1), from serialNumber on. */
function fieldsOf(certificate: Buffer): DerElement[] {
  const [tbs] = readChildren(readElement(certificate));
  const fields = tbs === undefined ? [] : readChildren(tbs);
  return fields[0]?.tag === EXPLICIT_VERSION ? fields.slice(1) : fields;
}
