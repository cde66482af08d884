import { decodeStreamData } from "@/lib/pdf/filters/filters";
import { indexOf, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { readIndirectObject, type ObjectStream } from "@/lib/pdf/syntax/indirect-objects";
import type { PdfLimits } from "@/lib/pdf/syntax/limits";
import type { IndirectObject, PdfDict } from "@/lib/pdf/syntax/objects";
import type { PdfDocument } from "./document";
import { decodesAlike, filtersOf, type ValueReader } from "./filters-of";
import type { XrefSection } from "./xref/xref";
import { XrefEntries, type XrefEntry, type XrefEntryType } from "./xref/xref-entries";
import { readXrefStream } from "./xref/xref-stream";
import { readXrefTable } from "./xref/xref-table";

/** One row of a cross-reference section, as written in the file. */
export interface SectionRow extends XrefEntry {
  num: number;
}

type RowSink = (row: SectionRow) => void;

const rowLength = 20;
const heading = /^xref[ \t]*(?:\r\n|\r|\n)/;
const subsection = /^(\d{1,10}) (\d{1,10})[ \t]*(?:\r\n|\r|\n)/;
const rowPattern = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/;
/** Correct writers leave an empty line before it. */
const trailerNext = /^\s*trailer/;

/**
 * Reads a cross-reference table that is written exactly as defined in ISO 32000-2, 7.5.4, with a single trailer, so
 * that readers that count bytes and readers that search for keywords find the same rows. Returns false for any other
 * table.
 */
export function readPlainTable(source: ByteSource, offset: number, sink: RowSink): boolean {
  const end = indexOf(source, "startxref", offset, source.size);
  const text = source.read(offset, (end < 0 ? source.size : end) - offset).toString("latin1");
  let pos = heading.exec(text)?.[0].length ?? 0;
  while (pos > 0 && !trailerNext.test(text.slice(pos, pos + 64))) {
    const head = subsection.exec(text.slice(pos, pos + 64));
    if (!head) {
      return false;
    }
    pos = readTableRows(text, pos + head[0].length, { first: Number(head[1]), count: Number(head[2]) }, sink);
  }
  return pos > 0 && text.lastIndexOf("trailer") === text.indexOf("trailer");
}

/** Returns the offset after the rows, or -1 if one of them is not plain. */
function readTableRows(
  text: string,
  start: number,
  { first, count }: { first: number; count: number },
  sink: RowSink,
): number {
  for (let index = 0; index < count; index += 1) {
    const at = start + index * rowLength;
    const row = rowPattern.exec(text.slice(at, at + rowLength));
    if (!row) {
      return -1;
    }
    sink({ num: first + index, type: row[3] === "n" ? "offset" : "free", offset: Number(row[1]), gen: Number(row[2]) });
  }
  return start + count * rowLength;
}

const types: readonly XrefEntryType[] = ["free", "offset", "compressed"];
const defaultType = 1;
/** Nothing can be looked up while a section is being read, so only direct values count. */
const directValues: ValueReader = {
  resolve: (value) => value ?? null,
  name: (value) => (value?.kind === "name" ? value.value : null),
  locate: (value, bytes) => (value === undefined ? null : { value, bytes, num: null, gen: 0 }),
};

/**
 * Reads a cross-reference stream whose dictionary has every entry once and in plain digits, and whose data contains
 * exactly the declared rows (ISO 32000-2, 7.5.8). Returns false for any other stream. Throws PdfError.
 */
export function readPlainStream(source: ByteSource, offset: number, limits: PdfLimits, sink: RowSink): boolean {
  const object = readIndirectObject(source, offset, limits);
  const dict = object.value;
  if (
    dict.kind !== "dict" ||
    dict.duplicates.length > 0 ||
    object.streamStart < 0 ||
    !filtersOf(directValues, object).isPlain
  ) {
    return false;
  }
  const [size, length] = [digits(object, dict, "Size"), digits(object, dict, "Length")];
  const widths = digitsOf(object, dict, "W");
  if (size === null || length === null || widths?.length !== 3) {
    return false;
  }
  const index = dict.entries.has("Index") ? digitsOf(object, dict, "Index") : [0, size];
  const data = decodeStreamData(
    source.read(object.streamStart, length),
    dict,
    (value) => value ?? null,
    limits.structureStreamBytes,
  );
  return index !== null && index.length % 2 === 0 && readStreamRows(data, widths, index, sink);
}

function readStreamRows(data: Buffer, widths: readonly number[], index: readonly number[], sink: RowSink): boolean {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const rowLength = typeWidth + secondWidth + thirdWidth;
  const rows = index.reduce((sum, count, at) => sum + (at % 2 === 1 ? count : 0), 0);
  if (Math.max(...widths) > 6 || rowLength === 0 || rows * rowLength !== data.length) {
    return false;
  }
  let pos = 0;
  const take = (width: number, otherwise = 0): number => {
    const value = width === 0 ? otherwise : data.readUIntBE(pos, width);
    pos += width;
    return value;
  };
  for (let pair = 0; pair < index.length; pair += 2) {
    for (let step = 0; step < (index[pair + 1] ?? 0); step += 1) {
      const type = types[take(typeWidth, defaultType)];
      if (type === undefined) {
        return false;
      }
      sink({ num: (index[pair] ?? 0) + step, type, offset: take(secondWidth), gen: take(thirdWidth) });
    }
  }
  return true;
}

function digits(object: IndirectObject, dict: PdfDict, key: string): number | null {
  const value = dict.entries.get(key);
  return value ? plainNumber(object.bytes.toString("latin1", value.start, value.end)) : null;
}

function digitsOf(object: IndirectObject, dict: PdfDict, key: string): number[] | null {
  const value = dict.entries.get(key);
  if (value?.kind !== "array") {
    return null;
  }
  const numbers = value.items.map((item) => plainNumber(object.bytes.toString("latin1", item.start, item.end)));
  return numbers.some((number) => number === null) ? null : numbers.map((number) => number ?? 0);
}

/** The number written in plain digits, or null. */
function plainNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

/**
 * Whether all programs find the same objects in an object stream (ISO 32000-2, 7.5.7): those that use the index of an
 * entry, the number in the header or the order of the data, and those that ignore a stream without its /Type or with an
 * indirect /N. Throws PdfError.
 */
export function isPlainObjectStream(document: PdfDocument, num: number): boolean {
  const object = document.load(num);
  return (
    object?.value.kind === "dict" &&
    object.gen === 0 &&
    document.entry(num)?.gen === 0 &&
    hasPlainEntries(object, object.value) &&
    hasPlainData(document, object) &&
    hasPlainHeader(document.objectStream(num))
  );
}

function hasPlainEntries({ bytes }: IndirectObject, { entries, duplicates }: PdfDict): boolean {
  const type = entries.get("Type");
  return (
    duplicates.length === 0 &&
    type?.kind === "name" &&
    type.value === "ObjStm" &&
    ["N", "First"].every((key) => {
      const value = entries.get(key);
      return value !== undefined && plainNumber(bytes.toString("latin1", value.start, value.end)) !== null;
    })
  );
}

/**
 * Undamaged data behind at most one filter. Writers use no more, and programs differ on chains, abbreviated names and
 * predictors.
 */
function hasPlainData(document: PdfDocument, object: IndirectObject): boolean {
  const { names, isPlain, isDecodable } = filtersOf(document, object);
  const { offset, length } = document.rawStream(object);
  return (
    names.length <= 1 &&
    !hasPredictor(document, object) &&
    names.every((name) => name.endsWith("Decode")) &&
    isPlain &&
    isDecodable &&
    decodesAlike(document, names, document.source.read(offset, length), {
      dict: object.value.kind === "dict" ? object.value : null,
      maxBytes: document.limits.structureStreamBytes,
    })
  );
}

function hasPredictor(document: PdfDocument, { value, bytes }: IndirectObject): boolean {
  const written = value.kind === "dict" ? value.entries.get("DecodeParms") : undefined;
  const list = document.array(written, bytes);
  const own = document.dict(list?.value.items[0] ?? written, list?.bytes ?? bytes);
  return (document.number(own?.value.entries.get("Predictor")) ?? 1) !== 1;
}

/** /N pairs of plain numbers that end before /First, without duplicates, and with ascending offsets. */
function hasPlainHeader({ bytes, first, count, slots }: ObjectStream): boolean {
  const words = bytes
    .toString("latin1", 0, first)
    .split(/[\s\0]+/)
    .filter((word) => word !== "");
  const isWhole = slots.length === count && words.length === 2 * count;
  // Programs that read on find another number if its digits continue beyond /First.
  const isSaid = slots.every(
    ({ num, offset }, index) =>
      plainNumber(words[2 * index] ?? "") === num && plainNumber(words[2 * index + 1] ?? "") === offset - first,
  );
  const rises = slots.every(({ offset }, index) => offset > (slots[index - 1]?.offset ?? -1) && offset < bytes.length);
  return isWhole && isSaid && rises && new Set(slots.map(({ num }) => num)).size === count;
}

/**
 * Whether a hybrid section (ISO 32000-2, 7.5.8.4) has contradictory entries for one object in its table and in its
 * stream. Readers differ in which of the two has priority. An object that is free in the table and in use in the
 * stream is meant to be hidden from old readers, which is safe only if the earlier `revision` did not contain it.
 * Throws PdfError.
 */
export function contradictsItself(
  revision: Pick<PdfDocument, "entry">,
  later: PdfDocument,
  { offset, hybridOffset }: XrefSection,
): boolean {
  if (hybridOffset === null) {
    return false;
  }
  const { limits } = later;
  const table = new XrefEntries(limits.objectNumber);
  const stream = new XrefEntries(limits.objectNumber);
  const { freed } = readXrefTable(later.source, offset, table, limits);
  readXrefStream(later.source, hybridOffset, stream, limits);
  if (freed.some((num) => isAlive(stream, num) && isAlive({ get: (wanted) => revision.entry(wanted) }, num))) {
    return true;
  }
  for (let num = 0; num <= table.highest; num += 1) {
    const [one, other] = [table.get(num), stream.get(num)];
    if (one && other && (one.type !== other.type || one.offset !== other.offset)) {
      return true;
    }
  }
  return false;
}

function isAlive(entries: Pick<XrefEntries, "get">, num: number): boolean {
  const entry = entries.get(num);
  return entry !== null && entry.type !== "free";
}
