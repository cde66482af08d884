import {
  derNull,
  derTrue,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  smallInteger,
} from "@/lib/pades/der";

const SHA256 = objectIdentifier("2.16.840.1.101.3.4.2.1");

/** A TimeStampReq (RFC 3161, 2.4.1) over a SHA-256, DER; the answer must carry the same nonce and the authority's certificate. */
export function buildTimestampRequest(sha256: Buffer, nonce: Buffer): Buffer {
  const messageImprint = sequence(sequence(SHA256, derNull()), octetString(sha256));
  return sequence(smallInteger(1), messageImprint, positiveInteger(nonce), derTrue());
}
