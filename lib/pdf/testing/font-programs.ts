import { long, words, type Shape } from "./hand-written-font";

/**
 * Font programs written byte by byte: three glyphs, of which the first is empty. The two others are a bar with a flag
 * (1) and an angle (7).
 */

export const one: Shape = [
  [230, 0],
  [230, 560],
  [120, 500],
  [120, 590],
  [250, 680],
  [330, 680],
  [330, 0],
];
export const seven: Shape = [
  [150, 0],
  [390, 590],
  [60, 590],
  [60, 680],
  [500, 680],
  [500, 610],
  [250, 0],
];

/** Glyphs by character. */
export type Codes = Readonly<Record<number, number>>;

/** One character map of a TrueType program. */
export interface MapOfCodes {
  platform: number;
  encoding: number;
  codes: Codes;
  format?: 0 | 4 | 6 | 12;
}

function mapBody(format: 0 | 4 | 6 | 12, codes: Codes): Buffer {
  const rows = Object.entries(codes)
    .map(([code, glyph]) => [Number(code), glyph] as const)
    .sort(([a], [b]) => a - b);
  switch (format) {
    case 0: {
      const glyphs = Buffer.alloc(256);
      for (const [code, glyph] of rows) {
        glyphs.writeUInt8(glyph, code);
      }
      return Buffer.concat([words(0, 262, 0), glyphs]);
    }
    case 4: {
      const segments = [...rows, [0xffff, 0] as const];
      const count = segments.length;
      return Buffer.concat([
        words(4, 16 + count * 8, 0, count * 2, 2, 0, 0),
        words(...segments.map(([code]) => code)),
        words(0),
        words(...segments.map(([code]) => code)),
        words(...segments.map(([code, glyph]) => glyph - code)),
        words(...segments.map(() => 0)),
      ]);
    }
    case 6: {
      const [first = 0, last = 0] = [rows[0]?.[0], rows.at(-1)?.[0]];
      const glyphs = Array.from({ length: last - first + 1 }, (_, at) => codes[first + at] ?? 0);
      return words(6, 10 + glyphs.length * 2, 0, first, glyphs.length, ...glyphs);
    }
    default:
      return Buffer.concat([
        words(12, 0),
        long(16 + rows.length * 12),
        long(0),
        long(rows.length),
        ...rows.flatMap(([code, glyph]) => [long(code), long(code), long(glyph)]),
      ]);
  }
}

/** The table `cmap` of a TrueType program. */
export function characterMaps(maps: readonly MapOfCodes[]): Buffer {
  const bodies = maps.map(({ codes, format = 4 }) => mapBody(format, codes));
  let at = 4 + maps.length * 8;
  const rows = maps.map(({ platform, encoding }, index) => {
    const row = Buffer.concat([words(platform, encoding), long(at)]);
    at += bodies[index]?.length ?? 0;
    return row;
  });
  return Buffer.concat([words(0, maps.length), ...rows, ...bodies]);
}

/** The table `post`, with a name for each glyph. */
export function glyphNames(names: readonly string[]): Buffer {
  return Buffer.concat([
    long(0x20000),
    Buffer.alloc(28),
    words(names.length, ...names.map((_, at) => 258 + at)),
    ...names.map((name) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name, "latin1")])),
  ]);
}

function number(value: number): number[] {
  return [28, (value >> 8) & 255, value & 255];
}

function offsetNumber(value: number): number[] {
  return [29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function index(items: readonly Buffer[]): Buffer {
  if (items.length === 0) {
    return words(0);
  }
  let at = 1;
  const offsets = [words(at), ...items.map(({ length }) => words((at += length)))];
  return Buffer.concat([words(items.length), Buffer.from([2]), ...offsets, ...items]);
}

const [moveTo, lineTo, endGlyph] = [21, 5, 14];

/** An outline as a Type 2 charstring. */
export function charstring(shape: Shape, end: readonly number[] = [endGlyph]): Buffer {
  let [x, y] = [0, 0];
  const parts = shape.map(([nextX, nextY], at) => {
    const step = [...number(nextX - x), ...number(nextY - y), at === 0 ? moveTo : lineTo];
    [x, y] = [nextX, nextY];
    return step;
  });
  return Buffer.from([...parts.flat(), ...end]);
}

export interface CffParts {
  /** Names of the glyphs from 1. */
  names: readonly string[];
  glyphs: readonly Buffer[];
  /** Bytes of the encoding table, beginning with its format. */
  encoding?: Buffer;
  /** Entries of the top dictionary, before the mandatory ones. */
  top?: readonly number[];
  /** A predefined charset that replaces the names. */
  charset?: number;
  /** For a CID-keyed font, which has CIDs instead of names: those of the glyphs from 1. */
  cids?: readonly number[];
  /** A second set of glyphs, to which the top dictionary refers first. */
  before?: readonly Buffer[];
}

const standardStrings = 391;

/** A CFF program. */
export function cffOf({ names, glyphs, encoding, top = [], charset, cids, before }: CffParts): Buffer {
  const header = Buffer.from([1, 0, 4, 2]);
  const name = index([Buffer.from("Own", "latin1")]);
  const strings = index([...names, "Adobe", "Identity"].map((text) => Buffer.from(text, "latin1")));
  const globals = index([]);
  const set = Buffer.concat([Buffer.from([0]), words(...(cids ?? names.map((_, at) => standardStrings + at)))]);
  const drawn = index([charstring([]), ...glyphs]);
  const other = before ? index([charstring([]), ...before]) : Buffer.alloc(0);
  const own = Buffer.from([...number(0), 20]);
  const codes = encoding ?? Buffer.alloc(0);
  const fonts = cids ? index([Buffer.from([...offsetNumber(own.length), ...offsetNumber(0), 18])]) : Buffer.alloc(0);
  const select = cids
    ? Buffer.concat([Buffer.from([3]), words(1, 0), Buffer.from([0]), words(glyphs.length + 1)])
    : Buffer.alloc(0);
  const write = (start: number): Buffer => {
    const at = { set: start, codes: start + set.length, own: 0, drawn: 0, other: 0, fonts: 0, select: 0 };
    at.own = at.codes + codes.length;
    at.drawn = at.own + own.length;
    at.other = at.drawn + drawn.length;
    at.fonts = at.other + other.length;
    at.select = at.fonts + fonts.length;
    const entries = [
      ...(cids
        ? [
            ...number(standardStrings + names.length),
            ...number(standardStrings + names.length + 1),
            ...number(0),
            12,
            30,
          ]
        : []),
      ...top,
      ...(before ? [...offsetNumber(at.other), 17] : []),
      ...(charset === undefined ? [...offsetNumber(at.set), 15] : [...offsetNumber(charset), 15]),
      ...(encoding ? [...offsetNumber(at.codes), 16] : []),
      ...offsetNumber(at.drawn),
      17,
      ...(cids ? [...offsetNumber(at.fonts), 12, 36, ...offsetNumber(at.select), 12, 37] : []),
      ...(cids ? [] : [...offsetNumber(own.length), ...offsetNumber(at.own), 18]),
    ];
    const inner = cids ? index([Buffer.from([...offsetNumber(own.length), ...offsetNumber(at.own), 18])]) : fonts;
    const dict = index([Buffer.from(entries)]);
    return Buffer.concat([header, name, dict, strings, globals, set, codes, own, drawn, other, inner, select]);
  };
  const length = write(0).length;
  const tail = set.length + codes.length + own.length + drawn.length + other.length + fonts.length + select.length;
  return write(length - tail);
}

function encrypted(plain: Buffer, key: number): Buffer {
  let state = key;
  return Buffer.from(
    plain.map((byte) => {
      const cipher = byte ^ (state >> 8);
      state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }),
  );
}

const [eexecKey, charstringKey] = [55_665, 4_330];

function type1Number(value: number): number[] {
  return [255, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** An outline as a Type 1 charstring. */
export function type1Glyph(shape: Shape): Buffer {
  let [x, y] = [0, 0];
  const parts = shape.map(([nextX, nextY], at) => {
    const step = [...type1Number(nextX - x), ...type1Number(nextY - y), at === 0 ? 21 : 5];
    [x, y] = [nextX, nextY];
    return step;
  });
  return Buffer.from([...type1Number(0), ...type1Number(600), 13, ...parts.flat(), 9, 14]);
}

export interface Type1Parts {
  glyphs: readonly (readonly [name: string, glyph: Buffer])[];
  /** PostScript that defines the encoding. */
  encoding?: string;
  /** Entries before the encoding. */
  entries?: string;
  matrix?: string;
}

/** A Type 1 program; `clear` is the part that is not encrypted. */
export function type1Of({
  glyphs,
  encoding = "/Encoding StandardEncoding def",
  entries = "",
  matrix = "[0.001 0 0 0.001 0 0]",
}: Type1Parts): { program: Buffer; clear: number; hidden: number } {
  const clear = Buffer.from(
    `%!PS-AdobeFont-1.0: Own 1\n12 dict begin\n/FontInfo 1 dict dup begin end readonly def\n/FontName /Own def\n/PaintType 0 def\n/FontType 1 def\n/FontMatrix ${matrix} readonly def\n${entries}\n${encoding}\n/FontBBox {0 -200 1000 1000} readonly def\ncurrentdict end\ncurrentfile eexec\n`,
    "latin1",
  );
  const lines = [[".notdef", type1Glyph([])] as const, ...glyphs].map(([name, glyph]) => {
    const body = encrypted(Buffer.concat([Buffer.alloc(4), glyph]), charstringKey);
    return Buffer.concat([Buffer.from(`/${name} ${body.length} RD `, "latin1"), body, Buffer.from(" ND\n", "latin1")]);
  });
  const body = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(
      `dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n/BlueValues [] def\n/MinFeature {16 16} def\n/password 5839 def\n/lenIV 4 def\n/Subrs 0 array def\n2 index /CharStrings ${lines.length} dict dup begin\n`,
      "latin1",
    ),
    ...lines,
    Buffer.from(
      "end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n",
      "latin1",
    ),
  ]);
  const hidden = encrypted(body, eexecKey);
  const trailer = Buffer.from(`${"0".repeat(64)}\n`.repeat(8) + "cleartomark\n", "latin1");
  return { program: Buffer.concat([clear, hidden, trailer]), clear: clear.length, hidden: hidden.length };
}
