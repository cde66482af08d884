import type { Hash } from "node:crypto";
import { PdfError } from "@/lib/pdf/errors";
import type { Revision } from "@/lib/pdf/revision";
import type { SignatureDictionary } from "./signature-dictionary";

/** Makes the DER CMS over the SHA-256 of the ByteRange; the key stays with the caller. */
export type CmsMaker = (digest: Buffer) => Promise<Buffer> | Buffer;

export interface SignedTail {
  /** To be appended to the file. */
  tail: Buffer;
  /** SHA-256 of the file with its tail, in hex. */
  sha256: string;
  fieldName: string;
  cms: Buffer;
}

export interface RevisionToSign {
  revision: Revision;
  fieldName: string;
  signature: SignatureDictionary;
  /** Object number of the signature dictionary. */
  signatureNum: number;
  /** The SHA-256 of the file as it stands, left open; called once. */
  hashAll: () => Hash;
}

/**
 * Builds the tail, hashes the file once for both the ByteRange and the new file's own hash, and puts the CMS in.
 * Throws what `hashAll` throws, and PdfError `placeholder_too_small` with the bytes needed as its detail.
 */
export async function signRevision(toSign: RevisionToSign, makeCms: CmsMaker): Promise<SignedTail> {
  const { revision, fieldName, signature, signatureNum, hashAll } = toSign;
  const { source } = revision.document;
  const tail = revision.build();
  const body = revision.bodyOffset(signatureNum);
  const contentsAt = body + signature.contentsAt;
  const contentsEnd = body + signature.contentsEnd;
  writeByteRange(tail, body, signature, [
    source.size + contentsAt,
    source.size + contentsEnd,
    tail.length - contentsEnd,
  ]);

  const standing = hashAll();
  const range = standing.copy().update(tail.subarray(0, contentsAt)).update(tail.subarray(contentsEnd));
  const cms = await makeCms(range.digest());

  const room = contentsEnd - contentsAt - 2;
  if (cms.length * 2 > room) {
    throw new PdfError("placeholder_too_small", String(cms.length));
  }
  tail.write(cms.toString("hex"), contentsAt + 1, "latin1");
  return { tail, sha256: standing.update(tail).digest("hex"), fieldName, cms };
}

/** ISO 32000-2, 12.8.1: the gap is the hexadecimal string of /Contents with its angle brackets. */
function writeByteRange(
  tail: Buffer,
  body: number,
  signature: SignatureDictionary,
  numbers: readonly [number, number, number],
): void {
  const written = `0 ${numbers.map((number) => String(number).padEnd(10)).join(" ")}`;
  if (written.length !== signature.byteRangeLength) {
    throw new PdfError("too_large", "the file is too large for its ByteRange");
  }
  tail.write(written, body + signature.byteRangeAt, "latin1");
}
