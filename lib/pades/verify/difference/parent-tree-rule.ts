import { finding } from "@/lib/pades/verify/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { equalValues } from "./equal-values";
import { isWidgetElement } from "./new-element";
import { into, itemsOf, type Place } from "./places";
import { followDict, judge, plainDict, refuse, type DictPair, type Review } from "./review";

const nodeRole = "parent tree";

/**
 * Checks the parent tree (ISO 32000-2, 14.7.5.4): its old entries stay, and a new one says of the widget of a new signature field which
 * element stands for it. The nodes may be cut in another way.
 */
export function reviewParentTree(review: Review, root: DictPair): void {
  const tree = followDict(review, root, "ParentTree");
  const old = readNumberTree(review.before, tree.before);
  const now = readNumberTree(review.after, tree.after);
  const keepsOld = [...old.entries].every(([key, value]) => keeps(review, value, now.entries.get(key)));
  const addsWidgets = [...now.entries].every(
    ([key, value]) => old.entries.has(key) || isEntryOfWidget(review, key, value),
  );
  if (!keepsOld || !addsWidgets) {
    refuse(review, finding("structure_changed", { keys: ["ParentTree"] }));
  }
  if (tree.before) {
    judgeNodes(review, tree, old);
  }
}

function judgeNodes(review: Review, tree: DictPair, { nodes, lists }: NumberTree): void {
  judge(review, tree);
  nodes.forEach((num) => review.places.judge(num, nodeRole));
  const places = [tree.place, ...nodes.map((num): Place => ({ num, role: nodeRole, path: "" }))];
  for (const [key, next] of [
    ["Kids", nodeRole],
    ["Nums", "element"],
  ] as const) {
    const listRole = `${nodeRole} ${key}`;
    for (const place of places) {
      review.places.lead(place, into(place.path, key), listRole);
      review.places.lead(place, itemsOf(into(place.path, key)), next);
    }
    for (const num of lists[key]) {
      review.places.judge(num, listRole);
      review.places.lead({ num, role: listRole, path: "" }, itemsOf(""), next);
    }
  }
}

function keeps(review: Review, old: TreeValue, now: TreeValue | undefined): boolean {
  if (!now || equalValues(old.value, old.bytes, now.value, now.bytes)) {
    return now !== undefined;
  }
  const before = review.before.array(old.value, old.bytes);
  const after = review.after.array(now.value, now.bytes);
  return before !== null && after !== null && equalValues(before.value, before.bytes, after.value, after.bytes);
}

function isEntryOfWidget(review: Review, key: number, { value, bytes }: TreeValue): boolean {
  const element = plainDict(review.after, value, bytes);
  const parent = element?.value.entries.get("P");
  return (
    element !== null &&
    parent?.kind === "ref" &&
    isWidgetElement(review, value, parent.num) &&
    names(review, element, key)
  );
}

/** Whether one of the element's widgets carries this number as its /StructParent. */
function names({ after, newWidgets }: Review, element: Located<PdfDict>, key: number): boolean {
  const kids = after.array(element.value.entries.get("K"), element.bytes);
  const items = kids ? kids.value.items : [element.value.entries.get("K")];
  return items.some((item) => {
    const reference = after.dict(item, kids?.bytes ?? element.bytes);
    const target = reference?.value.entries.get("Obj");
    const widget = target?.kind === "ref" && newWidgets.has(target.num) ? after.dict(target, element.bytes) : null;
    return widget !== null && after.number(widget.value.entries.get("StructParent")) === key;
  });
}

const mostNodes = 50_000;

interface TreeValue {
  value: PdfValue;
  bytes: Buffer;
}

interface NumberTree {
  /** Unresolved. */
  entries: Map<number, TreeValue>;
  /** Object numbers of the nodes below the root. */
  nodes: number[];
  /** Object numbers of the lists of its nodes that are objects of their own, by the key of the list. */
  lists: { Kids: number[]; Nums: number[] };
}

/** The entries of a number tree (ISO 32000-2, 7.9.7). Loops and nodes beyond 50,000 are left out. */
function readNumberTree(document: PdfDocument, root: Located<PdfDict> | null): NumberTree {
  const entries = new Map<number, TreeValue>();
  const seen = new Set<number>();
  const lists: NumberTree["lists"] = { Kids: [], Nums: [] };
  const nodes = root ? [root] : [];
  for (let node = nodes.pop(); node && seen.size < mostNodes; node = nodes.pop()) {
    for (const key of ["Kids", "Nums"] as const) {
      const num = document.array(node.value.entries.get(key), node.bytes)?.num ?? null;
      lists[key].push(...(num === null ? [] : [num]));
    }
    addNumbers(document, node, entries);
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    for (const kid of kids?.value.items ?? []) {
      const child = kids ? document.dict(kid, kids.bytes) : null;
      if (child?.num != null && !seen.has(child.num)) {
        seen.add(child.num);
        nodes.push(child);
      }
    }
  }
  return { entries, nodes: [...seen], lists };
}

function addNumbers(document: PdfDocument, node: Located<PdfDict>, entries: Map<number, TreeValue>): void {
  const numbers = document.array(node.value.entries.get("Nums"), node.bytes);
  const items = numbers?.value.items ?? [];
  for (let index = 0; numbers && index + 1 < items.length; index += 2) {
    const key = document.number(items[index]);
    const value = items[index + 1];
    if (key !== null && value) {
      entries.set(key, { value, bytes: numbers.bytes });
    }
  }
}
