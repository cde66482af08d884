import type { ByteSource } from "@/lib/pdf/byte-source";

const CHUNK = 1 << 20;
/** Long enough that no pattern below is lost where two chunks meet. */
const OVERLAP = 1024;
const BYTE_RANGE = /\/ByteRange\s*\[\s*\d+\s+\d+\s+\d+\s+\d*[1-9]\d*/g;
const SIGNATURE = /\/(?:Type|FT)\s*\/Sig\b|\/SubFilter\s*\/(?:adbe\.|ETSI\.)|\/Filter\s*\/Adobe\.PPK/;
const USAGE_RIGHTS = /\/TransformMethod\s*\/UR/g;

/**
 * Whether an unreadable file looks signed: rewriting it would destroy the signature. Signature
 * dictionaries are in clear text, even in an encrypted file, because /ByteRange needs their offset.
 * Usage rights are written like a signature but are not one.
 */
export function looksSigned(source: ByteSource): boolean {
  if (!holds(source, "/ByteRange")) {
    return false;
  }
  let ranges = 0;
  let rights = 0;
  let hasSignature = false;
  for (let offset = 0; offset < source.size; offset += CHUNK) {
    const from = Math.max(0, offset - OVERLAP);
    const text = source.read(from, offset + CHUNK - from).toString("latin1");
    const isNew = (match: RegExpExecArray): boolean => from + match.index + match[0].length > offset;
    ranges += [...text.matchAll(BYTE_RANGE)].filter(isNew).length;
    rights += [...text.matchAll(USAGE_RIGHTS)].filter(isNew).length;
    hasSignature ||= SIGNATURE.test(text);
  }
  return hasSignature && ranges > rights;
}

/** One buffer for the whole pass: most broken files hold no signature, and their text would be as much garbage as they are large. */
function holds(source: ByteSource, word: string): boolean {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let offset = 0; offset < source.size; offset += CHUNK - OVERLAP) {
    if (buffer.subarray(0, source.readInto(buffer, offset)).includes(word)) {
      return true;
    }
  }
  return false;
}
