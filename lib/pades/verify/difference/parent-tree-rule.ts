import { finding } from "@/lib/pades/verify/findings";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { equalValues } from "./equal-values";
import { isWidgetElement } from "./new-element";
import { readNumberTree, type NumberTree, type TreeValue } from "./number-tree";
import { into, itemsOf, type Place } from "./places";
import { followDict, judge, plainDict, refuse, type DictPair, type Review } from "./review";

const nodeRole = "parent tree";

/**
 * Checks the parent tree (ISO 32000-2, 14.7.5.4): its old entries stay, and a new one maps the widget of a new signature field to
 * its structure element. The nodes may be split differently as long as every program finds the same entries: screen readers use them to find
 * the elements of a page.
 */
export function reviewParentTree(review: Review, root: DictPair): void {
  const tree = followDict(review, root, "ParentTree");
  const old = readNumberTree(review.before, tree.before);
  const now = readNumberTree(review.after, tree.after);
  const keepsOld = [...old.entries].every(([key, value]) => keeps(review, value, now.entries.get(key)));
  const addsWidgets = [...now.entries].every(
    ([key, value]) => old.entries.has(key) || isEntryOfWidget(review, key, value),
  );
  if (!keepsOld || !addsWidgets || (isTouched(review, tree, [old, now]) && !(old.isPlain && now.isPlain))) {
    refuse(review, finding("structure_changed", { keys: ["ParentTree"] }));
  }
  if (tree.before) {
    judgeNodes(review, tree, old);
  }
}

function isTouched({ changes }: Review, { before, after }: DictPair, trees: readonly NumberTree[]): boolean {
  const parts = [
    before?.num,
    after?.num,
    ...trees.flatMap(({ nodes, lists }) => [...nodes, ...lists.Kids, ...lists.Nums]),
  ];
  const isRewritten = parts.some((num) => num != null && (changes.changed.has(num) || changes.added.has(num)));
  const isSame =
    before !== null &&
    after !== null &&
    before.num === after.num &&
    equalValues(before.value, before.bytes, after.value, after.bytes);
  return isRewritten || !isSame;
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
