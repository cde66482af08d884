import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** What placing a text needs of its font (9.6, 9.7). */
export interface TextFont {
  /** Bytes of a character's code. */
  codeBytes: 1 | 2;
  isType3: boolean;
  /** Advance of a code in units of text space for a size of 1. */
  widthOf: (code: number) => number;
  /** Whether a code shows nothing but room. */
  isBlank: (code: number) => boolean;
}

const USUAL_WIDTH = 0.5;
const BLANKS = new Set([0, 9, 10, 13, 32, 160]);
/** The space of a font whose codes are numbers of glyphs, in nearly every TrueType font. */
const USUAL_SPACE_GLYPH = 3;
const LARGEST_CMAP = 200_000;
/** Codes have two bytes, so that more are written in ranges that overlap. */
const MOST_WIDTHS = 131_072;

export const UNKNOWN_FONT: TextFont = {
  codeBytes: 1,
  isType3: false,
  widthOf: () => USUAL_WIDTH,
  isBlank: (code) => BLANKS.has(code),
};

export function readFont(document: PdfDocument, font: Located<PdfDict>): TextFont {
  const subtype = document.name(font.value.entries.get("Subtype"));
  if (subtype === "Type0") {
    return composite(document, font);
  }
  const isType3 = subtype === "Type3";
  const matrix = document.array(font.value.entries.get("FontMatrix"), font.bytes);
  const scale = isType3 ? Math.abs(document.number(matrix?.value.items[0]) ?? 0.001) : 0.001;
  const widths = document.array(font.value.entries.get("Widths"), font.bytes)?.value.items ?? [];
  const first = document.number(font.value.entries.get("FirstChar")) ?? 0;
  const known = widths.map((width) => (document.number(width) ?? 0) * scale);
  const isBlank = blanks(document, font);
  return {
    codeBytes: 1,
    isType3,
    widthOf: (code) => known[code - first] ?? (isType3 ? 0 : USUAL_WIDTH),
    isBlank: (code) => isBlank().has(code) || (isBlank().size === 0 && BLANKS.has(code)),
  };
}

function composite(document: PdfDocument, font: Located<PdfDict>): TextFont {
  const list = document.array(font.value.entries.get("DescendantFonts"), font.bytes);
  const descendant = list && document.dict(list.value.items[0], list.bytes);
  const standard = (document.number(descendant?.value.entries.get("DW")) ?? 1000) / 1000;
  const widths = descendant ? compositeWidths(document, descendant) : new Map<number, number>();
  const isBlank = blanks(document, font);
  return {
    codeBytes: 2,
    isType3: false,
    widthOf: (code) => widths.get(code) ?? standard,
    isBlank: (code) => code === 0 || isBlank().has(code) || (isBlank().size === 0 && code === USUAL_SPACE_GLYPH),
  };
}

/** /W: `c [w1 w2 …]` and `first last w` (9.7.4.3). */
function compositeWidths(document: PdfDocument, descendant: Located<PdfDict>): Map<number, number> {
  const widths = new Map<number, number>();
  const list = document.array(descendant.value.entries.get("W"), descendant.bytes);
  const items = list?.value.items ?? [];
  let left = MOST_WIDTHS;
  for (let at = 0; list && at + 1 < items.length && left > 0;) {
    const first = document.number(items[at]) ?? 0;
    const several = document.array(items[at + 1], list.bytes);
    if (several !== null) {
      several.value.items.forEach((width, index) => widths.set(first + index, (document.number(width) ?? 0) / 1000));
      at += 2;
    } else {
      const [last, width] = [document.number(items[at + 1]) ?? 0, (document.number(items[at + 2]) ?? 0) / 1000];
      for (let code = first; code <= Math.min(last, first + 65_535); code += 1, left -= 1) {
        widths.set(code, width);
      }
      at += 3;
    }
  }
  return widths;
}

/** Codes that /ToUnicode calls a space, read when first asked for: few texts are. Empty where it says nothing. */
function blanks(document: PdfDocument, font: Located<PdfDict>): () => ReadonlySet<number> {
  let known: Set<number> | null = null;
  return () => {
    if (known === null) {
      known = new Set();
      for (const match of toUnicode(document, font).matchAll(
        /<([0-9a-fA-F]+)>\s*(?:<([0-9a-fA-F]+)>\s*)?<(?:0020|00[aA]0|0009|000[aAdD]|200[0-9a-fA-F]|3000|[fF][eE][fF][fF])>/g,
      )) {
        known.add(Number.parseInt(match[1] ?? "", 16));
      }
    }
    return known;
  };
}

function toUnicode(document: PdfDocument, font: Located<PdfDict>): string {
  const entry = font.value.entries.get("ToUnicode");
  try {
    const object = entry?.kind === "ref" ? document.load(entry.num) : null;
    return object === null || object.streamStart < 0
      ? ""
      : document.decodedStream(object).toString("latin1", 0, LARGEST_CMAP);
  } catch (error) {
    if (error instanceof PdfError) {
      return "";
    }
    throw error;
  }
}
