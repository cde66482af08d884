import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import { programOf, type FontProgram } from "./font-program";
import type { MissingFace } from "./oddity";
import { isWrittenWhole, numbersAt } from "./plain-function";
import { namedCodes, programNames, simpleCodes } from "./simple-codes";
import { decodedData } from "./stream-data";

export interface FontFacts {
  isPlain: boolean;
  /** The font if it is not embedded and not every program has an equivalent, or null. */
  missingFace: MissingFace | null;
  isType3: boolean;
  /** Whether all programs show the same glyphs for these codes. */
  showsAlike: (codes: Uint8Array) => boolean;
}

/** Fonts that every program has, or has an equivalent of (9.6.2.2), and their usual names. */
const COMMON_FACE =
  /^(?:Helvetica|Times|Courier|Arial|Times ?New ?Roman|Courier ?New|Symbol|ZapfDingbats)(?:PS)?(?:MT)?(?:[-,](?:Roman|Regular|Bold|Italic|Oblique|BoldItalic|BoldOblique))?(?:MT)?$/;
const SYMBOLS: ReadonlySet<string> = new Set(["Symbol", "ZapfDingbats"]);
const LETTER_ENCODINGS: ReadonlySet<string> = new Set(["WinAnsiEncoding", "MacRomanEncoding"]);
const KINDS: ReadonlySet<string> = new Set(["Type1", "MMType1", "TrueType", "Type3", "Type0"]);

const always = (): boolean => true;
const NOT_PLAIN: FontFacts = { isPlain: false, missingFace: null, isType3: false, showsAlike: always };

/** Checks whether PDFium, pdf.js, poppler and MuPDF draw a font (9.6, 9.7) alike. */
export function judgeFont(document: PdfDocument, font: Located<PdfDict>, budget: LookBudget): FontFacts {
  const kind = document.name(font.value.entries.get("Subtype")) ?? "";
  if (!KINDS.has(kind)) {
    return NOT_PLAIN;
  }
  if (kind === "Type3") {
    return {
      missingFace: null,
      isPlain:
        document.dict(font.value.entries.get("CharProcs"), font.bytes) !== null &&
        document.dict(font.value.entries.get("Encoding"), font.bytes) !== null &&
        hasPlainCodes(document, font) &&
        hasPlainGlyphSpace(document, font),
      isType3: true,
      showsAlike: always,
    };
  }
  const owner = kind === "Type0" ? descendantOf(document, font) : font;
  if (owner === null) {
    return NOT_PLAIN;
  }
  const program = programOf(document, owner, budget);
  const name = document.name(font.value.entries.get("BaseFont")) ?? "";
  const isCommon = kind !== "Type0" && COMMON_FACE.test(name);
  const missingFace: MissingFace | null = program === null && !isCommon ? `face ${name}` : null;
  if (kind === "Type0") {
    return {
      isPlain: program === null || (program.isProgram() && hasPlainMap(document, owner, program)),
      missingFace,
      isType3: false,
      showsAlike: compositeCodes(document, font, owner),
    };
  }
  return {
    isPlain:
      hasPlainCodes(document, font) && (program?.isProgram() ?? (!isCommon || isPlainCommonFace(document, font, kind))),
    missingFace,
    isType3: false,
    showsAlike: codesOf(document, font, kind, program),
  };
}

/**
 * If the origin of glyph space is displaced from that of the text, only some programs scale the displacement by the
 * font size.
 */
function hasPlainGlyphSpace(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  const matrix = numbersAt(document, entries.get("FontMatrix"), bytes) ?? [];
  const [a = 0, b = 0, c = 0, d = 0, x, y] = matrix;
  return matrix.length === 6 && a * d - b * c !== 0 && x === 0 && y === 0;
}

/** Beyond this, programs truncate codes to different numbers of bits. */
const largestCode = 0xffff;

/**
 * Codes in an encoding's differences, and first and last codes, are ignored by some programs if they have a decimal
 * point, and truncated if they are large.
 */
function hasPlainCodes(document: PdfDocument, font: Located<PdfDict>): boolean {
  const { entries } = font.value;
  const encoding = document.dict(entries.get("Encoding"), font.bytes);
  const differences = encoding && document.array(encoding.value.entries.get("Differences"), encoding.bytes);
  const isPlain = (item: PdfValue | undefined, bytes: Buffer): boolean =>
    isWrittenWhole(document, item, bytes) && Math.abs(document.number(item) ?? 0) <= largestCode;
  return (
    (differences?.value.items.every((item) => isPlain(item, differences.bytes)) ?? true) &&
    ["FirstChar", "LastChar"].every((key) => isPlain(entries.get(key), font.bytes))
  );
}

function codesOf(
  document: PdfDocument,
  font: Located<PdfDict>,
  kind: string,
  program: FontProgram | null,
): FontFacts["showsAlike"] {
  if (program === null) {
    return namedCodes(document, font);
  }
  if (program.isTrueType) {
    return kind === "TrueType" ? simpleCodes(document, font, program) : always;
  }
  return programNames(document, font, program);
}

/**
 * Poppler finds no letters of Latin encodings in a symbol font. If it is declared as TrueType, programs substitute
 * different fonts.
 */
function isPlainCommonFace(document: PdfDocument, { value: { entries } }: Located<PdfDict>, kind: string): boolean {
  const isSymbols = SYMBOLS.has(document.name(entries.get("BaseFont")) ?? "");
  return !isSymbols || (kind !== "TrueType" && !LETTER_ENCODINGS.has(document.name(entries.get("Encoding")) ?? ""));
}

function descendantOf(document: PdfDocument, font: Located<PdfDict>): Located<PdfDict> | null {
  const list = document.array(font.value.entries.get("DescendantFonts"), font.bytes);
  return list?.value.items.length === 1 ? document.dict(list.value.items[0], list.bytes) : null;
}

const CODE_BYTES = 2;
const LARGEST_MAP = 262_144;
const USUAL_RANGE = /\b1\s+begincodespacerange\s*(?:<00>\s*<ff>|<0000>\s*<ffff>)\s*endcodespacerange/i;

/**
 * Whether the codes of a text have the same glyphs in a composite font (9.7). Fonts that use the programs' own
 * character collections are not checked.
 */
function compositeCodes(
  document: PdfDocument,
  font: Located<PdfDict>,
  descendant: Located<PdfDict>,
): (codes: Uint8Array) => boolean {
  const encoding = font.value.entries.get("Encoding");
  const own = streamAt(document, encoding);
  if (own !== null) {
    const isPlain = isPlainEncoding(document, own);
    return () => isPlain;
  }
  if (!["Identity-H", "Identity-V"].includes(document.name(encoding) ?? "")) {
    return () => true;
  }
  if (document.dict(descendant.value.entries.get("CIDSystemInfo"), descendant.bytes) === null) {
    return () => false;
  }
  const places = glyphPlaces(document, descendant);
  return (codes) => codes.length % CODE_BYTES === 0 && isWithin(codes, places);
}

/** Whether every code has an entry in the map from codes to glyphs, if that map is a stream. */
function isWithin(codes: Uint8Array, places: number): boolean {
  for (let at = 0; at + 1 < codes.length; at += CODE_BYTES) {
    if ((codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0) >= places) {
      return false;
    }
  }
  return true;
}

/** Adobe's character collections (9.7.3). Poppler looks up their characters in the font program itself. */
const COLLECTIONS: ReadonlySet<string> = new Set(["GB1", "CNS1", "Japan1", "Japan2", "Korea1", "KR"]);

/**
 * Only TrueType fonts may have a map from codes to glyphs (table 115), and TrueType fonts with a character collection
 * need one. Poppler also applies it to CFF, and other programs do not.
 */
function hasPlainMap(document: PdfDocument, descendant: Located<PdfDict>, { isCff, isTrueType }: FontProgram): boolean {
  const { entries } = descendant.value;
  const hasMap = streamAt(document, entries.get("CIDToGIDMap")) !== null;
  const system = document.dict(entries.get("CIDSystemInfo"), descendant.bytes);
  const order = system && textAt(document, system, "Ordering");
  return !(isCff && hasMap) && !(isTrueType && !hasMap && COLLECTIONS.has(order ?? ""));
}

function textAt(document: PdfDocument, { value, bytes }: Located<PdfDict>, key: string): string | null {
  const found = document.locate(value.entries.get(key), bytes);
  return found?.value.kind === "string" ? decodeString(found.bytes, found.value).toString("latin1") : null;
}

function glyphPlaces(document: PdfDocument, descendant: Located<PdfDict>): number {
  const map = streamAt(document, descendant.value.entries.get("CIDToGIDMap"));
  const data = map === null ? null : decodedData(document, map);
  return data === null ? Infinity : Math.floor(data.length / CODE_BYTES);
}

function streamAt(
  document: PdfDocument,
  value: PdfDict["entries"] extends Map<string, infer V> ? V | undefined : never,
): IndirectObject | null {
  const num = value?.kind === "ref" ? (document.locate(value, Buffer.alloc(0))?.num ?? null) : null;
  const object = num === null ? null : document.load(num);
  return object !== null && object.streamStart >= 0 ? object : null;
}

/** One range of codes, all of the same length, no base character map, and a single direction of writing. */
function isPlainEncoding(document: PdfDocument, object: IndirectObject): boolean {
  const text = decodedData(document, object)?.toString("latin1", 0, LARGEST_MAP) ?? "";
  const entries = object.value.kind === "dict" ? object.value.entries : new Map<string, never>();
  const declared = Number(/\/WMode\s+(\d)\s+def/.exec(text)?.[1] ?? 0);
  return (
    USUAL_RANGE.test(text) &&
    !/\busecmap\b/.test(text) &&
    !entries.has("UseCMap") &&
    declared === (document.number(entries.get("WMode")) ?? 0)
  );
}
