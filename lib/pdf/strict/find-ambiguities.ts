import type { PdfDocument } from "@/lib/pdf/document";
import { Ambiguities, type Ambiguity } from "./ambiguity";
import { contentStreams } from "./content-streams";
import { passObjects } from "./object-pass";
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
  passObjects(document, rows, found);
  passObjectStreams(document, rows, found);
  const tree = readPageTree(document);
  if (!tree.isPlain) {
    found.note("page_tree", tree.root?.object.num ?? document.catalog().num);
  }
  const reader = new ContentReader(document);
  for (const content of contentStreams(document, tree)) {
    const defect = reader.defectOf(content);
    if (defect !== null) {
      found.note(defect, content.num);
    }
  }
  return found.list();
}
