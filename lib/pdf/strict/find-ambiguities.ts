import type { PdfDocument } from "@/lib/pdf/document";
import { Ambiguities, type Ambiguity } from "./ambiguity";
import { contentStreams } from "./content-streams";
import { decodesAlike } from "./filters-of";
import { judgeLinearization } from "./linearization";
import { passObjects, type DeflatedStream } from "./object-pass";
import { passObjectStreams } from "./object-stream-pass";
import { readPageTree } from "./page-tree";
import { ContentReader } from "./read-content";
import { readSectionRows } from "./section-rows";

/**
 * Where two readers of one file could come to two documents: each kind once, none for a file that says one thing. One pass over the cross-reference
 * sections and the objects, jumping over stream data, then the page tree and every content stream that the pages reach.
 * Throws PdfError `too_large`, `damaged` where not even our own reader comes to a document.
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

/** Fonts, character maps and pictures: larger ones are compared as drawn, by two programs, after the upload. */
const LARGEST_OTHER = 128 * 1024;
const MOST_OTHERS = 512 * 1024;

function judgeOthers(document: PdfDocument, streams: readonly DeflatedStream[], found: Ambiguities): void {
  let left = MOST_OTHERS;
  for (const { num, offset, length } of streams) {
    if (length > LARGEST_OTHER || length > left || found.has("stream_data")) {
      continue;
    }
    left -= length;
    if (!decodesAlike(["FlateDecode"], document.source.read(offset, length), document.limits.streamBytes)) {
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
