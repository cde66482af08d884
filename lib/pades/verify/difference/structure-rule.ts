import { into, itemsOf, type Place } from "@/lib/pades/verify/file/edges";
import { finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { tryLoad } from "./annotation-rule";
import { differingKeys, equalValues } from "./equal-values";
import { isWidgetElement } from "./new-element";
import { reviewParentTree } from "./parent-tree-rule";
import { followDict, isStream, judge, refuse, type DictPair, type Review } from "./review";

const rootMayChange = new Set(["K", "ParentTree", "ParentTreeNextKey"]);
/** The array of an element's kids, if it is an indirect object. */
const kidsRole = "kids";
const deepestNesting = 256;

/**
 * Checks the logical structure (ISO 32000-2, 14.7): a writer that maintains tagging adds one element for the widget
 * of each new signature field, and its entry in the parent tree. No other change is permitted.
 */
export function reviewStructure(review: Review, catalog: DictPair): void {
  const root = followRoot(review, catalog);
  if (!root.before || !root.after) {
    if (root.before || root.after) {
      refuse(review, finding("structure_added_or_removed"));
    }
    return;
  }
  const changed = differingKeys(root.before.value, root.before.bytes, root.after.value, root.after.bytes);
  const forbidden = changed.filter((key) => !rootMayChange.has(key));
  if (forbidden.length > 0) {
    refuse(review, finding("structure_changed", { keys: forbidden }));
  }
  judge(review, root);
  reviewParentTree(review, root);
  if (root.before.num === null) {
    refuseIf(review, changed.includes("K"));
    return;
  }
  reviewKids(review, { num: root.before.num, before: root.before, after: root.after });
  reviewElements(review, root.before.num);
}

// Elements refer to the root in /P as they refer to one another, so it has the role of an element.
function followRoot(review: Review, catalog: DictPair): DictPair {
  const root = followDict(review, catalog, "StructTreeRoot");
  if (root.before?.num == null) {
    return root;
  }
  review.places.lead(catalog.place, into(catalog.place.path, "StructTreeRoot"), "element");
  return { ...root, place: { ...root.place, role: "element" } };
}

interface Parent {
  num: number;
  before: Located<PdfDict>;
  after: Located<PdfDict>;
}

// Changed elements, and those whose indirect array of kids changed: the new element names its parent.
function reviewElements(review: Review, root: number): void {
  const parents = new Set<number>();
  for (const num of review.changes.changed) {
    review.deadline.tick();
    const now = tryLoad(review.after, num);
    if (now?.value.kind === "array") {
      parentsOfAdded(review, now.value, now.bytes).forEach((parent) => parents.add(parent));
    } else if (now?.value.kind === "dict" && now.value.entries.has("K")) {
      parents.add(num);
    }
  }
  for (const num of parents) {
    const before = num === root ? null : elementAt(review.before, num);
    const after = before ? elementAt(review.after, num) : null;
    if (before && after && isInTree(review, before, root)) {
      reviewElement(review, { num, before, after });
    }
  }
}

function reviewElement(review: Review, parent: Parent): void {
  const { before, after } = parent;
  if (differingKeys(before.value, before.bytes, after.value, after.bytes).every((key) => key === "K")) {
    reviewKids(review, parent);
  }
}

/** Judges the element and the array of its kids if only elements of new widgets were added. */
function reviewKids(review: Review, { num, before, after }: Parent): void {
  const old = kidsOf(review.before, before);
  const now = kidsOf(review.after, after);
  const kept = now.items.filter((item) => !isWidgetElement(review, item, num));
  const isFine =
    kept.length === old.items.length &&
    kept.every((item, index) => equalValues(old.items[index], old.bytes, item, now.bytes));
  refuseIf(review, !isFine);
  if (!isFine) {
    return;
  }
  const place: Place = { num, role: "element", path: "" };
  review.places.judge(num, place.role);
  review.places.lead(place, into("", "K"), old.num === null ? "element" : kidsRole);
  review.places.lead(place, itemsOf(into("", "K")), "element");
  if (old.num !== null) {
    review.places.judge(old.num, kidsRole);
    review.places.lead({ num: old.num, role: kidsRole, path: "" }, itemsOf(""), "element");
  }
}

function refuseIf(review: Review, condition: boolean): void {
  if (condition) {
    refuse(review, finding("structure_changed", { keys: [] }));
  }
}

function parentsOfAdded(review: Review, array: PdfArray, bytes: Buffer): number[] {
  const added = array.items.filter((item) => item.kind === "ref" && review.changes.added.has(item.num));
  return added.flatMap((item) => {
    const parent = review.after.dict(item, bytes)?.value.entries.get("P");
    return parent?.kind === "ref" ? [parent.num] : [];
  });
}

function elementAt(document: PdfDocument, num: number): Located<PdfDict> | null {
  const object = tryLoad(document, num);
  if (object?.value.kind !== "dict" || isStream(document, num)) {
    return null;
  }
  const { entries } = object.value;
  const type = document.name(entries.get("Type"));
  const isElement = entries.has("S") && entries.has("P") && (type === null || type === "StructElem");
  return isElement ? { value: object.value, bytes: object.bytes, num, gen: object.gen } : null;
}

/** Whether the signed revision leads from the root to the element through /K. */
function isInTree(review: Review, element: Located<PdfDict>, root: number): boolean {
  let child = element;
  for (let depth = 0; depth < deepestNesting; depth += 1) {
    const above = child.value.entries.get("P");
    const num = above?.kind === "ref" ? above.num : -1;
    const parent = num === root ? review.before.dict(above, child.bytes) : elementAt(review.before, num);
    if (!parent || !kidsOf(review.before, parent).items.some((item) => item.kind === "ref" && item.num === child.num)) {
      return false;
    }
    if (num === root) {
      return true;
    }
    child = parent;
  }
  return false;
}

interface Kids {
  items: PdfValue[];
  bytes: Buffer;
  /** The object number of the array, if it is an indirect object. */
  num: number | null;
}

// /K is one kid or an array of kids.
function kidsOf(document: PdfDocument, element: Located<PdfDict>): Kids {
  const value = element.value.entries.get("K");
  const array = document.array(value, element.bytes);
  if (array) {
    return { items: array.value.items, bytes: array.bytes, num: array.num };
  }
  return { items: value ? [value] : [], bytes: element.bytes, num: null };
}
