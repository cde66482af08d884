import { referencesIn } from "@/lib/pades/verify/file/reachable";
import { standardWidth } from "@/lib/pdf/content/standard-widths";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { plainDict } from "./review";

export interface Glyph {
  /** Empty for a control character, which some readers skip and others draw as a blank. */
  text: string;
  /** Advance relative to the font size. */
  width: number;
  /** Whether word spacing applies to it (ISO 32000-2, 9.3.3). */
  isSpace: boolean;
}

/** The glyphs that a string shows in a font, or null if one of its characters is unknown. */
export type FontDecoder = (codes: Buffer) => Glyph[] | null;

type CharacterOf = (code: number) => string | null;

/** The standard fonts with letters (ISO 32000-2, 9.6.2.2), which every reader can draw without an embedded program. */
const standardFont =
  /^(?:Helvetica|Courier)(?:-(?:Bold|Oblique|BoldOblique))?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$/;
const standardKeys = new Set(["Type", "Subtype", "Name", "BaseFont", "Encoding"]);
const mostParts = 64;
/** Symbol fonts, which draw symbols instead of letters for their codes, whatever their encoding. */
const signFont = /symbol|dingbats|wingdings|webdings/i;
/**
 * The tag of a subset font, which contains only the letters used in the document (ISO 32000-2, 9.9.2). Other letters
 * are not drawn.
 */
const subsetTag = /^[A-Z]{6}\+/;
const symbolicFlag = 0b100;
const simpleTypes = new Set(["Type1", "MMType1", "TrueType"]);

/**
 * Decodes a font of the final file from codes to characters. Accepts only fonts that draw what their codes mean: a
 * standard font without additions, or a simple text font, without outlines of its own, from the signed revision that
 * has not changed since.
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

/** Dictionaries that determine how a font draws. If a key occurs twice, readers use one or the other. */
function partsOf(document: PdfDocument, font: Located<PdfDict>): Located<PdfDict>[] {
  const named = ["Encoding", "FontDescriptor"].map((key) => document.locate(font.value.entries.get(key), font.bytes));
  return named.flatMap((part) => (part?.value.kind === "dict" ? [{ ...part, value: part.value }] : []));
}

/** Widths below this share of Helvetica's are rejected, because letters would cover each other. */
const narrowest = 0.5;
const control = 0.28;

/** Widths below this share of a standard font's own widths are rejected. Some writers round them down. */
const leastOfStandard = 0.97;

/**
 * The maximum relative to the usual width, and the maximum relative to the font size for any letter of a monospaced
 * font. More would look like a blank next to the letter.
 */
const mostOfUsual = 1.6;
const mostOfAny = 0.75;

/**
 * The advance of a code relative to the font size, or null for one that would make letters overlap, and for fonts of
 * unknown widths. Readers use either a standard font's own widths or those in the file.
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

/** An embedded font may draw a nine for a one. Without a font program, readers choose a text font by its name. */
function hasOwnOutlines(document: PdfDocument, font: Located<PdfDict>): boolean {
  const descriptor = document.dict(font.value.entries.get("FontDescriptor"), font.bytes);
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.value.entries.has(key) ?? false);
}

/**
 * Whether an object and everything that it needs is unchanged. For a font, that includes its descriptor, widths,
 * encoding and font program.
 */
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

/** Code → glyph name (ISO 32000-2, 9.6.5.1), or null when the array is malformed. */
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
 * Encodings whose printable ASCII is known here, and for WinAnsiEncoding also the other characters (ISO 32000-2,
 * Annex D). PDFDocEncoding is not meant for fonts (9.6.5), so readers differ on its other codes.
 */
const encodings = ["StandardEncoding", "WinAnsiEncoding", "PDFDocEncoding"] as const;
type EncodingName = (typeof encodings)[number];

function isEncodingName(name: string): name is EncodingName {
  return encodings.some((encoding) => encoding === name);
}

/** U+0021 to U+007E except letters, by their names in the Adobe Glyph List. */
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
/** Glyph names of U+00A0 to U+00FF, in order. */
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

/** The character of a glyph name, or null for an unknown name. */
function characterOfGlyph(name: string): string | null {
  if (/^[A-Za-z]$/.test(name)) {
    return name;
  }
  const index = latin.indexOf(name);
  const character = index === 0 ? " " : index > 0 ? String.fromCharCode(0xa0 + index) : null;
  return ascii.get(name) ?? further.get(name) ?? (character !== null && unknown.test(character) ? null : character);
}

/** Control characters, and the soft hyphen: fonts draw a hyphen for it, although text is shown without it. */
const unknown = /[\u0080-\u009f\u00ad\ufffd]/;

/** The character of a code in a named encoding, or null if the encoding has none or it is unknown. */
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
