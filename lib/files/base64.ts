import { DomainError } from "@/lib/errors";

const dataUrlPrefix = /^data:application\/pdf;base64,/i;

/**
 * The bytes of a PDF given as base64 (RFC 4648 section 4, padded, no white space), bare or as `data:application/pdf;base64,…`.
 * Throws `base64_invalid`, and `too_large` beyond `maxBytes`.
 */
export function decodePdfBase64(given: string, maxBytes: number): Buffer {
  const text = given.replace(dataUrlPrefix, "");
  const bytes = decodeBase64(text);
  if (bytes === null || bytes.length === 0) throw new DomainError("base64_invalid", { detail: "file.base64 is not base64" });
  if (bytes.length > maxBytes) throw new DomainError("too_large", { detail: `A document sent as base64 may have ${maxBytes} bytes at most.` });
  return bytes;
}

/**
 * Strict decoding. Node skips foreign characters and accepts the URL alphabet, so the length is compared with what the text
 * must give, and the last group is encoded again to catch stray bits.
 */
export function decodeBase64(text: string): Buffer | null {
  if (text.length % 4 !== 0 || text.includes("-") || text.includes("_")) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== (text.length / 4) * 3 - padding) return null;
  const lastGroup = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return lastGroup.toString("base64") === text.slice(-4) || text === "" ? bytes : null;
}
