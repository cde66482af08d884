import type { PdfDocument } from "@/lib/pdf/document";
import { decodesAlike } from "@/lib/pdf/filters-of";
import { isPlainObjectStream } from "@/lib/pdf/plain-sections";
import { indexOf, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { readIndirectObject, type ObjectStream } from "@/lib/pdf/syntax/indirect-objects";
import { Lexer } from "@/lib/pdf/syntax/lexer";
import { DEFAULT_LIMITS } from "@/lib/pdf/syntax/limits";
import type { PdfDict } from "@/lib/pdf/syntax/objects";
import { Ambiguities, type Ambiguity } from "./ambiguity";
import { ContentReader, contentStreams } from "./content-streams";
import { passObjects, referenceSink, type DeflatedStream } from "./object-pass";
import { readPageTree, type PageTree } from "./page-tree";
import { scanObject } from "./scan-object";
import { NUMBER_SPAN, readSectionRows, type SectionRows } from "./section-rows";

/**
 * Places that two readers could interpret as different documents: each kind once, empty for an unambiguous file. One
 * pass over the cross-reference sections and the objects, skipping stream data, followed by the page tree and every
 * content stream that the pages reach. Throws PdfError `too_large`, and `damaged` if not even our own reader finds a
 * document.
 */
export function findAmbiguities(document: PdfDocument): Ambiguity[] {
  const found = new Ambiguities();
  const rows = readSectionRows(document, found);
  const deflated = passObjects(document, rows, found);
  passObjectStreams(document, rows, found);
  const tree = readPageTree(document);
  if (!tree.isPlain) {
    found.note("page_tree", tree.root?.object.num ?? document.catalog().num);
  }
  const odd = tree.nodes.find(({ box }) => box !== null);
  if (odd !== undefined) {
    found.note("page_boxes", odd.object.num);
  }
  if (hasLayerConfigurations(document)) {
    found.note("layer_configurations", document.catalog().num);
  }
  judgeLinearization(document, tree, found);
  const reader = new ContentReader(document);
  const read = new Set<number>(rows.objectStreams);
  for (const content of contentStreams(document, tree)) {
    content.streams.forEach(({ num }) => read.add(num));
    if (content.box !== null) {
      found.note("form_box", content.num);
    }
    const defect = reader.defectOf(content);
    if (defect !== null) {
      found.note(defect, content.num);
    }
  }
  judgeOthers(
    document,
    deflated.filter(({ num }) => !read.has(num)),
    found,
  );
  return found.list();
}

/**
 * Limit for fonts, character maps and pictures. Larger ones are compared as drawn, by two programs, after the upload.
 */
const LARGEST_OTHER = 128 * 1024;
const MOST_OTHERS = 512 * 1024;

function judgeOthers(document: PdfDocument, streams: readonly DeflatedStream[], found: Ambiguities): void {
  let left = MOST_OTHERS;
  for (const { num, offset, length } of streams) {
    if (length > LARGEST_OTHER || length > left || found.has("stream_data")) {
      continue;
    }
    left -= length;
    const wanted = { dict: null, maxBytes: document.limits.streamBytes };
    if (!decodesAlike(document, ["FlateDecode"], document.source.read(offset, length), wanted)) {
      found.note("stream_data", num);
    }
  }
}

function hasLayerConfigurations(document: PdfDocument): boolean {
  const catalog = document.catalog();
  const layers = document.dict(catalog.value.entries.get("OCProperties"), catalog.bytes);
  const further = layers && document.array(layers.value.entries.get("Configs"), layers.bytes);
  return (further?.value.items.length ?? 0) > 0;
}

/** Checks objects in object streams (ISO 32000-2, 7.5.7) as `passObjects` checks all others. */
function passObjectStreams(document: PdfDocument, rows: SectionRows, found: Ambiguities): void {
  const onReference = referenceSink(document, rows.hasGenerations, found);
  const met = new Set<number>();
  for (const num of rows.objectStreams) {
    const stream = openStream(document, num, found);
    if (stream === null) {
      continue;
    }
    if (!isPlainObjectStream(document, num)) {
      found.note("object_stream", num);
    }
    stream.slots.forEach((slot, index) => {
      const entry = document.entry(slot.num);
      const isLive = entry?.type === "compressed" && entry.offset === num;
      if (isLive && entry.gen !== index) {
        found.note("object_stream", num);
      }
      if (!isLive && !rows.compressed.has(num * NUMBER_SPAN + slot.num)) {
        found.note("stray_object", slot.num);
      }
      if (isLive) {
        met.add(slot.num);
        const stop = Math.min(stream.slots[index + 1]?.offset ?? stream.bytes.length, stream.bytes.length);
        const scanned = scanObject(new Lexer(stream.bytes, slot.offset), Math.max(stop, slot.offset), onReference);
        if (scanned?.hasDuplicateKey) {
          found.note("duplicate_key", slot.num);
        }
        if (scanned === null || scanned.isLoose || scanned.end !== "none") {
          found.note("loose_object", slot.num);
        }
      }
    });
  }
  for (const row of rows.compressed) {
    const entry = document.entry(row % NUMBER_SPAN);
    if (entry?.type === "compressed" && !met.has(row % NUMBER_SPAN)) {
      found.note("wrong_offset", row % NUMBER_SPAN);
    }
  }
}

/**
 * Null for a stream that only an older revision used and that is no longer present. It is reported if the file needs
 * it.
 */
function openStream(document: PdfDocument, num: number, found: Ambiguities): ObjectStream | null {
  try {
    return document.objectStream(num);
  } catch (error) {
    if (error instanceof PdfError && error.code === "damaged") {
      found.note("object_stream", num);
      return null;
    }
    throw error;
  }
}

/**
 * Some readers trust a linearization dictionary with the right /L: they start with the section after the first object
 * (annex F), and use /N as the number of pages and /O as the first page. All others start with the section that
 * `startxref` points to.
 */
function judgeLinearization({ source, startXref }: PdfDocument, { nodes, root }: PageTree, found: Ambiguities): void {
  const linearization = readLinearization(source);
  if (linearization === null || !fitsSize(linearization, source)) {
    return;
  }
  const first = nodes.find(({ kids }) => kids === null)?.object.num;
  const { pages, firstPage } = linearization;
  if (!beginsBehindFirstObject(source, startXref) || pages !== root?.count || firstPage !== first) {
    found.note("linearization", startXref);
  }
}

/** Entries of a linearization dictionary (ISO 32000-2, table F.1). */
interface Linearization {
  /** /L, the size of the file. NaN if readers may take it for different numbers. */
  size: number;
  /** /N and /O */
  pages: number | null;
  firstPage: number | null;
}

/** Bytes searched for the word where the first object cannot be read. */
const oddHead = 64 * 1024;
/** PDFium starts here, and other programs at the start of the file, of which the first line is a comment. */
const afterHeader = "%PDF-1.7\n".length;

/**
 * Whether some readers use a linearization dictionary: its /L is the size of the file, or they may take it for that.
 */
export function isLinearized(source: ByteSource): boolean {
  const linearization = readLinearization(source);
  return linearization !== null && fitsSize(linearization, source);
}

/**
 * The linearization dictionary: the first object of the file, after comments of any length. Null if it is another one.
 */
function readLinearization(source: ByteSource): Linearization | null {
  return linearizationAt(source, 0) ?? linearizationAt(source, afterHeader);
}

function linearizationAt(source: ByteSource, start: number): Linearization | null {
  try {
    const { value, bytes } = readIndirectObject(source, start, DEFAULT_LIMITS);
    return value.kind === "dict" && value.entries.has("Linearized") ? linearizationIn(value, bytes) : null;
  } catch (error) {
    if (!(error instanceof PdfError)) {
      throw error;
    }
    const isOdd = error.code === "too_large" || source.read(start, oddHead).includes("/Linearized");
    return isOdd ? { size: NaN, pages: null, firstPage: null } : null;
  }
}

/**
 * Numbers, lists of numbers and names, as every writer of linearized files writes them. Anything else may be read
 * differently: pdf.js takes `12-34` for 1234, other programs for 12.
 */
const plainLinearization = /^<<(?:[\s\0]*\/\w+\b[\s\0]*(?:\d{1,15}(?:\.\d*)?|\[[\d\s\0]*\]|\/\w+\b))*[\s\0]*>>$/;

function linearizationIn({ entries, duplicates, start, end }: PdfDict, bytes: Buffer): Linearization {
  const numberOf = (key: string): number | null => {
    const value = entries.get(key);
    return value?.kind === "number" ? value.value : null;
  };
  const isPlain =
    duplicates.length === 0 && end - start < oddHead && plainLinearization.test(bytes.toString("latin1", start, end));
  return { size: isPlain ? (numberOf("L") ?? NaN) : NaN, pages: numberOf("N"), firstPage: numberOf("O") };
}

function fitsSize({ size }: Linearization, source: ByteSource): boolean {
  return Number.isNaN(size) || size === source.size;
}

/** qpdf leaves up to 200 blanks. */
const mostPadding = 1024;

/** Whether there is only white space between the first object of a file and the offset that `startxref` gives. */
export function beginsBehindFirstObject(source: ByteSource, startXref: number): boolean {
  const end = indexOf(source, "endobj", 0, Math.min(2048, source.size)) + "endobj".length;
  const isNear = end >= "endobj".length && startXref >= end && startXref - end <= mostPadding;
  return isNear && /^\s*$/.test(source.read(end, startXref - end).toString("latin1"));
}
