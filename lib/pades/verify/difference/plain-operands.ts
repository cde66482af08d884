import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/**
 * In characters. Readers truncate longer numbers or round them differently. Writers of 17 significant digits need 24.
 */
const longestNumber = 24;
/** Beyond this, readers calculate with too few digits or limit the number (ISO 32000-1, annex C). */
export const largestNumber = 32_767;
/** In bytes. MuPDF truncates longer names (ISO 32000-2, annex C), so that two of them become equal. */
const longestName = 127;
/** In bytes as written. PDFium truncates strings at 32,767. */
const longestString = 32_000;
const plainHex = /^<[\dA-Fa-f\s]*>$/;
/**
 * Escapes beyond \377 lose a bit or become a letter outside the font, and unknown ones keep or lose their backslash
 * (ISO 32000-2, 7.3.4.2).
 */
const escape = /\\([0-7]{1,3}|[^])/g;
const plainEscapes = "nrtbf()\\";

/**
 * Whether all readers interpret an operand alike: they differ on numbers such as `7-`, odd characters in strings, and
 * long names.
 */
export function isPlain(bytes: Buffer, value: PdfValue): boolean {
  switch (value.kind) {
    case "number":
      return isPlainNumber(bytes.toString("latin1", value.start, value.end), value.value);
    case "string":
      return isPlainString(bytes.toString("latin1", value.start, value.end), value.hex);
    case "name":
      return value.value.length <= longestName;
    case "array":
      return value.items.every((item) => isPlain(bytes, item));
    default:
      return true;
  }
}

function isPlainString(written: string, isHex: boolean): boolean {
  const isPlainEscape = ([, code = ""]: readonly string[]): boolean =>
    /^[0-7]/.test(code) ? Number.parseInt(code, 8) <= 0xff : plainEscapes.includes(code);
  return (
    written.length <= longestString &&
    (isHex ? plainHex.test(written) : Array.from(written.matchAll(escape)).every(isPlainEscape))
  );
}

function isPlainNumber(written: string, value: number): boolean {
  return written.length <= longestNumber && plainNumber.test(written) && Math.abs(value) <= largestNumber;
}

/** The numbers of an array. Empty if there is no such entry, null for anything except plain numbers. */
export function plainNumbers(document: PdfDocument, owner: Located<PdfDict>, key: string): number[] | null {
  const written = owner.value.entries.get(key);
  const array = document.array(written, owner.bytes);
  if (written === undefined || array === null) {
    return written === undefined ? [] : null;
  }
  const numbers = array.value.items.flatMap((item) =>
    item.kind === "number" && isPlain(array.bytes, item) ? [item.value] : [],
  );
  return numbers.length === array.value.items.length ? numbers : null;
}
