import { DomainError } from "./errors";

const dataUrlPrefix = /^data:([a-z0-9.+/-]{1,100});base64,/i;

/** Characters; a multiple of 4. */
const pieceLength = 1024 * 1024;

/**
 * Decodes the base64 of a document (RFC 4648 section 4, padded, no white space), bare or as
 * `data:application/pdf;base64,…`. It works piece by piece, because Node would first expand the text to two bytes per
 * character: 70 MB for 35 MB of text. Throws `base64_invalid`, and `too_large` beyond `maxBytes`.
 */
export function* decodeDocumentBase64(given: string, maxBytes: number): Generator<Buffer, void> {
  const text = given.replace(dataUrlPrefix, "");
  if (text === "") throw notBase64();
  let size = 0;
  for (let at = 0; at < text.length; at += pieceLength) {
    const piece = text.slice(at, at + pieceLength);
    const bytes = decodeBase64(piece);
    const isLast = at + pieceLength >= text.length;
    if (bytes === null || (!isLast && piece.endsWith("="))) throw notBase64();
    size += bytes.length;
    if (size > maxBytes)
      throw new DomainError("too_large", { detail: `A document sent as base64 may have ${maxBytes} bytes at most.` });
    yield bytes;
  }
}

/** The media type of a data URL, or an empty string for any other text. */
export function mediaTypeOfDataUrl(given: string): string {
  return dataUrlPrefix.exec(given)?.[1] ?? "";
}

function notBase64(): DomainError {
  return new DomainError("base64_invalid", { detail: "file.base64 is not base64." });
}

/**
 * Strict decoding. Node skips invalid characters and accepts the URL-safe alphabet, so the length is compared with the
 * expected one, and the last group is re-encoded to catch stray bits.
 */
export function decodeBase64(text: string): Buffer | null {
  if (text.length % 4 !== 0 || text.includes("-") || text.includes("_")) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== (text.length / 4) * 3 - padding) return null;
  const lastGroup = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return lastGroup.toString("base64") === text.slice(-4) || text === "" ? bytes : null;
}
