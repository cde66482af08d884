import {
  characterIn,
  characterOfGlyph,
  isEncodingName,
  type EncodingName,
} from "@/lib/pades/verify/difference/glyph-names";
import { referencesIn } from "@/lib/pades/verify/difference/reachable";
import { plainDict } from "@/lib/pades/verify/difference/review";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** The text that a string shows in a font; null when one of its characters is not known. */
export type FontDecoder = (codes: Buffer) => string | null;

/** The standard fonts with letters (ISO 32000-2, 9.6.2.2), which every reader draws by itself. */
const standardFont =
  /^(?:Helvetica|Courier)(?:-(?:Bold|Oblique|BoldOblique))?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$/;
const standardKeys = new Set(["Type", "Subtype", "Name", "BaseFont", "Encoding"]);
const mostParts = 64;
const simpleTypes = new Set(["Type1", "MMType1", "TrueType"]);

/**
 * How a font of the final file turns codes into characters. Only fonts that draw what their codes say: a standard font that brings nothing of its own,
 * or a simple font of the signed revision that has not changed since.
 */
export function fontDecoder(
  document: PdfDocument,
  fonts: Located<PdfDict>,
  name: string,
  isUnchanged: (num: number) => boolean,
): FontDecoder | null {
  const font = plainDict(document, fonts.value.entries.get(name), fonts.bytes);
  if (
    !font ||
    font.value.duplicates.length > 0 ||
    !simpleTypes.has(document.name(font.value.entries.get("Subtype")) ?? "")
  ) {
    return null;
  }
  const isStandard = standardFont.test(document.name(font.value.entries.get("BaseFont")) ?? "");
  const isBare = isStandard && [...font.value.entries.keys()].every((key) => standardKeys.has(key));
  const isSigned = font.num !== null && isWholeUnchanged(document, font.num, isUnchanged);
  return isBare || isSigned ? decoderOf(document, font, isStandard) : null;
}

/** Whether nothing that the font is made of has changed: descriptor, widths, encoding and the font program itself. */
function isWholeUnchanged(document: PdfDocument, font: number, isUnchanged: (num: number) => boolean): boolean {
  const parts = new Set([font]);
  for (const num of parts) {
    const object = document.load(num);
    if (!isUnchanged(num) || parts.size > mostParts) {
      return false;
    }
    (object ? referencesIn(object.value) : []).forEach((part) => parts.add(part));
  }
  return true;
}

function decoderOf(document: PdfDocument, font: Located<PdfDict>, isStandard: boolean): FontDecoder | null {
  const encoding = document.locate(font.value.entries.get("Encoding"), font.bytes);
  if (encoding === null) {
    return isStandard ? decodeBy("StandardEncoding", new Map()) : null;
  }
  if (encoding.value.kind === "name") {
    return isEncodingName(encoding.value.value) ? decodeBy(encoding.value.value, new Map()) : null;
  }
  if (encoding.value.kind !== "dict") {
    return null;
  }
  const base = document.name(encoding.value.entries.get("BaseEncoding")) ?? "StandardEncoding";
  const differences = differencesOf(document, { ...encoding, value: encoding.value });
  return isEncodingName(base) && differences ? decodeBy(base, differences) : null;
}

/** Code → glyph name (ISO 32000-2, 9.6.5.1); null when the array is malformed. */
function differencesOf(document: PdfDocument, encoding: Located<PdfDict>): Map<number, string> | null {
  const names = new Map<number, string>();
  const array = document.array(encoding.value.entries.get("Differences"), encoding.bytes);
  let code = 0;
  for (const item of array?.value.items ?? []) {
    if (item.kind === "number") {
      code = item.value;
    } else if (item.kind === "name") {
      names.set(code, item.value);
      code += 1;
    } else {
      return null;
    }
  }
  return names;
}

function decodeBy(base: EncodingName, differences: ReadonlyMap<number, string>): FontDecoder {
  return (codes) => {
    let text = "";
    for (const code of codes) {
      const glyph = differences.get(code);
      const character = glyph === undefined ? characterIn(base, code) : characterOfGlyph(glyph);
      if (character === null) {
        return null;
      }
      text += character;
    }
    return text;
  };
}
