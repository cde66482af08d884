import {
  cffOf,
  characterMaps,
  charstring,
  glyphNames,
  one,
  seven,
  type1Glyph,
  type1Of,
  type CffParts,
  type MapOfCodes,
  type Type1Parts,
} from "@/lib/pdf/testing/font-programs";
import { trueTypeOf, type HandWrittenGlyph } from "@/lib/pdf/testing/hand-written-font";
import { integer, type Construct, type Family } from "./family";
import type { KnownDifferenceId } from "./known-differences";
import { sheet, stream } from "./raw-file";

const digit = 0x31;
const symbols = 0xf000;

interface LettersFile {
  font: string;
  /** Objects from number 6; 6 is the descriptor. */
  objects: Readonly<Record<number, string>>;
  code?: string;
  knownDifference?: KnownDifferenceId;
}

const binary = (bytes: Buffer, entries = ""): string => stream(bytes.toString("latin1"), entries);

/** A page with one letter of an embedded font, several times. */
export function lettersFile({ font, objects, code = "31" }: LettersFile, sizePt: number): Buffer {
  return sheet({
    content: `BT /F ${sizePt} Tf 30 ${380 - sizePt} Td <${code}> Tj 0 ${-sizePt * 1.1} Td <${code}${code}> Tj ET`,
    font,
    objects,
  });
}

interface TrueTypeParts {
  maps?: readonly MapOfCodes[];
  glyphs?: readonly HandWrittenGlyph[];
  tables?: Readonly<Record<string, Buffer>>;
  names?: readonly string[];
  flags?: number;
  encoding?: string;
  /** Replaces TrueType. */
  subtype?: string;
  key?: string;
  entries?: string;
  face?: string;
  /** Modifies the font program. */
  edit?: (program: Buffer) => Buffer;
  descriptor?: string;
  more?: Readonly<Record<number, string>>;
}

const both: readonly HandWrittenGlyph[] = [{ outline: one }, { outline: seven }];

function programOf({ maps, glyphs = both, tables = {}, names, edit = (program) => program }: TrueTypeParts): Buffer {
  return edit(
    trueTypeOf(glyphs, {
      ...(maps ? { cmap: characterMaps(maps) } : {}),
      ...(names ? { post: glyphNames(names) } : {}),
      ...tables,
    }),
  );
}

const descriptorOf = (flags: number, entries: string, face = "ABCDEF+Own"): string =>
  `<</Type/FontDescriptor/FontName/${face}/Flags ${flags}/FontBBox[0 -200 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80${entries}>>`;

function trueType(parts: TrueTypeParts): LettersFile {
  const program = programOf(parts);
  const {
    flags = 4,
    encoding = "",
    subtype = "TrueType",
    key = "FontFile2",
    entries = "",
    face = "ABCDEF+Own",
  } = parts;
  return {
    font: `<</Type/Font/Subtype/${subtype}/BaseFont/${face}/FirstChar 49/LastChar 49/Widths[600]${encoding}/FontDescriptor 6 0 R>>`,
    objects: {
      6: descriptorOf(flags, `/${key} 7 0 R${parts.descriptor ?? ""}`, face),
      7: binary(program, `/Length1 ${program.length}${entries}`),
      ...parts.more,
    },
  };
}

const map = (
  platform: number,
  encoding: number,
  code: number,
  glyph: number,
  format?: MapOfCodes["format"],
): MapOfCodes => ({
  platform,
  encoding,
  codes: { [code]: glyph },
  ...(format === undefined ? {} : { format }),
});
const windows = (glyph: number): MapOfCodes => map(3, 1, digit, glyph);
const apple = (glyph: number): MapOfCodes => map(1, 0, digit, glyph, 0);
const symbolic = (glyph: number): MapOfCodes => map(3, 0, symbols + digit, glyph);
const winAnsi = "/Encoding/WinAnsiEncoding";
const differences = (names: string, more = ""): string => `/Encoding<</Type/Encoding${more}/Differences[49 ${names}]>>`;
const plain = [".notdef", "one", "seven"];
const swapped = [".notdef", "seven", "one"];

/** Adds a second table with the given tag, after the first. */
const twice =
  (tag: string, body: Buffer) =>
  (program: Buffer): Buffer => {
    const count = program.readUInt16BE(4);
    const rows = Array.from({ length: count }, (_, at) => program.subarray(12 + at * 16, 28 + at * 16));
    const shifted = rows.map((row) => {
      const copy = Buffer.from(row);
      copy.writeUInt32BE(row.readUInt32BE(8) + 16, 8);
      return copy;
    });
    const extra = Buffer.alloc(16);
    extra.write(tag, 0, "latin1");
    extra.writeUInt32BE(program.length + 16, 8);
    extra.writeUInt32BE(body.length, 12);
    const header = Buffer.from(program.subarray(0, 12));
    header.writeUInt16BE(count + 1, 4);
    const at = shifted.findIndex((row) => row.toString("latin1", 0, 4) === tag) + 1;
    shifted.splice(at, 0, extra);
    return Buffer.concat([header, ...shifted, program.subarray(12 + count * 16), body]);
  };
const tableOf = (program: Buffer, tag: string): Buffer => {
  const count = program.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16) {
    if (program.toString("latin1", at, at + 4) === tag) {
      const start = program.readUInt32BE(at + 8);
      return Buffer.from(program.subarray(start, start + program.readUInt32BE(at + 12)));
    }
  }
  throw new RangeError(`no table ${tag}`);
};
const turned = trueTypeOf([{ outline: seven }, { outline: one }]);

const trueTypes: readonly (readonly [string, TrueTypeParts])[] = [
  ["Apple's map beside that of Windows", { maps: [apple(1), windows(2)], flags: 32, encoding: winAnsi }],
  ["the same for symbols", { maps: [apple(1), windows(2)] }],
  ["the same for symbols with an encoding", { maps: [apple(1), windows(2)], encoding: winAnsi }],
  ["the same for symbols and letters at once", { maps: [apple(1), windows(2)], encoding: winAnsi, flags: 36 }],
  ["the same for neither", { maps: [apple(1), windows(2)], encoding: winAnsi, flags: 0 }],
  ["the same without an encoding", { maps: [apple(1), windows(2)], flags: 32 }],
  ["Apple's map beside that of symbols", { maps: [apple(1), symbolic(2)] }],
  ["Apple's map beside that of symbols, for letters", { maps: [apple(1), symbolic(2)], flags: 32, encoding: winAnsi }],
  ["symbols at two places", { maps: [{ platform: 3, encoding: 0, codes: { [digit]: 1, [symbols + digit]: 2 } }] }],
  [
    "symbols beyond the first row",
    { maps: [{ platform: 3, encoding: 0, codes: { [symbols + 0x100 + digit]: 1, [symbols + digit]: 2 } }] },
  ],
  ["a map of symbols beside that of letters", { maps: [symbolic(1), windows(2)] }],
  [
    "a map of symbols beside that of letters, for letters",
    { maps: [symbolic(1), windows(2)], flags: 32, encoding: winAnsi },
  ],
  ["two maps of Windows", { maps: [windows(1), windows(2)], flags: 32, encoding: winAnsi }],
  ["two maps of Apple", { maps: [apple(1), apple(2)] }],
  ["two maps of symbols", { maps: [symbolic(1), symbolic(2)] }],
  [
    "a map of Unicode beside that of Windows",
    { maps: [map(0, 3, digit, 1), windows(2)], flags: 32, encoding: winAnsi },
  ],
  ["a map of Unicode beside that of Apple", { maps: [map(0, 3, digit, 1), apple(2)] }],
  ["a long map beside a short one", { maps: [windows(1), map(3, 10, digit, 2, 12)], flags: 32, encoding: winAnsi }],
  ["maps in another order", { maps: [windows(1), apple(2)], flags: 32, encoding: winAnsi }],
  ["a name beside another character", { maps: [windows(1)], names: swapped, flags: 32, encoding: differences("/one") }],
  ["a name beside another symbol", { maps: [symbolic(1), apple(1)], names: swapped, encoding: differences("/one") }],
  [
    "a name beside a base",
    {
      maps: [windows(1), apple(2)],
      names: plain,
      flags: 32,
      encoding: differences("/one", "/BaseEncoding/WinAnsiEncoding"),
    },
  ],
  ["a code with two names", { maps: [windows(1)], names: plain, flags: 32, encoding: differences("/one 49/seven") }],
  ["a name for symbols", { maps: [symbolic(1)], names: plain, encoding: differences("/seven") }],
  ["a name for symbols of Apple", { maps: [apple(1)], names: plain, encoding: differences("/seven") }],
  [
    "a name by its character",
    { maps: [{ platform: 3, encoding: 1, codes: { 0x31: 1, 0x37: 2 } }], flags: 32, encoding: differences("/uni0037") },
  ],
  ["a name by its number", { maps: [windows(1)], flags: 32, encoding: differences("/g2") }],
  ["a name by another number", { maps: [windows(1)], flags: 32, encoding: differences("/glyph2") }],
  ["a name by its number of a character set", { maps: [windows(1)], flags: 32, encoding: differences("/cid2") }],
  [
    "a name that the program has as another",
    {
      maps: [{ platform: 3, encoding: 1, codes: { 0x31: 1, 0x37: 2 } }],
      names: swapped,
      flags: 32,
      encoding: differences("/seven"),
    },
  ],
  ["no map at all", { maps: [], names: swapped, flags: 32, encoding: differences("/one") }],
  ["no map and no name", { maps: [], flags: 4 }],
  ["an encoding of Apple", { maps: [apple(1), windows(2)], flags: 32, encoding: "/Encoding/MacRomanEncoding" }],
  ["an encoding of experts", { maps: [apple(1), windows(2)], flags: 32, encoding: "/Encoding/MacExpertEncoding" }],
  ["an encoding of no name", { maps: [apple(1), windows(2)], flags: 32, encoding: "/Encoding/Nobody" }],
  ["a map by rows", { maps: [map(1, 0, digit, 1, 6), windows(2)] }],
  ["a font of another kind", { maps: [apple(1), windows(2)], subtype: "Type1", flags: 32, encoding: winAnsi }],
  [
    "a program in the place of another kind",
    { maps: [apple(1), windows(2)], key: "FontFile3", entries: "/Subtype/OpenType", flags: 32, encoding: winAnsi },
  ],
  ["a program in the place of Type 1", { maps: [apple(1), windows(2)], key: "FontFile" }],
  ["a program in the place of CFF", { maps: [apple(1)], key: "FontFile3", entries: "/Subtype/Type1C" }],
  [
    "two programs",
    {
      maps: [apple(1)],
      descriptor: "/FontFile3 8 0 R",
      more: { 8: binary(trueTypeOf([{ outline: seven }]), "/Subtype/OpenType") },
    },
  ],
  ["glyphs twice", { maps: [apple(1)], edit: twice("glyf", tableOf(turned, "glyf")) }],
  ["places of glyphs twice", { maps: [apple(1)], edit: twice("loca", tableOf(turned, "loca")) }],
  ["maps twice", { maps: [apple(1)], edit: twice("cmap", characterMaps([apple(2)])) }],
  ["widths twice", { maps: [apple(1)], edit: twice("hmtx", Buffer.alloc(64, 1)) }],
  [
    "a bearing that is not the outline's",
    { maps: [apple(1)], glyphs: [{ outline: one, bearing: 700 }, { outline: seven }] },
  ],
  ["a bearing that is less", { maps: [apple(1)], glyphs: [{ outline: one, bearing: -300 }, { outline: seven }] }],
  [
    "fewer glyphs than shown",
    { maps: [apple(2)], tables: { maxp: Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.alloc(26)]) } },
  ],
  ["a standard name", { maps: [apple(1), windows(2)], face: "Helvetica", flags: 32, encoding: winAnsi }],
  ["a standard name of symbols", { maps: [apple(1), windows(2)], face: "Symbol" }],
  [
    "a collection",
    {
      maps: [apple(1)],
      edit: (program) => collectionOf([program, trueTypeOf([{ outline: seven }], { cmap: characterMaps([apple(1)]) })]),
    },
  ],
];

function collectionOf(programs: readonly Buffer[]): Buffer {
  const head = 12 + programs.length * 4;
  let at = head;
  const offsets = programs.map((program) => {
    const start = at;
    at += program.length;
    return start;
  });
  const moved = programs.map((program, index) => {
    const copy = Buffer.from(program);
    const count = copy.readUInt16BE(4);
    for (let row = 12; row < 12 + count * 16; row += 16) {
      copy.writeUInt32BE(copy.readUInt32BE(row + 8) + (offsets[index] ?? 0), row + 8);
    }
    return copy;
  });
  const header = Buffer.alloc(head);
  header.write("ttcf", 0, "latin1");
  header.writeUInt32BE(0x10000, 4);
  header.writeUInt32BE(programs.length, 8);
  offsets.forEach((offset, index) => header.writeUInt32BE(offset, 12 + index * 4));
  return Buffer.concat([header, ...moved]);
}

interface SimpleParts {
  flags?: number;
  encoding?: string;
  key?: string;
  subtype?: string;
  kind?: string;
  face?: string;
}

const glyphsOf = [charstring(one), charstring(seven)];
/** An encoding table of a CFF program: the codes of the glyphs from 1, and supplementary codes by name. */
const codesOf = (codes: readonly number[], more: readonly (readonly [code: number, name: number])[] = []): Buffer =>
  Buffer.from([
    more.length > 0 ? 0x80 : 0,
    codes.length,
    ...codes,
    ...(more.length > 0 ? [more.length, ...more.flatMap(([code, name]) => [code, name >> 8, name & 255])] : []),
  ]);

function cff(
  parts: Partial<CffParts>,
  {
    flags = 32,
    encoding = "",
    key = "FontFile3",
    subtype = "Type1C",
    kind = "Type1",
    face = "ABCDEF+Own",
  }: SimpleParts = {},
): LettersFile {
  return {
    font: `<</Type/Font/Subtype/${kind}/BaseFont/${face}/FirstChar 49/LastChar 49/Widths[600]${encoding}/FontDescriptor 6 0 R>>`,
    objects: {
      6: descriptorOf(flags, `/${key} 7 0 R`, face),
      7: binary(cffOf({ names: ["one", "seven"], glyphs: glyphsOf, ...parts }), `/Subtype/${subtype}`),
    },
  };
}

/** Numbers of the standard strings: `one` has number 18. */
const nameOne = 18;
const nameSeven = 24;

const cffs: readonly (readonly [string, LettersFile])[] = [
  ["codes of the program beside an encoding", cff({ encoding: codesOf([0x30, 0x31]) }, { encoding: winAnsi })],
  [
    "codes of the program beside an encoding, for symbols",
    cff({ encoding: codesOf([0x30, 0x31]) }, { encoding: winAnsi, flags: 4 }),
  ],
  ["codes of the program alone", cff({ encoding: codesOf([0x30, 0x31]) })],
  ["codes of the program alone, for symbols", cff({ encoding: codesOf([0x30, 0x31]) }, { flags: 4 })],
  [
    "names without a base beside codes of the program",
    cff({ encoding: codesOf([0x30, 0x31]) }, { encoding: "/Encoding<</Differences[50/one]>>" }),
  ],
  [
    "names without a base beside codes of the program, for symbols",
    cff({ encoding: codesOf([0x30, 0x31]) }, { encoding: "/Encoding<</Differences[50/one]>>", flags: 4 }),
  ],
  ["one name for two glyphs", cff({ names: ["one", "one"] }, { encoding: winAnsi })],
  ["one name for two glyphs, by name", cff({ names: ["one", "one"] }, { encoding: differences("/one") })],
  [
    "codes with further names",
    cff({ names: ["one", "seven"], encoding: codesOf([0x31, 0x37], [[0x31, nameSeven]]) }, { flags: 4 }),
  ],
  ["two glyphs for one code", cff({ encoding: codesOf([0x31, 0x31]) }, { flags: 4 })],
  ["a predefined set of names", cff({ charset: 0 }, { encoding: differences("/space") })],
  ["a predefined set of names for experts", cff({ charset: 1 }, { encoding: differences("/space") })],
  ["two sets of glyphs", cff({ before: [charstring(seven), charstring(one)] }, { encoding: winAnsi })],
  [
    "a matrix of its own",
    cff({ top: [30, 0xa0, 0x00, 0x5f, 139, 139, 30, 0xa0, 0x00, 0x5f, 139, 139, 12, 7] }, { encoding: winAnsi }),
  ],
  [
    "a matrix that turns",
    cff(
      { top: [30, 0xa0, 0x01, 0xff, 30, 0xa0, 0x00, 0x5f, 139, 30, 0xa0, 0x01, 0xff, 139, 139, 12, 7] },
      { encoding: winAnsi },
    ),
  ],
  ["glyphs in the older language", cff({ top: [140, 12, 6] }, { encoding: winAnsi })],
  ["glyphs that are lines", cff({ top: [141, 12, 5] }, { encoding: winAnsi })],
  [
    "glyphs made of others",
    cff(
      { names: ["a", "seven"], glyphs: [charstring([], [139, 139, 139 + 49, 139 + 55, 14]), charstring(seven)] },
      { encoding: differences("/a") },
    ),
  ],
  [
    "a glyph that goes on behind its end",
    cff({ glyphs: [Buffer.concat([charstring(one), charstring(seven)]), charstring(seven)] }, { encoding: winAnsi }),
  ],
  ["a glyph without an end", cff({ glyphs: [charstring(one, []), charstring(seven)] }, { encoding: winAnsi })],
  [
    "a glyph with an unknown operator",
    cff(
      { glyphs: [Buffer.concat([charstring(one, [12, 99]), charstring(seven)]), charstring(seven)] },
      { encoding: winAnsi },
    ),
  ],
  [
    "a glyph that calls a missing subroutine",
    cff(
      { glyphs: [Buffer.concat([charstring(one, [139, 10]), charstring(seven)]), charstring(seven)] },
      { encoding: winAnsi },
    ),
  ],
  [
    "a glyph with too many numbers",
    cff(
      { glyphs: [Buffer.concat([Buffer.alloc(60, 139), charstring(one)]), charstring(seven)] },
      { encoding: winAnsi },
    ),
  ],
  [
    "a glyph that calculates",
    cff(
      {
        glyphs: [Buffer.concat([Buffer.from([139 + 1, 139 + 2, 12, 10, 12, 18]), charstring(one)]), charstring(seven)],
      },
      { encoding: winAnsi },
    ),
  ],
  [
    "a glyph that decides",
    cff(
      {
        glyphs: [
          Buffer.concat([
            charstring(one).subarray(0, 3),
            Buffer.from([139 + 107, 139, 139, 140, 12, 22, 21]),
            charstring(seven),
          ]),
          charstring(seven),
        ],
      },
      { encoding: winAnsi },
    ),
  ],
  [
    "a program in the place of Type 1",
    cff({ encoding: codesOf([0x30, 0x31]) }, { key: "FontFile", encoding: winAnsi }),
  ],
  [
    "a program in the place of TrueType",
    cff({ encoding: codesOf([0x30, 0x31]) }, { key: "FontFile2", encoding: winAnsi }),
  ],
  ["a font of another kind", cff({ encoding: codesOf([0x30, 0x31]) }, { kind: "TrueType", encoding: winAnsi })],
  ["a font of another kind, for symbols", cff({ encoding: codesOf([0x30, 0x31]) }, { kind: "TrueType", flags: 4 })],
  ["a program of a composite font", cff({ names: [], cids: [nameSeven, nameOne] }, { encoding: winAnsi })],
  ["a program called OpenType", cff({ encoding: codesOf([0x30, 0x31]) }, { subtype: "OpenType", encoding: winAnsi })],
  ["a standard name", cff({ encoding: codesOf([0x30, 0x31]) }, { face: "Helvetica", flags: 4 })],
  [
    "a standard name of symbols",
    cff({ encoding: codesOf([0x30, 0x31]), names: ["one", "seven"] }, { face: "ZapfDingbats", flags: 4 }),
  ],
  [
    "a standard name of symbols, with names",
    cff({ names: ["a1", "a2"], encoding: codesOf([0x30, 0x31]) }, { face: "Symbol", encoding: differences("/one") }),
  ],
  [
    "the number of a name",
    cff({ names: ["g1", "g2"], encoding: codesOf([0x30, 0x31]) }, { encoding: differences("/g1") }),
  ],
  [
    "the character of a name",
    cff({ names: ["uni0031", "uni0037"], encoding: codesOf([0x31, 0x30]) }, { encoding: winAnsi }),
  ],
  [
    "a name with an ending",
    cff({ names: ["one.alt", "seven"], encoding: codesOf([0x31, 0x30]) }, { encoding: winAnsi }),
  ],
  ["an unknown name", cff({ encoding: codesOf([0x30, 0x31]) }, { encoding: differences("/nobody") })],
];

function type1(
  parts: Partial<Type1Parts>,
  { flags = 32, encoding = "", key = "FontFile", kind = "Type1" }: SimpleParts = {},
  lengths: readonly [number, number] = [0, 0],
): LettersFile {
  const { program, clear, hidden } = type1Of({
    glyphs: [
      ["one", type1Glyph(one)],
      ["seven", type1Glyph(seven)],
    ],
    ...parts,
  });
  return {
    font: `<</Type/Font/Subtype/${kind}/BaseFont/ABCDEF+Own/FirstChar 49/LastChar 49/Widths[600]${encoding}/FontDescriptor 6 0 R>>`,
    objects: {
      6: descriptorOf(flags, `/${key} 7 0 R`),
      7: binary(
        program,
        `/Length1 ${clear + lengths[0]}/Length2 ${hidden + lengths[1]}/Length3 ${program.length - clear - hidden}`,
      ),
    },
  };
}

const codesInPostScript = (codes: string): string =>
  `/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n${codes}\nreadonly def`;
const set = (code: number, name: string): string => `dup ${code} /${name} put`;

const type1s: readonly (readonly [string, LettersFile])[] = [
  [
    "codes of the program beside an encoding",
    type1({ encoding: codesInPostScript(set(49, "seven")) }, { encoding: winAnsi }),
  ],
  ["codes of the program alone", type1({ encoding: codesInPostScript(set(49, "seven")) })],
  ["codes of the program alone, for symbols", type1({ encoding: codesInPostScript(set(49, "seven")) }, { flags: 4 })],
  ["one code twice", type1({ encoding: codesInPostScript(`${set(49, "one")}\n${set(49, "seven")}`) }, { flags: 4 })],
  [
    "codes twice",
    type1({ encoding: `${codesInPostScript(set(49, "one"))}\n${codesInPostScript(set(49, "seven"))}` }, { flags: 4 }),
  ],
  ["codes in another base", type1({ encoding: codesInPostScript("dup 8#61 /seven put") }, { flags: 4 })],
  [
    "codes in a comment",
    type1({ encoding: codesInPostScript(`%\n${set(49, "one")} % ${set(49, "seven")}`) }, { flags: 4 }),
  ],
  [
    "codes as a list",
    type1({ encoding: `/Encoding [ ${"/.notdef ".repeat(49)}/seven ${"/.notdef ".repeat(206)}] def` }, { flags: 4 }),
  ],
  [
    "codes that are standard behind others",
    type1({ encoding: `${codesInPostScript(set(49, "seven"))}\n/Encoding StandardEncoding def` }, { flags: 4 }),
  ],
  [
    "a glyph twice",
    type1(
      {
        glyphs: [
          ["one", type1Glyph(one)],
          ["one", type1Glyph(seven)],
        ],
      },
      { encoding: winAnsi },
    ),
  ],
  ["a matrix of its own", type1({ matrix: "[0.0005 0 0 0.0005 0 0]" }, { encoding: winAnsi })],
  ["a matrix that moves", type1({ matrix: "[0.001 0 0 0.001 300 400]" }, { encoding: winAnsi })],
  ["a matrix twice", type1({ entries: "/FontMatrix [0.0005 0 0 0.0005 0 0] def" }, { encoding: winAnsi })],
  ["glyphs that are lines", type1({ entries: "/PaintType 2 def /StrokeWidth 40 def" }, { encoding: winAnsi })],
  ["a length that is too short", type1({}, { encoding: winAnsi }, [-20, 0])],
  ["a length that is too long", type1({}, { encoding: winAnsi }, [20, 0])],
  [
    "a bearing of its own",
    type1({ glyphs: [["one", Buffer.from([255, 0, 0, 1, 0, ...type1Glyph(one).subarray(5)])]] }, { encoding: winAnsi }),
  ],
  [
    "a program in another place",
    type1({ encoding: codesInPostScript(set(49, "seven")) }, { key: "FontFile3", encoding: winAnsi }),
  ],
  [
    "a program in the place of TrueType",
    type1({ encoding: codesInPostScript(set(49, "seven")) }, { key: "FontFile2", encoding: winAnsi }),
  ],
  ["a font of another kind", type1({ encoding: codesInPostScript(set(49, "seven")) }, { kind: "TrueType" })],
  [
    "a glyph made of others",
    type1(
      {
        glyphs: [
          ["one", type1Glyph(one)],
          ["a", Buffer.from([...type1Glyph([]).subarray(0, 11), 139, 139, 139, 139 + 49, 139 + 49, 12, 6])],
        ],
      },
      { encoding: differences("/a") },
    ),
  ],
];

interface CompositeParts {
  program?: Buffer;
  key?: string;
  subtype?: string;
  kind?: number;
  toGlyphs?: Buffer | string;
  encoding?: string;
  order?: string;
  code?: string;
  more?: Readonly<Record<number, string>>;
  entries?: string;
}

function composite({
  program = trueTypeOf(both),
  key = "FontFile2",
  subtype = "",
  kind = 2,
  toGlyphs,
  encoding = "/Identity-H",
  order = "Identity",
  code = "0001",
  more = {},
  entries = "",
}: CompositeParts): LettersFile {
  const glyphMap = toGlyphs === undefined ? "" : typeof toGlyphs === "string" ? toGlyphs : "/CIDToGIDMap 8 0 R";
  return {
    code,
    font: `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Own/Encoding${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType${kind}/BaseFont/ABCDEF+Own/CIDSystemInfo<</Registry(Adobe)/Ordering(${order})/Supplement 0>>/DW 600/FontDescriptor 6 0 R${glyphMap}${entries}>>]>>`,
    objects: {
      6: descriptorOf(4, `/${key} 7 0 R`),
      7: binary(program, subtype),
      ...(Buffer.isBuffer(toGlyphs) ? { 8: binary(toGlyphs) } : {}),
      ...more,
    },
  };
}

const swap = Buffer.from([0, 0, 0, 2, 0, 1]);
const keyed = cffOf({ names: [], glyphs: glyphsOf, cids: [2, 1] });
const named = cffOf({ names: ["one", "seven"], glyphs: glyphsOf });
const cidMap = (body: string, entries = ""): string =>
  stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>def /CMapName /X def /CMapType 1 def ${body} endcmap CMapName currentdict /CMap defineresource pop end end`,
    `/Type/CMap/CMapName/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${entries}`,
  );
const range = "1 begincodespacerange <0000> <ffff> endcodespacerange";
const unicodeMap = trueTypeOf(both, {
  cmap: characterMaps([{ platform: 3, encoding: 1, codes: { 0x31: 1, 0x37: 2 } }]),
});

const composites: readonly (readonly [string, LettersFile])[] = [
  ["a map of glyphs", composite({ toGlyphs: swap })],
  ["a map of glyphs of an odd length", composite({ toGlyphs: Buffer.concat([swap, Buffer.from([0])]) })],
  ["a map of glyphs that ends early", composite({ toGlyphs: swap.subarray(0, 5), code: "0002" })],
  ["a map of glyphs by another name", composite({ toGlyphs: "/CIDToGIDMap/Nobody" })],
  ["a map of glyphs of another kind", composite({ toGlyphs: swap, kind: 0 })],
  [
    "a map of glyphs beside numbers",
    composite({ toGlyphs: swap, program: keyed, key: "FontFile3", subtype: "/Subtype/CIDFontType0C", kind: 0 }),
  ],
  [
    "a map of glyphs beside numbers, TrueType",
    composite({ toGlyphs: swap, program: keyed, key: "FontFile3", subtype: "/Subtype/CIDFontType0C" }),
  ],
  [
    "numbers beside the order",
    composite({ program: keyed, key: "FontFile3", subtype: "/Subtype/CIDFontType0C", kind: 0 }),
  ],
  [
    "numbers beside the order, TrueType",
    composite({ program: keyed, key: "FontFile3", subtype: "/Subtype/CIDFontType0C" }),
  ],
  [
    "names in place of numbers",
    composite({ program: named, key: "FontFile3", subtype: "/Subtype/CIDFontType0C", kind: 0 }),
  ],
  [
    "names in place of numbers, with a map of glyphs",
    composite({ program: named, toGlyphs: swap, key: "FontFile3", subtype: "/Subtype/Type1C", kind: 0 }),
  ],
  [
    "names in place of numbers, TrueType with a map of glyphs",
    composite({ program: named, toGlyphs: swap, key: "FontFile3", subtype: "/Subtype/Type1C" }),
  ],
  ["numbers in the place of TrueType", composite({ program: keyed, kind: 0 })],
  ["an order of Japan", composite({ program: unicodeMap, order: "Japan1", code: "0001" })],
  [
    "an order of Japan, characters",
    composite({ program: unicodeMap, order: "Japan1", encoding: "/UniJIS-UCS2-H", code: "0031" }),
  ],
  [
    "an order of China, characters",
    composite({ program: unicodeMap, order: "GB1", encoding: "/UniGB-UCS2-H", code: "0031" }),
  ],
  [
    "an order of Korea and a map of glyphs",
    {
      ...composite({ program: unicodeMap, order: "Korea1", toGlyphs: swap }),
      knownDifference: "order_of_korea",
    },
  ],
  ["two bytes of Japan", composite({ program: unicodeMap, order: "Japan1", encoding: "/90ms-RKSJ-H", code: "31" })],
  ["an unknown order", composite({ program: unicodeMap, order: "Nobody" })],
  [
    "a code twice",
    composite({ encoding: " 9 0 R", more: { 9: cidMap(`${range} 2 begincidchar <0001> 1 <0001> 2 endcidchar`) } }),
  ],
  [
    "a code in two ranges",
    composite({
      encoding: " 9 0 R",
      more: { 9: cidMap(`${range} 2 begincidrange <0000> <0005> 0 <0001> <0001> 2 endcidrange`) },
    }),
  ],
  [
    "a code in a range and by itself",
    composite({
      encoding: " 9 0 R",
      more: { 9: cidMap(`${range} 1 begincidchar <0001> 2 endcidchar 1 begincidrange <0000> <0005> 0 endcidrange`) },
    }),
  ],
  [
    "a code for an undefined glyph",
    composite({
      encoding: " 9 0 R",
      more: { 9: cidMap(`${range} 1 beginnotdefrange <0000> <0005> 2 endnotdefrange`) },
    }),
  ],
  [
    "a code in a map below",
    composite({
      encoding: " 9 0 R",
      more: { 9: cidMap(`/Identity-H usecmap ${range} 1 begincidchar <0001> 2 endcidchar`, "/UseCMap/Identity-H") },
    }),
  ],
  [
    "a map that ends before",
    composite({
      encoding: " 9 0 R",
      more: { 9: cidMap(`${range} 1 begincidchar <0001> 1 endcidchar endcmap 1 begincidchar <0001> 2 endcidchar`) },
    }),
  ],
  [
    "codes of a byte",
    composite({
      encoding: " 9 0 R",
      code: "31",
      more: { 9: cidMap("1 begincodespacerange <00> <ff> endcodespacerange 1 begincidchar <31> 2 endcidchar") },
    }),
  ],
  [
    "a range over two bytes",
    composite({
      encoding: " 9 0 R",
      code: "0101",
      more: {
        9: cidMap(`${range} 1 begincidrange <0000> <0201> 0 endcidrange`),
        8: binary(Buffer.concat([Buffer.alloc(0x101 * 2), Buffer.from([0, 2])])),
      },
      toGlyphs: "/CIDToGIDMap 8 0 R",
    }),
  ],
  ["downwards", composite({ encoding: "/Identity-V" })],
  ["downwards with places", composite({ encoding: "/Identity-V", entries: "/DW2[500 -300]/W2[1[-1000 100 900]]" })],
  [
    "downwards by a map of its own",
    composite({
      encoding: " 9 0 R",
      more: { 9: cidMap(`/WMode 1 def ${range} 1 begincidrange <0000> <0005> 0 endcidrange`, "/WMode 1") },
    }),
  ],
];

const kindOf = (kind: string, all: readonly (readonly [string, LettersFile])[]): [string, LettersFile][] =>
  all.map(([name, file]) => [`${kind}: ${name}`, file]);

/** One letter in an embedded font, which programs may look up in several ways. */
export const embeddedLetters: readonly (readonly [string, LettersFile])[] = [
  ...kindOf(
    "TrueType",
    trueTypes.map(([name, parts]) => [name, trueType(parts)]),
  ),
  ...kindOf("CFF", cffs),
  ...kindOf("Type 1", type1s),
  ...kindOf("composite", composites),
];

const family: Family = {
  id: "letters_of_embedded_fonts",
  name: "letters of embedded fonts",
  // Without /ToUnicode, each program guesses the text behind a glyph, so only the renderings are compared.
  isTextCompared: false,
  constructs: embeddedLetters.map(([name, file]): Construct => [
    name,
    (draw) => lettersFile(file, integer(draw, 60, 110)),
    file.knownDifference,
  ]),
};

export const embeddedLetterFamilies: readonly Family[] = [family];
