import type { PdfDocument } from "@/lib/pdf/document";
import { decodeStreamData } from "@/lib/pdf/filters/filters";
import { editDict, Revision } from "@/lib/pdf/revision";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { readIndirectObject } from "@/lib/pdf/syntax/indirect-objects";
import { DEFAULT_LIMITS } from "@/lib/pdf/syntax/limits";
import {
  sliceOf,
  type IndirectObject,
  type Located,
  type PdfArray,
  type PdfDict,
  type PdfValue,
} from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

/**
 * A rebuilt file consists of its old bytes between a header and cross-reference data for every object found in them.
 */
export interface Rebuilt {
  /** To be written before the old bytes. Empty if they have a header. */
  head: Buffer;
  /** Offset in the old file of the first byte to copy. */
  start: number;
  tail: Buffer;
}

/** A row of a cross-reference stream with the widths 1, 5 and 2 (ISO 32000-2, 7.5.8.3). */
interface Row {
  num: number;
  type: 1 | 2;
  second: number;
  third: number;
}

const HEADER_WINDOW = 1024;
const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
const MAX_TRAILER_BYTES = 65_536;
const ROW_BYTES = 8;

/**
 * Finds a document by searching the bytes, for files with unusable header or cross-reference data that PDFium cannot
 * repair either. No object is rewritten. Throws PdfError `damaged` when no catalog is found, `encrypted` when a
 * trailer has an encryption dictionary, `too_large`.
 */
export function rebuild(source: ByteSource): Rebuilt {
  const at = source.read(0, HEADER_WINDOW).indexOf("%PDF-");
  const [head, start] = at < 0 ? [HEADER, 0] : [Buffer.alloc(0), at];
  const scan = scanForObjects(source, start);
  const trailers = [...scan.trailers].reverse().flatMap((offset) => readTrailer(source, offset) ?? []);
  const survey = new Survey(source, head.length - start);
  scan.objects.forEach((object) => survey.add(object));
  const dictionaries = [...trailers, ...survey.trailers];
  if (dictionaries.some((trailer) => trailer.entries.has("Encrypt"))) {
    throw new PdfError("encrypted", "it is damaged and encrypted");
  }
  const root = dictionaries
    .map((trailer) => trailer.entries.get("Root"))
    .find((value) => value?.kind === "ref" && survey.rows.has(value.num));
  const catalog = root?.kind === "ref" ? root.num : survey.catalog;
  if (catalog === null) {
    throw new PdfError("damaged", "the file has no catalog");
  }
  return { head, start, tail: buildXrefStream([...survey.rows.values()], catalog, source.size + head.length - start) };
}

/** Classifies the objects found. */
class Survey {
  readonly rows = new Map<number, Row>();
  /** Dictionaries of cross-reference streams, newest first. */
  readonly trailers: PdfDict[] = [];
  catalog: number | null = null;

  constructor(
    private readonly source: ByteSource,
    private readonly shift: number,
  ) {}

  add({ num, gen, offset }: FoundObject): void {
    const object = readOrNull(this.source, offset);
    if (num < 1 || num >= DEFAULT_LIMITS.objectNumber || object === null || object.value.kind === "keyword") {
      return;
    }
    this.rows.set(num, { num, type: 1, second: offset + this.shift, third: gen });
    const dict = object.value.kind === "dict" ? object.value : null;
    const type = dict?.entries.get("Type");
    if (dict === null || type?.kind !== "name") {
      return;
    }
    if (type.value === "Catalog" && dict.entries.has("Pages")) {
      this.catalog = num;
    } else if (type.value === "XRef") {
      this.trailers.unshift(dict);
    } else if (type.value === "ObjStm") {
      numbersIn(this.source, object, dict).forEach((inside, index) =>
        this.rows.set(inside, { num: inside, type: 2, second: num, third: index }),
      );
    }
  }
}

/** The numbers of the objects in an object stream, or none if it cannot be decoded. */
function numbersIn(source: ByteSource, object: IndirectObject, dict: PdfDict): number[] {
  const [length, count] = [numberOf(dict.entries.get("Length")), numberOf(dict.entries.get("N"))];
  if (
    object.streamStart < 0 ||
    object.streamStart + length > source.size ||
    length > DEFAULT_LIMITS.structureStreamBytes
  ) {
    return [];
  }
  try {
    const data = decodeStreamData(
      source.read(object.streamStart, length),
      dict,
      (value) => value ?? null,
      DEFAULT_LIMITS.structureStreamBytes,
    );
    const parser = new Parser(data);
    return Array.from({ length: Math.min(count, 65_535) }, () => [parser.value(), parser.value()]).map(([num]) =>
      numberOf(num),
    );
  } catch (error) {
    return ignorePdfError(error, []);
  }
}

function readOrNull(source: ByteSource, offset: number): IndirectObject | null {
  try {
    return readIndirectObject(source, offset, DEFAULT_LIMITS);
  } catch (error) {
    return ignorePdfError(error, null);
  }
}

function readTrailer(source: ByteSource, offset: number): PdfDict | null {
  try {
    const value = new Parser(source.read(offset, MAX_TRAILER_BYTES)).value();
    return value.kind === "dict" ? value : null;
  } catch (error) {
    return ignorePdfError(error, null);
  }
}

/** Reading past the end of a broken file also throws RangeErrors. */
function ignorePdfError<T>(error: unknown, otherwise: T): T {
  if (error instanceof PdfError || error instanceof RangeError) {
    return otherwise;
  }
  throw error;
}

function numberOf(value: PdfValue | undefined): number {
  return value?.kind === "number" && Number.isInteger(value.value) && value.value >= 0 ? value.value : 0;
}

/** One section that lists everything. It has no /Prev, so that none of the broken earlier sections is read again. */
function buildXrefStream(found: Row[], catalog: number, end: number): Buffer {
  const own = Math.max(...found.map(({ num }) => num)) + 1;
  const offset = end + 1;
  const rows = [...found, { num: own, type: 1 as const, second: offset, third: 0 }].sort(
    (one, other) => one.num - other.num,
  );
  const data = Buffer.alloc(rows.length * ROW_BYTES);
  rows.forEach(({ type, second, third }, index) => {
    data.writeUInt8(type, index * ROW_BYTES);
    data.writeUIntBE(second, index * ROW_BYTES + 1, 5);
    data.writeUInt16BE(third, index * ROW_BYTES + 6);
  });
  const index = rows.map(({ num }) => `${num} 1`).join(" ");
  const head = `\n${own} 0 obj\n<</Type/XRef/W[1 5 2]/Index[${index}]/Size ${own + 1}/Root ${pdfRef(catalog)}/Length ${data.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head, "latin1"),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`),
  ]);
}

/** An object located by searching, without cross-reference data. */
interface FoundObject {
  num: number;
  gen: number;
  /** Absolute offset. */
  offset: number;
}

interface Scan {
  /** In file order: the last object with a number counts. */
  objects: FoundObject[];
  /** Offsets after the keyword `trailer`, in file order. */
  trailers: number[];
}

const CHUNK = 1 << 20;
/** Longer than any match below, so that none is lost between two chunks. */
const OVERLAP = 64;
const MAX_OBJECTS = 200_000;
const MARKS = /(?<!\d)(\d{1,7})[ \t\r\n]{1,4}(\d{1,5})[ \t\r\n]{1,4}obj(?![a-zA-Z])|(?<![a-zA-Z])trailer/g;

/**
 * Finds every `n g obj` and every trailer by pattern, starting at `start`. Matches inside stream data are included,
 * but they rarely have the number of a real object. Throws PdfError `too_large` beyond 200,000 objects.
 */
function scanForObjects(source: ByteSource, start: number): Scan {
  const scan: Scan = { objects: [], trailers: [] };
  for (let offset = start; offset < source.size; offset += CHUNK) {
    const from = Math.max(start, offset - OVERLAP);
    const text = source.read(from, offset + CHUNK - from).toString("latin1");
    for (const match of text.matchAll(MARKS)) {
      const at = from + match.index;
      // Already found as a whole in the previous chunk.
      if (offset > start && at + match[0].length < offset) {
        continue;
      }
      note(scan, match, at);
    }
  }
  return scan;
}

function note(scan: Scan, match: RegExpExecArray, at: number): void {
  if (match[1] === undefined) {
    const after = at + match[0].length;
    if (scan.trailers.at(-1) !== after) {
      scan.trailers.push(after);
    }
    return;
  }
  if (scan.objects.length === MAX_OBJECTS) {
    throw new PdfError("too_large", `more than ${MAX_OBJECTS} objects to look through`);
  }
  if (scan.objects.at(-1)?.offset !== at) {
    scan.objects.push({ num: Number(match[1]), gen: Number(match[2]), offset: at });
  }
}

const MAX_NODES = 20_000;

/**
 * Turns pages written directly inside their parent's /Kids into indirect objects, as ISO 32000-2, 7.7.3.2 requires,
 * because only such a page can get an annotation. Null if there are none.
 */
export function promoteDirectPages(document: PdfDocument): Buffer | null {
  const revision = new Revision(document);
  const seen = new Set<number>();
  const catalog = document.catalog();
  const waiting: { value: PdfValue | undefined; bytes: Buffer }[] = [
    { value: catalog.value.entries.get("Pages"), bytes: catalog.bytes },
  ];
  let isChanged = false;
  for (let next = waiting.pop(); next !== undefined && seen.size < MAX_NODES; next = waiting.pop()) {
    const node = document.dict(next.value, next.bytes);
    if (node === null || node.num === null || seen.has(node.num)) {
      continue;
    }
    seen.add(node.num);
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    if (kids === null) {
      continue;
    }
    if (kids.value.items.some(({ kind }) => kind === "dict")) {
      replaceKids(revision, { ...node, num: node.num }, kids);
      isChanged = true;
    }
    waiting.push(...kids.value.items.map((value) => ({ value, bytes: kids.bytes })));
  }
  return isChanged ? revision.build() : null;
}

function replaceKids(revision: Revision, node: Located<PdfDict> & { num: number }, kids: Located<PdfArray>): void {
  const parent = pdfRef(node.num, node.gen);
  const items = kids.value.items.map((kid) => {
    const isDirect = kid.kind === "dict";
    return isDirect
      ? pdfRef(revision.add(editDict({ value: kid, bytes: kids.bytes, num: null, gen: 0 }, { Parent: parent })))
      : sliceOf(kids.bytes, kid).toString("latin1");
  });
  revision.replace(node.num, node.gen, editDict(node, { Kids: `[${items.join(" ")}]` }));
}
