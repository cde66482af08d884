import { constants, inflateSync } from "node:zlib";
import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Limit for inflated data, within which the character maps of most programs lie. */
const BEGINNING = 8 * 1024;
/**
 * First bytes of TrueType, OpenType, Type 1 (plain or in segments) and CFF programs. Anything else is drawn with
 * another font.
 */
const BEGINNINGS: readonly string[] = ["\0\x01\0\0", "true", "OTTO", "ttcf", "%!", "\x80\x01", "\x01\0"];
/** Not every program accepts TrueType in FontFile, which is meant for Type 1. */
const TYPE_1_BEGINNINGS: readonly string[] = ["%!", "\x80\x01", "\x01\0"];
/** Larger ones are inspected as far as the budget allows. */
const SMALL_PROGRAM = 512 * 1024;
/** Programs inflate to about twice their compressed size. */
const USUAL_RATIO = 2;

/** An embedded font program. */
export interface FontProgram {
  isTrueType: boolean;
  /** CFF, plain or in OpenType. */
  isCff: boolean;
  flags: number;
  /** Whether it starts as programs of its kind do, or is encoded in a way that is not inspected. */
  isProgram: () => boolean;
  /** The cheaply readable part of a large program, or all of a small one. Null if it cannot be decoded. */
  begin: () => Buffer | null;
  /** Null if it cannot be decoded or is too large to inspect. */
  read: () => Buffer | null;
}

/** Null if no program is embedded. */
export function programOf(document: PdfDocument, font: Located<PdfDict>, budget: LookBudget): FontProgram | null {
  const descriptor = document.dict(font.value.entries.get("FontDescriptor"), font.bytes);
  const entries = descriptor?.value.entries;
  const key = ["FontFile2", "FontFile3", "FontFile"].find((name) => entries?.has(name));
  const reference = key === undefined ? undefined : entries?.get(key);
  const object = reference?.kind === "ref" ? document.load(reference.num) : null;
  if (object === null || object.streamStart < 0) {
    return null;
  }
  const read = (): Buffer | null => {
    try {
      const { length } = document.rawStream(object);
      const mayRead = length <= SMALL_PROGRAM || budget.mayLookAtData(length * USUAL_RATIO);
      return mayRead ? document.decodedStream(object) : null;
    } catch (error) {
      if (error instanceof PdfError) {
        return null;
      }
      throw error;
    }
  };
  const begin = (): Buffer | null => {
    const { offset, length } = document.rawStream(object);
    const filter = object.value.kind === "dict" ? document.name(object.value.entries.get("Filter")) : null;
    const isPlain =
      object.value.kind === "dict" && filter === "FlateDecode" && !object.value.entries.has("DecodeParms");
    return isPlain && length > BEGINNING ? beginningOf(document.source.read(offset, BEGINNING)) : read();
  };
  const isProgram = (): boolean => {
    const start = begin()?.toString("latin1", 0, 4);
    const beginnings = key === "FontFile" ? TYPE_1_BEGINNINGS : BEGINNINGS;
    return start === undefined || beginnings.some((beginning) => start.startsWith(beginning));
  };
  return {
    begin,
    isProgram,
    isTrueType: key === "FontFile2",
    isCff: key === "FontFile3",
    flags: document.number(entries?.get("Flags")) ?? 0,
    read,
  };
}

function beginningOf(deflated: Buffer): Buffer | null {
  try {
    return inflateSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}

/** The glyphs that the character maps of a TrueType program assign to a code. */
interface CharacterMap {
  platform: number;
  encoding: number;
  glyph: (code: number) => number;
}

export interface TrueTypeCodes {
  maps: CharacterMap[];
  /** Glyphs by name (table post). Empty if the program has none. */
  names: ReadonlyMap<string, number>;
  nameOf: (glyph: number) => string | null;
}

const WORD = 2;
const TABLE_ROW = 16;
const MAP_ROW = 8;
const FIRST_OWN_NAME = 258;
const MOST_TABLES = 64;
const LARGEST_CODE = 0xffff;

/** Null if it is not a TrueType program. Throws RangeError if a table is truncated. */
export function readTrueTypeCodes(program: Buffer): TrueTypeCodes | null {
  const cmap = tableOf(program, "cmap");
  if (cmap === null) {
    return null;
  }
  const names = namesOf(tableOf(program, "post"));
  const byGlyph = new Map([...names].map(([name, glyph]) => [glyph, name]));
  return { maps: mapsOf(cmap), names, nameOf: (glyph) => byGlyph.get(glyph) ?? null };
}

function tableOf(program: Buffer, tag: string): Buffer | null {
  const count = program.length > 12 ? Math.min(program.readUInt16BE(4), MOST_TABLES) : 0;
  for (let at = 12; at < 12 + count * TABLE_ROW; at += TABLE_ROW) {
    if (program.toString("latin1", at, at + 4) === tag) {
      const [start, length] = [program.readUInt32BE(at + 8), program.readUInt32BE(at + 12)];
      return start + length <= program.length ? program.subarray(start, start + length) : null;
    }
  }
  return null;
}

function mapsOf(cmap: Buffer): CharacterMap[] {
  const count = Math.min(cmap.readUInt16BE(WORD), MOST_TABLES);
  return Array.from({ length: count }, (_, index) => {
    const row = 4 + index * MAP_ROW;
    return {
      platform: cmap.readUInt16BE(row),
      encoding: cmap.readUInt16BE(row + WORD),
      glyph: glyphsOf(cmap.subarray(cmap.readUInt32BE(row + 4))),
    };
  });
}

function glyphsOf(map: Buffer): CharacterMap["glyph"] {
  switch (map.readUInt16BE(0)) {
    case 0:
      return (code) => (code < 256 ? (map[6 + code] ?? 0) : 0);
    case 4:
      return (code) => segmentGlyph(map, code);
    case 6: {
      const [first, count] = [map.readUInt16BE(6), map.readUInt16BE(8)];
      return (code) => (code >= first && code < first + count ? map.readUInt16BE(10 + (code - first) * WORD) : 0);
    }
    default:
      return () => 0;
  }
}

/** Format 4: the first segment whose end is not before the code. */
function segmentGlyph(map: Buffer, code: number): number {
  const length = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + length, 16 + length * 2, 16 + length * 3] as const;
  for (let at = 0; at < length && code <= LARGEST_CODE; at += WORD) {
    if (map.readUInt16BE(ends + at) < code) {
      continue;
    }
    const start = map.readUInt16BE(starts + at);
    const delta = map.readUInt16BE(deltas + at);
    const offset = map.readUInt16BE(offsets + at);
    if (start > code) {
      return 0;
    }
    const glyph = offset === 0 ? code : map.readUInt16BE(offsets + at + offset + (code - start) * WORD);
    return offset !== 0 && glyph === 0 ? 0 : (glyph + delta) & LARGEST_CODE;
  }
  return 0;
}

/**
 * Format 2: an index for each glyph, followed by length-prefixed strings. Names that every program has by number
 * are omitted.
 */
function namesOf(post: Buffer | null): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  if (post === null || post.length < 34 || post.readUInt32BE(0) !== 0x20000) {
    return names;
  }
  const count = post.readUInt16BE(32);
  const strings: string[] = [];
  for (let at = 34 + count * WORD; at < post.length; at += 1 + (post[at] ?? 0)) {
    strings.push(post.toString("latin1", at + 1, at + 1 + (post[at] ?? 0)));
  }
  for (let glyph = 0; glyph < count; glyph += 1) {
    const name = strings[post.readUInt16BE(34 + glyph * WORD) - FIRST_OWN_NAME];
    if (name !== undefined && name !== "") {
      names.set(name, glyph);
    }
  }
  return names;
}
