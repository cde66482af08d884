import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { withGrowingWindow } from "@/lib/pdf/syntax/indirect-objects";
import type { PdfLimits } from "@/lib/pdf/syntax/limits";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import type { XrefEntries } from "./xref-entries";

/** A table of 800 lines. Reading that much at once costs nothing, but parsing a window twice does. */
const FIRST_WINDOW = 16_384;
/** `0 0 n` with one line end: nothing shorter is read as an entry. */
const LEAST_ENTRY_BYTES = 6;
/** `startxref`, its offset and `%%EOF`: a trailer at the very end of a prefix could have been truncated. */
const BEHIND_TRAILER = 16;
const SPACE = 32;
const ZERO = 48;
const LETTER_N = 110;
const LETTER_F = 102;
const DIGITS = /^\d+$/;

/** One line of a table: `inUse` is the letter n. */
interface TableEntry {
  offset: number;
  gen: number;
  inUse: boolean;
}

export interface XrefTable {
  /** Numbers of the free objects. The caller must add them (see `addTable` in xref.ts). */
  freed: number[];
  trailer: Located<PdfDict>;
}

/** A parsed table, cached for other revisions of its file. */
interface KnownTable extends XrefTable {
  /** Number, offset and generation of every object in use, as a flat list. */
  used: readonly number[];
  /** The largest number of entries that a subsection declares. */
  declared: number;
  /** Offset after the trailer. */
  end: number;
}

const MOST_KNOWN_ROWS = 20_000;

/** Tables by their offset. Revisions are prefixes of one file, so each offset has the same table in all of them. */
export class KnownTables {
  private readonly tables = new Map<number, KnownTable>();

  /**
   * Adds the entries of a table to `entries` if it is within the first `size` bytes and would be read the same way
   * there.
   */
  replay(offset: number, size: number, entries: XrefEntries): XrefTable | null {
    const table = this.tables.get(offset);
    if (table === undefined || table.end + BEHIND_TRAILER > size || table.declared > size / LEAST_ENTRY_BYTES) {
      return null;
    }
    const { used } = table;
    for (let at = 0; at < used.length; at += 3) {
      entries.add(used[at] ?? 0, "offset", used[at + 1] ?? 0, used[at + 2] ?? 0);
    }
    return table;
  }

  keep(offset: number, table: KnownTable): void {
    if (table.used.length / 3 <= MOST_KNOWN_ROWS) {
      this.tables.set(offset, table);
    }
  }
}

/**
 * Reads a classic table at the offset of the keyword `xref` (ISO 32000-2, 7.5.4) and its trailer (7.5.5). Objects in
 * use go into `entries` line by line, so that a table of a million lines never exists as a million values.
 */
export function readXrefTable(
  source: ByteSource,
  offset: number,
  entries: XrefEntries,
  limits: PdfLimits,
  known = new KnownTables(),
): XrefTable {
  const window = { first: FIRST_WINDOW, cap: limits.objectWindowBytes };
  return (
    known.replay(offset, source.size, entries) ??
    withGrowingWindow(source, offset, window, (bytes, complete) => {
      const parser = new Parser(bytes, 4, complete, limits);
      const freed: number[] = [];
      const used: number[] = [];
      const declared = readSubsections(
        parser,
        { objectNumber: limits.objectNumber, entries: source.size / LEAST_ENTRY_BYTES },
        (num, { offset: at, gen, inUse }) => {
          if (inUse) {
            entries.add(num, "offset", at, gen);
            if (used.length <= 3 * MOST_KNOWN_ROWS) {
              used.push(num, at, gen);
            }
          } else {
            freed.push(num);
          }
        },
      );
      const trailer = parser.value();
      if (trailer.kind !== "dict") {
        throw new PdfError("damaged", "the trailer is not a dictionary");
      }
      const table = {
        freed,
        trailer: { value: trailer, bytes, num: null, gen: 0 },
        used,
        declared,
        end: offset + trailer.end,
      };
      known.keep(offset, table);
      return table;
    })
  );
}

type EntrySink = (num: number, entry: TableEntry) => void;

/** `entries`: the most that would fit into the file. */
type Caps = Pick<PdfLimits, "objectNumber"> & { entries: number };

/** Returns the largest number of entries that a subsection declares. */
function readSubsections(parser: Parser, caps: Caps, sink: EntrySink): number {
  let declared = 0;
  for (;;) {
    parser.skipSpace();
    const first = parser.word();
    if (first === "trailer") {
      return declared;
    }
    parser.skipSpace();
    const count = parser.word();
    if (!DIGITS.test(first) || !DIGITS.test(count)) {
      throw new PdfError("damaged", "the cross-reference table has no trailer");
    }
    if (Number(count) > caps.entries || Number(first) > caps.objectNumber) {
      throw new PdfError("damaged", `a cross-reference subsection with ${count} entries from ${first}`);
    }
    if (Number(count) > caps.objectNumber) {
      throw new PdfError("too_large", `a cross-reference subsection of ${count} entries`);
    }
    declared = Math.max(declared, Number(count));
    readSubsection(parser, Number(first), Number(count), sink);
  }
}

function readSubsection(parser: Parser, start: number, count: number, sink: EntrySink): void {
  let first = start;
  for (let index = 0; index < count; index += 1) {
    parser.skipSpace();
    const entry = readFixedEntry(parser) ?? readLooseEntry(parser);
    if (entry === null) {
      return;
    }
    // Some writers give the head of the free list the number 1 and so shift the whole table by one.
    if (index === 0 && first === 1 && !entry.inUse && entry.gen === 65_535 && entry.offset === 0) {
      first = 0;
    }
    sink(first + index, entry);
  }
}

/** `nnnnnnnnnn ggggg n` in fixed columns, the form used in nearly every table. */
function readFixedEntry(parser: Parser): TableEntry | null {
  const { bytes, pos } = parser;
  const letter = bytes[pos + 17];
  if (bytes[pos + 10] !== SPACE || bytes[pos + 16] !== SPACE || (letter !== LETTER_N && letter !== LETTER_F)) {
    return null;
  }
  const offset = readDigits(bytes, pos, pos + 10);
  const gen = readDigits(bytes, pos + 11, pos + 16);
  if (offset < 0 || gen < 0) {
    return null;
  }
  parser.pos = pos + 18;
  return { offset, gen, inUse: letter === LETTER_N };
}

function readDigits(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let pos = from; pos < to; pos += 1) {
    const digit = (bytes[pos] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) {
      return -1;
    }
    value = value * 10 + digit;
  }
  return value;
}

/** Entries in other columns. Null when the subsection is shorter than declared and the trailer has been reached. */
function readLooseEntry(parser: Parser): TableEntry | null {
  const start = parser.pos;
  const offset = parser.word();
  if (offset === "trailer") {
    parser.pos = start;
    return null;
  }
  parser.skipSpace();
  const gen = parser.word();
  parser.skipSpace();
  const letter = parser.word();
  if (!DIGITS.test(offset) || !DIGITS.test(gen) || (letter !== "n" && letter !== "f")) {
    throw new PdfError("damaged", "an odd entry in the cross-reference table");
  }
  return { offset: Number(offset), gen: Number(gen), inUse: letter === "n" };
}
