import type { PdfDocument } from "@/lib/pdf/document";
import { standardWidth } from "@/lib/pdf/shadow/standard-widths";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { referencesIn } from "./reachable";
import { plainDict } from "./review";

export interface Glyph {
  /** Empty for a control character, which some readers skip and others draw as a blank. */
  text: string;
  /** Advance in parts of the size. */
  width: number;
  /** Whether word spacing is added to it (ISO 32000-2, 9.3.3). */
  isSpace: boolean;
}

/** The glyphs that a string shows in a font; null when one of its characters is not known. */
export type FontDecoder = (codes: Buffer) => Glyph[] | null;

type CharacterOf = (code: number) => string | null;

/** The standard fonts with letters (ISO 32000-2, 9.6.2.2), which every reader draws by itself. */
const standardFont =
  /^(?:Helvetica|Courier)(?:-(?:Bold|Oblique|BoldOblique))?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$/;
const standardKeys = new Set(["Type", "Subtype", "Name", "BaseFont", "Encoding"]);
const mostParts = 64;
/** Fonts of signs, which draw others than letters for their codes whatever their encoding says. */
const signFont = /symbol|dingbats|wingdings|webdings/i;
/** The tag of a font of which only the letters of the document are embedded (ISO 32000-2, 9.9.2): the others are not drawn. */
const subsetTag = /^[A-Z]{6}\+/;
const symbolicFlag = 0b100;
const simpleTypes = new Set(["Type1", "MMType1", "TrueType"]);

/**
 * How a font of the final file turns codes into characters. Only fonts that draw what their codes say: a standard font that brings nothing of its own,
 * or a simple font of letters, without outlines of its own, of the signed revision that has not changed since.
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
    [fonts, font, ...partsOf(document, font)].some(({ value }) => value.duplicates.length > 0) ||
    !simpleTypes.has(document.name(font.value.entries.get("Subtype")) ?? "")
  ) {
    return null;
  }
  const base = document.name(font.value.entries.get("BaseFont")) ?? "";
  const isStandard = standardFont.test(base);
  const isBare = isStandard && [...font.value.entries.keys()].every((key) => standardKeys.has(key));
  const isOfLetters = !subsetTag.test(base) && !signFont.test(base) && !isSymbolic(document, font);
  const isSigned =
    isOfLetters &&
    !hasOwnOutlines(document, font) &&
    font.num !== null &&
    isWholeUnchanged(document, font.num, isUnchanged);
  const characterOf = isBare || isSigned ? charactersOf(document, font, isStandard) : null;
  return characterOf && decodeBy(characterOf, advancesOf(document, font, isStandard ? base : null));
}

/** Dictionaries that say how a font draws. Of a key written twice, readers take one or the other. */
function partsOf(document: PdfDocument, font: Located<PdfDict>): Located<PdfDict>[] {
  const named = ["Encoding", "FontDescriptor"].map((key) => document.locate(font.value.entries.get(key), font.bytes));
  return named.flatMap((part) => (part?.value.kind === "dict" ? [{ ...part, value: part.value }] : []));
}

/** Narrower fonts than this part of Helvetica are not believed: their letters would cover each other. */
const narrowest = 0.5;
const control = 0.28;

/** Smaller widths than this part of a standard font's own are not believed. Some writers round them down. */
const leastOfStandard = 0.97;

/** The most of a usual width, and the width in parts of the size that any letter may have in fonts of one width: more would be a blank beside the letter. */
const mostOfUsual = 1.6;
const mostOfAny = 0.75;

/**
 * The advance of a code in parts of the size; null for one that would lay letters over each other, and for fonts of unknown widths. Readers take a
 * standard font's own widths or those of the file.
 */
function advancesOf(
  document: PdfDocument,
  font: Located<PdfDict>,
  standard: string | null,
): (code: number, character: string) => number | null {
  const widths = document.array(font.value.entries.get("Widths"), font.bytes)?.value.items ?? [];
  const first = document.number(font.value.entries.get("FirstChar")) ?? 0;
  return (code, character) => {
    if (character === "") {
      return control;
    }
    const usual = standardWidth(standard ?? "Helvetica", character);
    if (widths.length === 0 && !font.value.entries.has("Widths")) {
      return standard === null ? null : usual / 1000;
    }
    const written = document.number(widths[code - first]) ?? 0;
    const [least, most] = [
      standard === null ? narrowest : leastOfStandard,
      Math.max(mostOfUsual * usual, 1000 * mostOfAny),
    ];
    return written >= least * usual && written <= most ? written / 1000 : null;
  };
}

function isSymbolic(document: PdfDocument, font: Located<PdfDict>): boolean {
  const descriptor = document.dict(font.value.entries.get("FontDescriptor"), font.bytes);
  return ((document.number(descriptor?.value.entries.get("Flags")) ?? 0) & symbolicFlag) !== 0;
}

/** An embedded font may draw a nine for a one. Without a font program, readers take a font of letters by its name. */
function hasOwnOutlines(document: PdfDocument, font: Located<PdfDict>): boolean {
  const descriptor = document.dict(font.value.entries.get("FontDescriptor"), font.bytes);
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.value.entries.has(key) ?? false);
}

/** Whether an object and all that it needs are unchanged: of a font its descriptor, widths, encoding and the font program itself. */
export function isWholeUnchanged(document: PdfDocument, font: number, isUnchanged: (num: number) => boolean): boolean {
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

function charactersOf(document: PdfDocument, font: Located<PdfDict>, isStandard: boolean): CharacterOf | null {
  const encoding = document.locate(font.value.entries.get("Encoding"), font.bytes);
  if (encoding === null) {
    return isStandard ? charactersBy("StandardEncoding", new Map()) : null;
  }
  if (encoding.value.kind === "name") {
    return isEncodingName(encoding.value.value) ? charactersBy(encoding.value.value, new Map()) : null;
  }
  if (encoding.value.kind !== "dict") {
    return null;
  }
  const base = document.name(encoding.value.entries.get("BaseEncoding")) ?? "StandardEncoding";
  const differences = differencesOf(document, { ...encoding, value: encoding.value });
  return isEncodingName(base) && differences ? charactersBy(base, differences) : null;
}

/** Code → glyph name (ISO 32000-2, 9.6.5.1); null when the array is malformed. */
function differencesOf(document: PdfDocument, encoding: Located<PdfDict>): Map<number, string> | null {
  const names = new Map<number, string>();
  const array = document.array(encoding.value.entries.get("Differences"), encoding.bytes);
  let code = 0;
  for (const item of array?.value.items ?? []) {
    // Readers round a fraction and wrap a large number differently.
    if (item.kind === "number" && Number.isInteger(item.value) && item.value >= 0 && item.value <= 255) {
      code = item.value;
    } else if (item.kind === "name" && code <= 255) {
      names.set(code, item.value);
      code += 1;
    } else {
      return null;
    }
  }
  return names;
}

function charactersBy(base: EncodingName, differences: ReadonlyMap<number, string>): CharacterOf {
  return (code) => {
    const glyph = differences.get(code);
    return glyph === undefined ? characterIn(base, code) : characterOfGlyph(glyph);
  };
}

function decodeBy(
  characterOf: CharacterOf,
  advanceOf: (code: number, character: string) => number | null,
): FontDecoder {
  return (codes) => {
    const glyphs: Glyph[] = [];
    for (const code of codes) {
      const text = characterOf(code);
      const width = text === null ? null : advanceOf(code, text);
      if (text === null || width === null) {
        return null;
      }
      glyphs.push({ text, width, isSpace: code === 0x20 });
    }
    return glyphs;
  };
}

/**
 * Encodings whose printable ASCII is known here, and of WinAnsiEncoding the other characters too (ISO 32000-2, Annex D). PDFDocEncoding is none for
 * fonts (9.6.5), so that readers differ about its other codes.
 */
const encodings = ["StandardEncoding", "WinAnsiEncoding", "PDFDocEncoding"] as const;
type EncodingName = (typeof encodings)[number];

function isEncodingName(name: string): name is EncodingName {
  return encodings.some((encoding) => encoding === name);
}

/** U+0021 to U+007E but for letters, in the Adobe Glyph List. */
const ascii = new Map(
  [
    [
      "!\"#$%&'()*+,-./",
      "exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash",
    ],
    [
      "0123456789:;<=>?@",
      "zero one two three four five six seven eight nine colon semicolon less equal greater question at",
    ],
    [
      "[\\]^_`{|}~",
      "bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde",
    ],
  ].flatMap(([characters = "", names = ""]) =>
    names.split(" ").map((name, index): [string, string] => [name, characters.charAt(index)]),
  ),
);
/** U+00A0 to U+00FF in order. */
const latin =
  "space exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis".split(
    " ",
  );
const further = new Map([
  ["Euro", "€"],
  ["bullet", "•"],
  ["ellipsis", "…"],
  ["emdash", "—"],
  ["endash", "–"],
  ["quoteleft", "‘"],
  ["quoteright", "’"],
  ["quotedblleft", "“"],
  ["quotedblright", "”"],
  ["quotedblbase", "„"],
  ["Scaron", "Š"],
  ["scaron", "š"],
  ["Zcaron", "Ž"],
  ["zcaron", "ž"],
  ["OE", "Œ"],
  ["oe", "œ"],
]);

/** The character of a glyph's name; null for a name that is not known here. */
function characterOfGlyph(name: string): string | null {
  if (/^[A-Za-z]$/.test(name)) {
    return name;
  }
  const index = latin.indexOf(name);
  const character = index === 0 ? " " : index > 0 ? String.fromCharCode(0xa0 + index) : null;
  return ascii.get(name) ?? further.get(name) ?? (character !== null && unknown.test(character) ? null : character);
}

/** Control characters, and the soft hyphen: fonts draw a hyphen for it, while a text with it is shown without any. */
const unknown = /[\u0080-\u009f\u00ad\ufffd]/;

/** The character of a code in a named encoding; null where the encoding has none or is not known for it. */
function characterIn(encoding: EncodingName, code: number): string | null {
  if (code >= 0x20 && code <= 0x7e) {
    const isQuote = encoding === "StandardEncoding" && (code === 0x27 || code === 0x60);
    return isQuote ? (code === 0x27 ? "’" : "‘") : String.fromCharCode(code);
  }
  if (code === 0x0a || code === 0x0d) {
    return "";
  }
  if (code < 0x20 || code === 0x7f || encoding !== "WinAnsiEncoding") {
    return null;
  }
  const text = new TextDecoder("windows-1252").decode(Uint8Array.of(code));
  return unknown.test(text) ? null : text;
}
