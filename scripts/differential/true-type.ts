type Point = readonly [number, number];

/** A character map of a font: which glyph stands for which code. */
export interface CharacterMap {
  platform: number;
  encoding: number;
  glyphs: Readonly<Record<number, number>>;
}

/** Six glyphs beside the empty one, none of which can be taken for another: lower, upper, left, right, middle, all of the square. Named A to F. */
const SQUARES: readonly (readonly Point[])[] = [
  [],
  box(0, 0, 900, 300),
  box(0, 600, 900, 900),
  box(0, 0, 300, 900),
  box(600, 0, 900, 900),
  box(300, 300, 600, 600),
  box(0, 0, 900, 900),
];
const NAMES: readonly string[] = [".notdef", "A", "B", "C", "D", "E", "F"];
const OWN_NAMES = 258;
const TABLE_ROW = 16;

/** A TrueType program of squares, Latin-1, with the character maps given and, if wanted, names of glyphs. */
export function trueType(maps: readonly CharacterMap[], names: readonly string[] = NAMES): string {
  const outlines = SQUARES.map(outline);
  const places = outlines.reduce<number[]>((all, { length }) => [...all, (all.at(-1) ?? 0) + length], [0]);
  const count = SQUARES.length;
  const tables: Readonly<Record<string, Buffer>> = {
    cmap: characterMaps(maps),
    glyf: Buffer.concat([...outlines, Buffer.alloc(4)]),
    head: Buffer.concat([
      long(0x10000, 0x10000, 0, 0x5f0f3cf5),
      short(0, 1000),
      Buffer.alloc(16),
      short(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([long(0x10000), short(1000, 0, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, count)]),
    hmtx: short(...SQUARES.flatMap(() => [1000, 0])),
    loca: long(...places),
    maxp: Buffer.concat([long(0x10000), short(count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    post: Buffer.concat([
      long(0x20000),
      Buffer.alloc(28),
      short(count),
      short(...names.map((_, at) => OWN_NAMES + at)),
      ...names.map((name) => Buffer.from(String.fromCharCode(name.length) + name, "latin1")),
    ]),
  };
  return assembled(Object.entries(tables)).toString("latin1");
}

function assembled(tables: readonly (readonly [string, Buffer])[]): Buffer {
  let at = 12 + TABLE_ROW * tables.length;
  const rows: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, table] of tables) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    rows.push(Buffer.from(tag, "latin1"), long(0, at, table.length));
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([long(0x10000), short(tables.length, 128, 3, 0), ...rows, ...bodies]);
}

function characterMaps(maps: readonly CharacterMap[]): Buffer {
  const bodies = maps.map(({ glyphs }) =>
    segments(Object.entries(glyphs).map(([code, glyph]) => [Number(code), glyph])),
  );
  let at = 4 + 8 * maps.length;
  const rows = maps.flatMap(({ platform, encoding }, index) => {
    const row = [short(platform, encoding), long(at)];
    at += bodies[index]?.length ?? 0;
    return row;
  });
  return Buffer.concat([short(0, maps.length), ...rows, ...bodies]);
}

/** Format 4, a segment for each code. */
function segments(codes: readonly (readonly [number, number])[]): Buffer {
  const last = 0xffff;
  const count = codes.length + 1;
  const ends = codes.map(([code]) => code);
  const body = [
    short(count * 2, 0, 0, 0),
    short(...ends, last),
    short(0),
    short(...ends, last),
    short(...codes.map(([code, glyph]) => glyph - code), 1),
    short(...new Array<number>(count).fill(0)),
  ];
  return Buffer.concat([short(4, 14 + count * 8 + 2, 0), ...body]);
}

function outline(points: readonly Point[]): Buffer {
  if (points.length === 0) {
    return Buffer.alloc(0);
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const steps = (all: readonly number[]): number[] => all.map((value, at) => value - (all[at - 1] ?? 0));
  const glyph = Buffer.concat([
    short(1, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), points.length - 1, 0),
    Buffer.from(points.map(() => 1)),
    short(...steps(xs), ...steps(ys)),
  ]);
  return glyph.length % 2 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(1)]);
}

function box(left: number, bottom: number, right: number, top: number): Point[] {
  return [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
}

function short(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, at * 2));
  return bytes;
}

function long(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
}
