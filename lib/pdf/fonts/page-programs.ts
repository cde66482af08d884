import type { PdfDocument } from "@/lib/pdf/document";
import { readFirstPages } from "@/lib/pdf/pages";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";

const programKeys = ["FontFile", "FontFile2", "FontFile3"];
/** Limit of inspected objects for all pages together. */
const mostObjects = 200_000;
const mostPages = 20_000;

const nothing = Buffer.alloc(0);
const anywhere = { start: 0, end: 0, keyStart: -1 };

/** The embedded font programs that pages refer to. */
export class PagePrograms {
  private readonly pages: readonly number[];
  private left = mostObjects;

  /** Throws PdfError if the pages cannot be found. */
  constructor(private readonly document: PdfDocument) {
    this.pages = readFirstPages(document, mostPages).map(({ object }) => object.num);
  }

  /** Object numbers for a page, counted from 1, without those found on other pages. Null beyond the limit. */
  of(page: number): number[] | null {
    const programs = new Set<number>();
    const own = this.pages[page - 1];
    const seen = new Set<number>(this.pages);
    const waiting = own === undefined ? [] : [own];
    const note = (num: number): void => {
      if (seen.has(num)) return;
      seen.add(num);
      waiting.push(num);
    };
    for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
      this.left -= 1;
      if (this.left < 0) return null;
      const object = this.load(num);
      if (object) eachReference(object.value, note, programs);
    }
    return [...programs];
  }

  /**
   * The decoded program. Null if there is none, `unreadable` if another program may be able to decode it although we
   * cannot.
   */
  read(num: number): Buffer | "unreadable" | null {
    const found = orNullWhenUnreadable(() => this.document.locate({ ...anywhere, kind: "ref", num, gen: 0 }, nothing));
    const object = found?.num == null ? null : this.load(found.num);
    if (!object || object.streamStart < 0) return null;
    return orNullWhenUnreadable(() => this.document.decodedStream(object)) ?? "unreadable";
  }

  private load(num: number): IndirectObject | null {
    return orNullWhenUnreadable(() => this.document.load(num));
  }
}

function eachReference(value: PdfValue, note: (num: number) => void, programs: Set<number>): void {
  switch (value.kind) {
    case "ref":
      note(value.num);
      return;
    case "array":
      value.items.forEach((item) => eachReference(item, note, programs));
      return;
    case "dict":
      for (const [key, entry] of value.entries) {
        if (entry.kind === "ref" && programKeys.includes(key)) programs.add(entry.num);
        else eachReference(entry, note, programs);
      }
      return;
    default:
  }
}

function orNullWhenUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/**
 * A program with instructions that move the points of its glyphs (OpenType, "TrueType instruction set"; hints in CFF).
 */
export interface HintedProgram {
  /** Glyphs that instructions can move. */
  glyphs: number[];
  /** The outlines, in a program whose instructions never run. */
  plain: Buffer;
}

const tableRow = 16;
const headerBytes = 12;
const collectionOffsetAt = 12;
const glyphCountAt = 4;
const longOffsetsAt = 50;
const glyphHeaderBytes = 10;
const mostGlyphs = 0xffff;

/** Type 1 programs, plain or in segments, and bare CFF, which PDFium draws unchanged. */
const otherKinds = ["%!", "\x80\x01", "\x01\0"];
/**
 * FreeType runs the instructions of some fonts at any size. It recognizes them by their family or by the checksums of
 * these tables.
 */
const telltale: ReadonlySet<string> = new Set(["name", "cvt ", "fpgm", "prep"]);

/** Null if the program has no glyph that could be moved. */
export function readHints(program: Buffer): HintedProgram | null {
  const start = program.toString("latin1", 0, 4);
  if (otherKinds.some((kind) => start.startsWith(kind))) return null;
  const directory =
    start === "ttcf" && program.length >= headerBytes + 4 ? program.readUInt32BE(collectionOffsetAt) : 0;
  const glyphs = movableGlyphs(program, directory);
  return glyphs.length > 0 ? { glyphs, plain: withoutTables(program, directory) } : null;
}

/** Glyphs with instructions, or every glyph where that is unclear. */
function movableGlyphs(program: Buffer, directory: number): number[] {
  const named = (tag: string): Buffer[] => tablesOf(program, directory, tag);
  const counts = named("maxp").map((maxp) => (maxp.length < glyphCountAt + 2 ? 0 : maxp.readUInt16BE(glyphCountAt)));
  const count = Math.min(mostGlyphs, Math.max(0, ...counts));
  const all = Array.from({ length: count }, (_, glyph) => glyph);
  const [head, loca, glyf] = ["head", "loca", "glyf"].map(named);
  if (head?.length !== 1 || loca?.length !== 1 || glyf?.length !== 1) return all;
  return all.filter((glyph) => hasInstructions({ head: head[0], loca: loca[0], glyf: glyf[0] }, glyph));
}

function* rowsOf(program: Buffer, directory: number): Generator<{ tag: string; at: number }> {
  const first = directory + headerBytes;
  const count = first <= program.length ? program.readUInt16BE(directory + 4) : 0;
  // A truncated list is read as far as it goes.
  for (let at = first; at < first + count * tableRow && at + tableRow <= program.length; at += tableRow) {
    yield { tag: program.toString("latin1", at, at + 4), at };
  }
}

function tablesOf(program: Buffer, directory: number, tag: string): Buffer[] {
  return [...rowsOf(program, directory)]
    .filter((row) => row.tag === tag)
    .map(({ at }) => {
      const start = program.readUInt32BE(at + 8);
      return program.subarray(start, start + program.readUInt32BE(at + 12));
    });
}

interface OutlineTables {
  head: Buffer | undefined;
  loca: Buffer | undefined;
  glyf: Buffer | undefined;
}

function hasInstructions({ head, loca, glyf }: OutlineTables, glyph: number): boolean {
  if (!head || !loca || !glyf || head.length < longOffsetsAt + 2) return true;
  const isLong = head.readInt16BE(longOffsetsAt) !== 0;
  const width = isLong ? 4 : 2;
  // Readers use what is left of a truncated table.
  if ((glyph + 2) * width > loca.length) return true;
  const offset = (at: number): number => (isLong ? loca.readUInt32BE(at * 4) : loca.readUInt16BE(at * 2) * 2);
  const [start, end] = [offset(glyph), offset(glyph + 1)];
  if (start === end) return false;
  if (end < start || start + glyphHeaderBytes > glyf.length) return true;
  const contours = glyf.readInt16BE(start);
  // The components of a composite glyph are moved as well.
  if (contours < 0) return true;
  const lengthAt = start + glyphHeaderBytes + contours * 2;
  return lengthAt + 2 > glyf.length || glyf.readUInt16BE(lengthAt) !== 0;
}

function withoutTables(program: Buffer, directory: number): Buffer {
  const plain = Buffer.from(program);
  for (const { tag, at } of rowsOf(program, directory)) if (telltale.has(tag)) plain.write("none", at, "latin1");
  return plain;
}
