import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { sliceOf, type Located, type PdfArray, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

/** Limit of nodes. Those of a real tree hold hundreds of entries each. */
const MOST_NODES = 50_000;

/** An entry of the parent tree: the key of a page or an annotation, and the structure element that it belongs to. */
export interface ParentEntry {
  key: number;
  element: number;
}

/** The parent tree of a structure tree (ISO 32000-2, 14.7.5.4), each value unresolved under its key. Loops are left out. */
export function readParentTree(document: PdfDocument, root: Located<PdfDict>): Map<number, PdfValue> {
  const found = new Map<number, PdfValue>();
  const seen = new Set<number>();
  const top = document.dict(root.value.entries.get("ParentTree"), root.bytes);
  const nodes = top === null ? [] : [top];
  for (let node = nodes.pop(); node !== undefined && seen.size < MOST_NODES; node = nodes.pop()) {
    const numbers = document.array(node.value.entries.get("Nums"), node.bytes)?.value.items ?? [];
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [key, value] = [document.number(numbers[index]), numbers[index + 1]];
      if (key !== null && value !== undefined) {
        found.set(key, value);
      }
    }
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    for (const kid of kids?.value.items ?? []) {
      if (kid.kind === "ref" && !seen.has(kid.num)) {
        seen.add(kid.num);
        const child = document.dict(kid, node.bytes);
        nodes.push(...(child === null ? [] : [child]));
      }
    }
  }
  return found;
}

/**
 * Adds entries behind all others: their keys have to be higher than any key of the tree. A tree of several levels gets a further leaf.
 * Answers the entry of the structure tree root that has to change, if any.
 */
export function appendParents(
  revision: Revision,
  root: Located<PdfDict>,
  entries: readonly ParentEntry[],
): Record<string, string> {
  const { document } = revision;
  const numbers = entries.map(({ key, element }) => `${key} ${pdfRef(element)}`).join(" ");
  const tree = document.dict(root.value.entries.get("ParentTree"), root.bytes);
  if (tree === null) {
    return { ParentTree: pdfRef(revision.add(`<</Nums[${numbers}]>>`)) };
  }
  const kids = document.array(tree.value.entries.get("Kids"), tree.bytes);
  const [key, list, added] =
    kids === null
      ? (["Nums", document.array(tree.value.entries.get("Nums"), tree.bytes), numbers] as const)
      : (["Kids", kids, pdfRef(addLeaf(revision, entries, numbers))] as const);
  const written = appendedText(list, added);
  if (list !== null && list.num !== null) {
    revision.replace(list.num, list.gen, written);
  } else if (tree.num !== null) {
    revision.change({ ...tree, num: tree.num }, { [key]: written });
  } else {
    return { ParentTree: editDict(tree, { [key]: written }) };
  }
  return {};
}

function addLeaf(revision: Revision, entries: readonly ParentEntry[], numbers: string): number {
  const keys = entries.map(({ key }) => key);
  return revision.add(`<</Limits[${Math.min(...keys)} ${Math.max(...keys)}]/Nums[${numbers}]>>`);
}

/** An array rewritten with text appended. */
export function appendedText(array: Located<PdfArray> | null, more: string): string {
  const held = array === null ? "" : sliceOf(array.bytes, array.value).toString("latin1").slice(1, -1);
  return `[${held} ${more}]`;
}
