import { indexOf, type ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { ObjectStream } from "@/lib/pdf/syntax/indirect-objects";
import { Lexer } from "@/lib/pdf/syntax/lexer";
import { isPlainObjectStream } from "@/lib/pdf/xref/plain-sections";
import { Ambiguities, type Ambiguity } from "./ambiguity";
import { ContentReader, contentStreams } from "./content-streams";
import { decodesAlike } from "./filters-of";
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
  const head = source.read(0, Math.min(1024, source.size)).toString("latin1");
  const dict = /<<[^>]*\/Linearized\b[^>]*>>/.exec(head)?.[0];
  const says = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dict ?? "")?.[1] ?? -1);
  if (dict === undefined || says("L") !== source.size) {
    return;
  }
  const first = nodes.find(({ kids }) => kids === null)?.object.num;
  if (!beginsBehindFirstObject(source, startXref) || says("N") !== root?.count || says("O") !== first) {
    found.note("linearization", startXref);
  }
}

/** Whether there is only white space between the first object of a file and the offset that `startxref` gives. */
export function beginsBehindFirstObject(source: ByteSource, startXref: number): boolean {
  const end = indexOf(source, "endobj", 0, Math.min(2048, source.size));
  const between =
    end >= 0 && startXref > end ? source.read(end + 6, Math.min(64, startXref - end - 6)).toString("latin1") : "x";
  return /^\s*$/.test(between);
}
