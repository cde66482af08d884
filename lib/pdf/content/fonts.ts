import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { standardWidth } from "./standard-widths";

/** Font data required to place text (9.6, 9.7). */
export interface TextFont {
  /** Bytes of a character's code. */
  codeBytes: 1 | 2;
  isType3: boolean;
  /** Advance of a code in units of text space, for a font size of 1. */
  widthOf: (code: number) => number;
  /** Whether a code shows nothing but space. */
  isBlank: (code: number) => boolean;
  /** The ASCII character that a code draws, by its glyph name, or null if the name does not determine it. */
  letterOf: (code: number) => string | null;
  /** The /ToUnicode value of a code, or null if it has none. */
  copiedAs: (code: number) => string | null;
}

const USUAL_WIDTH = 0.5;
const BLANKS = new Set([0, 9, 10, 13, 32, 160]);
/** The glyph number of the space in nearly every TrueType font, for fonts whose codes are glyph numbers. */
const USUAL_SPACE_GLYPH = 3;
const LARGEST_CMAP = 200_000;
/** Codes have two bytes, so more widths than this mean overlapping ranges. */
const MOST_WIDTHS = 131_072;

export const UNKNOWN_FONT: TextFont = {
  codeBytes: 1,
  isType3: false,
  widthOf: () => USUAL_WIDTH,
  isBlank: (code) => BLANKS.has(code),
  letterOf: () => null,
  copiedAs: () => null,
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
  const letterOf = letters(document, font);
  // Standard fonts may omit their widths (9.6.2.2).
  const name = isType3 || known.length > 0 ? null : document.name(font.value.entries.get("BaseFont"));
  const usual = (code: number): number => {
    const letter = name === null ? null : letterOf(code);
    return name === null || letter === null ? USUAL_WIDTH : standardWidth(name, letter) / 1000;
  };
  return {
    codeBytes: 1,
    isType3,
    widthOf: (code) => known[code - first] ?? (isType3 ? 0 : usual(code)),
    isBlank: (code) => isBlank().has(code) || (isBlank().size === 0 && BLANKS.has(code)),
    letterOf,
    copiedAs: copies(document, font),
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
    letterOf: () => null,
    copiedAs: copies(document, font),
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

/** Codes that /ToUnicode maps to a space. Read on demand, because few texts need it. Empty if there is no mapping. */
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

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** In these encodings, the characters of ASCII have the same codes, except for quotation marks (Annex D). */
const ASCII_ENCODINGS = new Set(["StandardEncoding", "WinAnsiEncoding", "MacRomanEncoding", "PDFDocEncoding"]);
const SYMBOLIC = 4;

/**
 * According to /Encoding. The font program's own encoding is ignored, and codes of symbol fonts have no fixed
 * meaning.
 */
function letters(document: PdfDocument, font: Located<PdfDict>): (code: number) => string | null {
  let known: Map<number, string> | null = null;
  return (code) => {
    known ??= readLetters(document, font);
    return known.get(code) ?? null;
  };
}

function readLetters(document: PdfDocument, font: Located<PdfDict>): Map<number, string> {
  const written = font.value.entries.get("Encoding");
  const encoding = document.dict(written, font.bytes);
  const descriptor = document.dict(font.value.entries.get("FontDescriptor"), font.bytes);
  const isSymbolic = ((document.number(descriptor?.value.entries.get("Flags")) ?? 0) & SYMBOLIC) !== 0;
  const isEmbedded = ["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.value.entries.has(key));
  const isOfLetters =
    !isEmbedded && !/Symbol|Dingbats/i.test(document.name(font.value.entries.get("BaseFont")) ?? "Symbol");
  const base =
    document.name(encoding ? encoding.value.entries.get("BaseEncoding") : written) ??
    (isOfLetters ? "StandardEncoding" : null);
  const found = new Map<number, string>();
  if (!isSymbolic && ASCII_ENCODINGS.has(base ?? "")) {
    for (let code = 0x20; code < 0x7f; code += 1) {
      found.set(code, String.fromCharCode(code));
    }
  }
  const list = encoding && document.array(encoding.value.entries.get("Differences"), encoding.bytes);
  let code = 0;
  for (const item of list?.value.items ?? []) {
    const name = document.name(item);
    const digit = name === null ? -1 : DIGITS.indexOf(name);
    code = document.number(item) ?? code;
    if (name !== null) {
      found.delete(code);
      if (digit >= 0 || /^[A-Za-z]$/.test(name)) {
        found.set(code, digit >= 0 ? String(digit) : name);
      }
      code += 1;
    }
  }
  return found;
}

/** Loaded on demand: only text whose copied form is checked needs it. */
function copies(document: PdfDocument, font: Located<PdfDict>): (code: number) => string | null {
  let known: Map<number, string> | null = null;
  return (code) => {
    known ??= readCopies(toUnicode(document, font));
    return known.get(code) ?? null;
  };
}

/** `bfchar` and `bfrange` (9.10.3). */
function readCopies(cmap: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, kind, body = ""] of cmap.matchAll(/begin(bfchar|bfrange)([^]*?)endbf/g)) {
    if (kind === "bfchar") {
      for (const [, code = "", text = ""] of body.matchAll(/<([0-9a-fA-F\s]+)>\s*<([0-9a-fA-F\s]*)>/g)) {
        found.set(Number.parseInt(code, 16), utf16(text, 0));
      }
      continue;
    }
    for (const [, from = "", to = "", text, list] of body.matchAll(
      /<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(?:<([0-9a-fA-F\s]*)>|\[([^\]]*)\])/g,
    )) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      const several = list?.match(/<[0-9a-fA-F\s]*>/g) ?? [];
      for (let code = first; code <= Math.min(last, first + 65_535) && found.size < MOST_WIDTHS; code += 1) {
        const own = text === undefined ? several[code - first]?.slice(1, -1) : text;
        if (own !== undefined) {
          found.set(code, utf16(own, text === undefined ? 0 : code - first));
        }
      }
    }
  }
  return found;
}

/** Decodes hexadecimal UTF-16 text and adds `more` to its last unit. */
function utf16(hex: string, more: number): string {
  const units = (hex.replace(/\s/g, "").match(/.{4}/g) ?? [hex]).map((unit) => Number.parseInt(unit, 16) || 0);
  units[units.length - 1] = (units.at(-1) ?? 0) + more;
  return String.fromCharCode(...units.map((unit) => unit & 0xffff));
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
