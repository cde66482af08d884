import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/**
 * Objects of the page tree above its pages, arrays of kids included. Null for a tree that programs may walk in different ways: with loops, with nodes or pages that are
 * no objects of their own, with empty branches, or with other than `pages` pages.
 */
export function interiorNodes(document: PdfDocument, pages: number): ReadonlySet<number> | null {
  const catalog = document.catalog();
  const nodes = new Set<number>();
  const waiting = [document.dict(catalog.value.entries.get("Pages"), catalog.bytes)];
  let leaves = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null || node.num === null || nodes.has(node.num)) return null;
    if (isLeaf(document, { ...node, num: node.num })) {
      leaves += 1;
      continue;
    }
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    if (kids === null || kids.value.items.length === 0 || document.name(node.value.entries.get("Type")) !== "Pages")
      return null;
    nodes.add(node.num);
    if (kids.num !== null) nodes.add(kids.num);
    for (const kid of kids.value.items) waiting.push(document.dict(kid, kids.bytes));
    if (waiting.length > pages) return null;
  }
  return leaves === pages ? nodes : null;
}

/** Whether every program takes the object for one page. */
export function isLeaf(document: PdfDocument, { value, num }: Located<PdfDict> & { num: number }): boolean {
  const type = value.entries.get("Type");
  return (
    type?.kind === "name" &&
    type.value === "Page" &&
    !value.entries.has("Kids") &&
    value.duplicates.length === 0 &&
    (document.load(num)?.streamStart ?? -1) < 0
  );
}
