import { sliceOf, type PdfDict, type PdfString, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfName, pdfRef } from "@/lib/pdf/syntax/serialize";
import { decodeString } from "@/lib/pdf/syntax/text-string";

/** Answers the new number of the object that a reference leads to, null where it leads to nothing. */
export type Renumber = (num: number) => number | null;

const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const PLAIN_HEX = /^<[0-9a-fA-F\s\0]*>$/;
const LINE_LENGTH = 100;

/** Replacement text for a dictionary's entries; null omits an entry. */
export type Edits = Readonly<Record<string, string | null>>;

/**
 * A value in the syntax of ISO 32000-2, 7.3, with new object numbers: each key once, generation 0, `null` for dangling references and
 * invalid keywords. Latin-1.
 */
export function canonicalValue(value: PdfValue, bytes: Buffer, renumber: Renumber): string {
  switch (value.kind) {
    case "dict":
      return canonicalDict(value, bytes, renumber);
    case "array":
      return `[${value.items.map((item) => canonicalValue(item, bytes, renumber)).join(" ")}]`;
    case "ref": {
      const num = renumber(value.num);
      return num === null ? "null" : pdfRef(num);
    }
    case "name":
      return pdfName(value.value);
    case "string":
      return canonicalString(value, bytes);
    case "number":
      return canonicalNumber(value.value, sliceOf(bytes, value).toString("latin1"));
    case "bool":
      return String(value.value);
    default:
      return "null";
  }
}

export function canonicalDict(dict: PdfDict, bytes: Buffer, renumber: Renumber, edits: Edits = {}): string {
  let text = "<<";
  let lineStart = 0;
  for (const [key, value] of dict.entries) {
    const written = edits[key] === undefined ? canonicalValue(value, bytes, renumber) : "null";
    // A null entry equals a missing one (ISO 32000-2, 7.3.7), but not every reader implements that.
    if (written !== "null") {
      text += `${pdfName(key)} ${written}`;
    }
    if (text.length - lineStart > LINE_LENGTH) {
      text += "\n";
      lineStart = text.length;
    }
  }
  for (const [key, value] of Object.entries(edits)) {
    text += value === null ? "" : `/${key} ${value}`;
  }
  return `${text}>>`;
}

/** A literal string is balanced, or it would not have been read; in a hexadecimal one readers differ about other characters. */
function canonicalString(value: PdfString, bytes: Buffer): string {
  const written = sliceOf(bytes, value).toString("latin1");
  return !value.hex || PLAIN_HEX.test(written) ? written : `<${decodeString(bytes, value).toString("hex")}>`;
}

function canonicalNumber(value: number, written: string): string {
  if (PLAIN_NUMBER.test(written)) {
    return written;
  }
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(6);
}
