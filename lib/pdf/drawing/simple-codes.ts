import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { readTrueTypeCodes, type FontProgram, type TrueTypeCodes } from "./font-program";
import { readProgramCodes, standardName, type ProgramCodes } from "./program-codes";

const SYMBOLIC = 4;
const NONSYMBOLIC = 32;
/** The base of codes in symbol fonts (9.6.5.4). */
const SYMBOL_BASE = 0xf000;
const DIGITS: readonly string[] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** Names with a glyph number, which programs count from different bases or ignore. */
const COUNTED_NAME = /^(?:g|glyph|gid|cid|index)\d+$/i;
/** Names that give a character by its number. */
const NUMBERED_NAME = /^u(?:ni)?[0-9A-F]{4,}/;
/**
 * Encodings that define which character a code means. Programs look it up in the Unicode character map, if the font
 * has one.
 */
const CHARACTER_ENCODINGS: ReadonlySet<string> = new Set(["WinAnsiEncoding", "MacRomanEncoding"]);
/** The standard Latin characters (annex D.2): the names by which every program finds a glyph in a substitute font. */
const LATIN_GLYPHS: ReadonlySet<string> = new Set([
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  ...DIGITS,
  ...["A", "E", "I", "O", "U", "a", "e", "i", "o", "u"].flatMap((letter) =>
    ["acute", "circumflex", "dieresis", "grave"].map((accent) => letter + accent),
  ),
  ...(
    "AE OE ae oe Aring aring Atilde atilde Ccedilla ccedilla Eth eth Lslash lslash Ntilde ntilde Oslash oslash Otilde otilde Scaron scaron Thorn thorn Yacute yacute " +
    "Ydieresis ydieresis Zcaron zcaron acute ampersand asciicircum asciitilde asterisk at backslash bar braceleft braceright bracketleft bracketright breve brokenbar " +
    "bullet caron cedilla cent circumflex colon comma copyright currency dagger daggerdbl degree dieresis divide dollar dotaccent dotlessi ellipsis emdash endash equal " +
    "Euro exclam exclamdown fi fl florin fraction germandbls grave greater guillemotleft guillemotright guilsinglleft guilsinglright hungarumlaut hyphen less logicalnot " +
    "macron minus mu multiply numbersign ogonek onehalf onequarter onesuperior ordfeminine ordmasculine paragraph parenleft parenright percent period periodcentered " +
    "perthousand plus plusminus question questiondown quotedbl quotedblbase quotedblleft quotedblright quoteleft quoteright quotesinglbase quotesingle registered ring " +
    "section semicolon slash space sterling threequarters threesuperior tilde trademark twosuperior underscore yen"
  ).split(" "),
]);
const LATIN_ENCODINGS: ReadonlySet<string> = new Set([...CHARACTER_ENCODINGS, "StandardEncoding"]);
const OTHER_MARKS: ReadonlyMap<number, string> = new Map([
  [39, "quotesingle"],
  [96, "grave"],
]);
const SYMBOL_FACE = /^(?:Symbol|ZapfDingbats)/;
const FIRST_LETTER = 33,
  LAST_LETTER = 126;

/**
 * The glyphs that a simple font selects from a TrueType program. Programs look them up in different character maps,
 * by code or by name, so the maps must agree. Only printable ASCII is checked, which has the same codes in every
 * encoding.
 */
export function simpleCodes(
  document: PdfDocument,
  font: Located<PdfDict>,
  program: FontProgram,
): (codes: Uint8Array) => boolean {
  const known = new Map<number, boolean>();
  let tables: TrueTypeCodes | null | undefined;
  let names: ReadonlyMap<number, string> | undefined;
  const hasCharacters =
    (program.flags & (SYMBOLIC | NONSYMBOLIC)) === NONSYMBOLIC &&
    CHARACTER_ENCODINGS.has(document.name(font.value.entries.get("Encoding")) ?? "");
  const judge = (code: number): boolean => {
    if (tables === undefined) {
      names = differencesOf(document, font);
      // Glyph names are at the end of a font program. They are read only if the font selects glyphs by name.
      tables = (names.size === 0 ? tablesOf(program.begin()) : null) ?? tablesOf(program.read());
    }
    return (
      tables === null ||
      isAgreed(hasCharacters ? byCharacter(tables) : tables, code, names?.get(code), (program.flags & SYMBOLIC) !== 0)
    );
  };
  return (codes) =>
    codes.every((code) => {
      const before = known.get(code) ?? judge(code);
      known.set(code, before);
      return before;
    });
}

/**
 * The codes of a font without a program. Not every program has a non-standard name, and it has no meaning in a
 * substitute font.
 */
export function namedCodes(document: PdfDocument, font: Located<PdfDict>): (codes: Uint8Array) => boolean {
  const isSymbols = SYMBOL_FACE.test(document.name(font.value.entries.get("BaseFont")) ?? "");
  return byName(document, font, (name) =>
    isSymbols ? name !== ".notdef" && !COUNTED_NAME.test(name) : LATIN_GLYPHS.has(name),
  );
}

/**
 * The codes of a font with a CFF or Type 1 program. If a glyph has another name in the program, only some readers
 * derive a character from the number in its name. If the program lacks the glyph, some readers show what the program
 * has at that code.
 */
export function programNames(
  document: PdfDocument,
  font: Located<PdfDict>,
  program: FontProgram,
): (codes: Uint8Array) => boolean {
  const encoding = document.dict(font.value.entries.get("Encoding"), font.bytes);
  const base = document.name(
    encoding ? encoding.value.entries.get("BaseEncoding") : font.value.entries.get("Encoding"),
  );
  let differences: ReadonlyMap<number, string> | undefined;
  let bytes: Buffer | null | undefined;
  let own: ProgramCodes | null | undefined;
  const judged = new Map<number, boolean>();
  const judge = (code: number): boolean => {
    differences ??= differencesOf(document, font);
    if (bytes === undefined) {
      bytes = program.read();
      own = bytes && readProgramCodes(bytes);
    }
    const name = differences.get(code) ?? baseName(base, code);
    if (name === null) {
      return own?.isTwofold !== true;
    }
    if (
      NUMBERED_NAME.test(name) &&
      bytes !== null &&
      !bytes.includes(name, 0, "latin1") &&
      own?.names.has(name) !== true
    ) {
      return false;
    }
    const instead = own?.names.has(name) === false ? own.codes.get(code) : undefined;
    return instead === undefined || instead === ".notdef" || own?.names.has(instead) !== true;
  };
  return (codes) =>
    codes.every((code) => {
      const before = judged.get(code) ?? judge(code);
      judged.set(code, before);
      return before;
    });
}

/** For printable ASCII, which has the same codes in all encodings that a file can name, except for two characters. */
function baseName(encoding: string | null, code: number): string | null {
  if (!LATIN_ENCODINGS.has(encoding ?? "")) {
    return null;
  }
  const mark = encoding === "StandardEncoding" ? undefined : OTHER_MARKS.get(code);
  return mark ?? standardName(code);
}

function byName(
  document: PdfDocument,
  font: Located<PdfDict>,
  isPlain: (name: string) => boolean,
): (codes: Uint8Array) => boolean {
  let names: ReadonlyMap<number, string> | undefined;
  const judged = new Map<string, boolean>();
  return (codes) => {
    names ??= differencesOf(document, font);
    return codes.every((code) => {
      const name = names?.get(code);
      if (name === undefined) {
        return true;
      }
      const before = judged.get(name) ?? isPlain(name);
      judged.set(name, before);
      return before;
    });
  };
}

/**
 * Drops character maps that no program uses when there is a Unicode map for Windows (9.6.5.4): converters leave
 * others behind in the old order of glyphs.
 */
function byCharacter(tables: TrueTypeCodes): TrueTypeCodes {
  const isUnicode = ({ platform, encoding }: TrueTypeCodes["maps"][number]): boolean =>
    platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
  const hasWindows = tables.maps.some(({ platform, encoding }) => platform === 3 && encoding === 1);
  return hasWindows ? { ...tables, maps: tables.maps.filter(isUnicode) } : tables;
}

function tablesOf(bytes: Buffer | null): TrueTypeCodes | null {
  try {
    return bytes && readTrueTypeCodes(bytes);
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

function differencesOf(document: PdfDocument, font: Located<PdfDict>): ReadonlyMap<number, string> {
  const encoding = document.dict(font.value.entries.get("Encoding"), font.bytes);
  const list = encoding && document.array(encoding.value.entries.get("Differences"), encoding.bytes);
  const names = new Map<number, string>();
  let code = 0;
  for (const item of list?.value.items ?? []) {
    const number = document.number(item);
    const name = document.name(item);
    if (number !== null) {
      code = number;
    } else if (name !== null) {
      names.set(code, name);
      code += 1;
    }
  }
  return names;
}

function isAgreed(
  { maps, names, nameOf }: TrueTypeCodes,
  code: number,
  name: string | undefined,
  isSymbolic: boolean,
): boolean {
  if (name !== undefined && !isKnownName(name, names)) {
    return false;
  }
  const letter = name === undefined ? code : letterOf(name);
  if (letter === null || letter < FIRST_LETTER || letter > LAST_LETTER) {
    return true;
  }
  const places = isSymbolic && letter !== code ? [letter, code] : [letter];
  const plain = maps.flatMap(({ platform, encoding, glyph }) =>
    platform === 3 && encoding === 0 ? [glyph(SYMBOL_BASE + code), glyph(code)] : places.map(glyph),
  );
  const glyphs = new Set(
    [...plain, ...(name === undefined ? [] : [names.get(name) ?? 0])].filter((glyph) => glyph !== 0),
  );
  const [only] = glyphs;
  if (glyphs.size !== 1 || only === undefined) {
    return (
      glyphs.size === 0 &&
      name === undefined &&
      maps.every(({ glyph }) => glyph(SYMBOL_BASE + code) === 0 && glyph(SYMBOL_BASE + 0x100 + code) === 0)
    );
  }
  const called = letterOf(nameOf(only) ?? "");
  return called === null || called === letter;
}

/** If the program has glyph names, the requested one must be among them. Without names, every reader guesses. */
function isKnownName(name: string, names: TrueTypeCodes["names"]): boolean {
  return (
    name !== ".notdef" &&
    (names.has(name) ||
      (!COUNTED_NAME.test(name) &&
        (names.size === 0 || name.length === 1 || DIGITS.includes(name) || NUMBERED_NAME.test(name))))
  );
}

/** The character of a glyph name that consists of ASCII letters and digits, or null for other names. */
function letterOf(name: string): number | null {
  const digit = DIGITS.indexOf(name);
  return digit >= 0 ? 48 + digit : /^[A-Za-z]$/.test(name) ? name.charCodeAt(0) : null;
}
