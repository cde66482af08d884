import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font, Glyph, GlyphRun } from "fontkit";
import { RecentlyUsed } from "@/lib/platform/recently-used";

export type Direction = "ltr" | "rtl";

/** The glyphs of a text from left to right and their positions, in font units. */
export interface LaidOut {
  glyphs: Glyph[];
  positions: GlyphRun["positions"];
  advanceWidth: number;
}

/** The part of HarfBuzz's C interface that is needed for one line of text. Pointers are numbers. */
interface HarfBuzz {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_font_create(face: number): number;
  hb_font_destroy(font: number): void;
  hb_buffer_create(): number;
  hb_buffer_destroy(buffer: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, count: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
}

/** `hb_memory_mode_t`: HarfBuzz only reads the data. */
const READ_ONLY = 1;
/** `hb_direction_t`. */
const DIRECTIONS: Readonly<Record<Direction, number>> = { ltr: 4, rtl: 5 };
/** Both `hb_glyph_info_t` and `hb_glyph_position_t` are five words long. */
const WORDS = 5;
/** The size of a WebAssembly memory page. */
const PAGE = 65_536;
/** As many as there are open fonts. */
const MAX_FONTS = 24;

const require = createRequire(import.meta.url);
let loaded: HarfBuzz | null = null;

/**
 * Only the WebAssembly file of the package is used, because its JavaScript starts asynchronously and text is measured
 * in synchronous code. Loaded for the first text that needs it.
 */
function harfBuzz(): HarfBuzz {
  if (loaded) return loaded;
  const compiled = new WebAssembly.Module(readFileSync(require.resolve("harfbuzzjs/dist/harfbuzz.wasm")));
  const stop = (): never => {
    throw new Error("HarfBuzz stopped");
  };
  const instance = new WebAssembly.Instance(compiled, {
    wasi_snapshot_preview1: { proc_exit: stop },
    env: {
      _abort_js: stop,
      _emscripten_runtime_keepalive_clear: () => undefined,
      _setitimer_js: () => 0,
      emscripten_resize_heap: (size: number) => grow(loaded?.memory, size),
    },
  });
  loaded = instance.exports as unknown as HarfBuzz;
  loaded.__wasm_call_ctors();
  return loaded;
}

function grow(memory: WebAssembly.Memory | undefined, size: number): number {
  if (!memory) return 0;
  try {
    memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE));
    return 1;
  } catch {
    return 0;
  }
}

/** A font in HarfBuzz's memory. */
interface OpenFont {
  font: number;
  data: number;
}

const fonts = new RecentlyUsed<Font, OpenFont>(MAX_FONTS, {
  drop: ({ font, data }) => {
    const hb = harfBuzz();
    hb.hb_font_destroy(font);
    hb.free(data);
  },
});

/**
 * Shapes with HarfBuzz: joining forms, conjuncts, vowels drawn before their consonant, marks. Decision 65 explains
 * why fontkit is not used for this.
 */
export function shapeByHarfBuzz(face: Font, text: string, direction: Direction): LaidOut {
  const hb = harfBuzz();
  const { font } = fonts.get(face) ?? fonts.add(face, createFont(hb, fontTables(face)));
  const buffer = hb.hb_buffer_create();
  try {
    addText(hb, buffer, text);
    hb.hb_buffer_guess_segment_properties(buffer);
    hb.hb_buffer_set_direction(buffer, DIRECTIONS[direction]);
    hb.hb_shape(font, buffer, 0, 0);
    return readGlyphs(hb, buffer, face, text);
  } finally {
    hb.hb_buffer_destroy(buffer);
  }
}

function addText(hb: HarfBuzz, buffer: number, text: string): void {
  const units = hb.malloc(text.length * 2);
  const target = new DataView(hb.memory.buffer, units);
  for (let i = 0; i < text.length; i++) target.setUint16(i * 2, text.charCodeAt(i), true);
  hb.hb_buffer_add_utf16(buffer, units, text.length, 0, text.length);
  hb.free(units);
}

function readGlyphs(hb: HarfBuzz, buffer: number, face: Font, text: string): LaidOut {
  const count = hb.hb_buffer_get_length(buffer);
  const [infos, places] = [hb.hb_buffer_get_glyph_infos(buffer, 0), hb.hb_buffer_get_glyph_positions(buffer, 0)];
  const info = new Uint32Array(hb.memory.buffer, infos, count * WORDS);
  const place = new Int32Array(hb.memory.buffer, places, count * WORDS);
  const letters = lettersOf(
    Array.from({ length: count }, (_, i) => ({ start: info[i * WORDS + 2] ?? 0, width: place[i * WORDS] ?? 0 })),
    text,
  );
  const laidOut: LaidOut = { glyphs: [], positions: [], advanceWidth: 0 };
  for (let i = 0; i < count; i++) {
    const [xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0] = place.subarray(i * WORDS);
    laidOut.glyphs.push(face.getGlyph(info[i * WORDS] ?? 0, letters[i]));
    laidOut.positions.push({ xAdvance, yAdvance, xOffset, yOffset });
    laidOut.advanceWidth += xAdvance;
  }
  return laidOut;
}

/**
 * The text that each glyph represents when it is copied: all code points of its cluster are assigned to the cluster's
 * widest glyph, because dots are separate glyphs.
 */
function lettersOf(glyphs: readonly { start: number; width: number }[], text: string): number[][] {
  const starts = [...new Set(glyphs.map(({ start }) => start))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]));
  const widest = new Map<number, number>();
  glyphs.forEach(({ start, width }, i) => {
    const best = glyphs[widest.get(start) ?? -1];
    if (!best || width > best.width) widest.set(start, i);
  });
  return glyphs.map(({ start }, i) =>
    widest.get(start) === i
      ? Array.from(text.slice(start, ends.get(start)), (letter) => letter.codePointAt(0) ?? 0)
      : [],
  );
}

/** From here on, the font owns the references to the blob and the face. */
function createFont(hb: HarfBuzz, tables: Uint8Array): OpenFont {
  const data = hb.malloc(tables.length);
  new Uint8Array(hb.memory.buffer, data, tables.length).set(tables);
  const blob = hb.hb_blob_create(data, tables.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const font = hb.hb_font_create(face);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  return { font, data };
}

/** Internals of a WOFF2 font in fontkit 2.0.4. The package is pinned, and tests compare the shapes. */
interface FaceInternals {
  _decompress(): void;
  stream: { buffer: Uint8Array };
  directory: { tables: Record<string, { offset: number; length: number; transformed?: boolean } | undefined> };
}

/**
 * The tables that shaping reads. Outlines are not included, because fontkit draws them and WOFF2 stores them in a
 * transformed format.
 */
const SHAPING = ["GDEF", "GPOS", "GSUB", "OS/2", "cmap", "head", "hhea", "hmtx", "maxp"];
const HEADER = 12;
const ENTRY = 16;
const TRUETYPE = 0x00010000;

/** Writes the tables of an open WOFF2 font as an OpenType file (OpenType 1.9, "Organization of an OpenType Font"). */
function fontTables(font: Font): Buffer {
  const face = font as unknown as FaceInternals;
  face._decompress();
  const tables = SHAPING.flatMap((tag) => {
    const found = face.directory.tables[tag];
    if (!found) return [];
    if (found.transformed) throw new Error(`${font.postscriptName} has a transformed ${tag}`);
    return [{ tag, bytes: face.stream.buffer.subarray(found.offset, found.offset + found.length) }];
  });
  const header = Buffer.alloc(HEADER + ENTRY * tables.length);
  header.writeUInt32BE(TRUETYPE, 0);
  header.writeUInt16BE(tables.length, 4);
  let offset = header.length;
  const parts: Buffer[] = [header];
  tables.forEach(({ tag, bytes }, i) => {
    const at = HEADER + ENTRY * i;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(bytes.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}
