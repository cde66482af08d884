type Point = readonly [x: number, y: number];
/** One outline of straight lines, in 1000 units per em. */
export type Shape = readonly Point[];

export interface HandWrittenGlyph {
  outline: Shape;
  instructions?: readonly number[];
  /** Default: the start of the outline. */
  bearing?: number;
}

/** Big-endian, 16 bits each. */
export const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, at * 2));
  return bytes;
};
export const long = (value: number): Buffer => words(value >>> 16, value);
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
const firstLetter = 0x61;

/** A TrueType program: glyph 0 is empty, the given ones are the letters from a, each 600 units wide. */
export function trueTypeOf(glyphs: readonly HandWrittenGlyph[], tables: Readonly<Record<string, Buffer>> = {}): Buffer {
  const bodies = [Buffer.alloc(0), ...glyphs.map(glyphBody)];
  const offsets = bodies.reduce<number[]>((all, body) => [...all, (all.at(-1) ?? 0) + body.length], [0]);
  const codes = Buffer.alloc(256);
  glyphs.forEach((_, at) => codes.writeUInt8(at + 1, firstLetter + at));
  const bearings = glyphs.map(({ outline, bearing }) => words(600, bearing ?? lowest(outline, 0)));
  const all: Record<string, Buffer> = {
    cmap: Buffer.concat([words(0, 1, 1, 0), long(12), words(0, 262, 0), codes]),
    glyf: Buffer.concat(bodies),
    head: Buffer.concat([
      words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, 1000),
      Buffer.alloc(16),
      words(0, -200, 1000, 1000, 0, 6, 2, 1, 0),
    ]),
    hhea: Buffer.concat([words(1, 0, 800, -200, 0, 600, 0, 0, 600, 1), Buffer.alloc(14), words(bodies.length)]),
    hmtx: Buffer.concat([words(600, 0), ...bearings]),
    loca: Buffer.concat(offsets.map(long)),
    maxp: Buffer.concat([words(1, 0, bodies.length, 64, 4, 0, 0, 2, 16, 64, 16, 16, 256, 256, 0, 0)]),
    post: Buffer.concat([words(3, 0), Buffer.alloc(28)]),
    ...tables,
  };
  const tags = Object.keys(all).sort();
  let at = 12 + tags.length * 16;
  const rows = tags.map((tag) => {
    const { length } = all[tag] ?? Buffer.alloc(0);
    const row = Buffer.concat([Buffer.from(tag, "latin1"), long(0), long(at), long(length)]);
    at += length + (-length & 3);
    return row;
  });
  return Buffer.concat([
    words(1, 0, tags.length, 128, 3, 0),
    ...rows,
    ...tags.map((tag) => padded(all[tag] ?? Buffer.alloc(0))),
  ]);
}

function lowest(outline: readonly Point[], axis: 0 | 1): number {
  return Math.min(...outline.map((point) => point[axis]));
}

function glyphBody({ outline, instructions = [] }: HandWrittenGlyph): Buffer {
  const highest = (axis: 0 | 1): number => Math.max(...outline.map((point) => point[axis]));
  const steps = (axis: 0 | 1): number[] => outline.map((point, at) => point[axis] - (outline[at - 1]?.[axis] ?? 0));
  return padded(
    Buffer.concat([
      words(1, lowest(outline, 0), lowest(outline, 1), highest(0), highest(1)),
      words(outline.length - 1, instructions.length),
      Buffer.from(instructions),
      Buffer.alloc(outline.length, 1),
      words(...steps(0), ...steps(1)),
    ]),
  );
}
