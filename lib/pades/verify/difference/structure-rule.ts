import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { tryLoad } from "@/lib/pades/verify/difference/annotation-rule";
import { differingKeys, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { readNumberTree } from "@/lib/pades/verify/difference/number-tree";
import { followDict, refuse, type DictPair, type Review } from "@/lib/pades/verify/difference/review";

const rootMayChange = new Set(["K", "ParentTree", "ParentTreeNextKey"]);
/** Entries that would make a screen reader say something else than what stands there. */
const spokenKeys = ["ActualText", "Alt", "E"];

/**
 * Checks the logical structure (ISO 32000-2, 14.7): a writer that keeps a document tagged adds one element for the widget
 * of each new signature field, and its number in the parent tree. Nothing else may change.
 */
export function reviewStructure(review: Review, catalog: DictPair): void {
  const root = followDict(review, catalog, "StructTreeRoot");
  if (!root.before || !root.after) {
    if (root.before || root.after) {
      refuse(review, "the document's structure was added or removed");
    }
    return;
  }
  const changed = differingKeys(root.before.value, root.before.bytes, root.after.value, root.after.bytes);
  const forbidden = changed.filter((key) => !rootMayChange.has(key));
  if (forbidden.length > 0) {
    refuse(review, `the document's structure was changed (${forbidden.join(", ")})`);
  }
  reviewParentTree(review, root);
  reviewElements(review);
  if (root.before.num !== null) {
    review.inspected.add(root.before.num);
    reviewKids(review, root.before, root.after);
  }
}

function reviewParentTree(review: Review, root: DictPair): void {
  const before = followDict(review, root, "ParentTree");
  const old = readNumberTree(review.before, before.before);
  const now = readNumberTree(review.after, before.after);
  for (const [key, value] of old) {
    const other = now.get(key);
    const same = other && (equalValues(value.value, value.bytes, other.value, other.bytes) || sameArrays(review, value, other));
    if (!same) {
      refuse(review, "the document's structure was changed (ParentTree)");
    }
  }
  review.free.allow(root.owner, `${root.path}/ParentTree`);
}

function sameArrays(review: Review, old: { value: PdfValue; bytes: Buffer }, now: { value: PdfValue; bytes: Buffer }): boolean {
  const before = review.before.array(old.value, old.bytes);
  const after = review.after.array(now.value, now.bytes);
  return before !== null && after !== null && equalValues(before.value, before.bytes, after.value, after.bytes);
}

function reviewElements(review: Review): void {
  for (const num of review.changes.changed) {
    const before = review.inspected.has(num) ? null : tryLoad(review.before, num);
    const after = before ? tryLoad(review.after, num) : null;
    if (before?.value.kind === "array" && after?.value.kind === "array") {
      reviewKidsArray(review, { ...before, value: before.value }, { ...after, value: after.value });
    }
    if (before?.value.kind === "dict" && after?.value.kind === "dict" && isElement(review.before, before.value)) {
      reviewElement(review, { ...before, value: before.value }, { ...after, value: after.value });
    }
  }
}

function reviewElement(review: Review, before: Located<PdfDict>, after: Located<PdfDict>): void {
  const onlyKids = differingKeys(before.value, before.bytes, after.value, after.bytes).every((key) => key === "K");
  if (onlyKids && before.num !== null && reviewKids(review, before, after)) {
    review.inspected.add(before.num);
  }
}

function reviewKids(review: Review, before: Located<PdfDict>, after: Located<PdfDict>): boolean {
  const old = kidsOf(review.before, before);
  const now = kidsOf(review.after, after);
  const fine = onlyWidgetsAdded(review, old, now);
  if (!fine) {
    refuse(review, "the document's structure was changed");
  }
  return fine;
}

function reviewKidsArray(review: Review, before: Located<PdfArray>, after: Located<PdfArray>): void {
  const old = { items: before.value.items, bytes: before.bytes };
  if (before.num !== null && onlyWidgetsAdded(review, old, { items: after.value.items, bytes: after.bytes })) {
    review.inspected.add(before.num);
  }
}

interface Kids {
  items: PdfValue[];
  bytes: Buffer;
}

// /K is one kid or an array of them.
function kidsOf(document: PdfDocument, element: Located<PdfDict>): Kids {
  const value = element.value.entries.get("K");
  const array = document.array(value, element.bytes);
  if (array) {
    return { items: array.value.items, bytes: array.bytes };
  }
  return { items: value ? [value] : [], bytes: element.bytes };
}

function onlyWidgetsAdded(review: Review, before: Kids, after: Kids): boolean {
  const kept = after.items.filter((item) => !isWidgetElement(review, item, after.bytes));
  return kept.length === before.items.length && kept.every((item, index) => equalValues(before.items[index], before.bytes, item, after.bytes));
}

/** A new structure element that stands for the widget of a new signature field and says nothing else. */
function isWidgetElement(review: Review, item: PdfValue, bytes: Buffer): boolean {
  const element = item.kind === "ref" && review.changes.added.has(item.num) ? review.after.dict(item, bytes) : null;
  if (!element || spokenKeys.some((key) => element.value.entries.has(key))) {
    return false;
  }
  const kids = kidsOf(review.after, element);
  return kids.items.length > 0 && kids.items.every((kid) => pointsToNewWidget(review, kid, kids.bytes));
}

function pointsToNewWidget(review: Review, kid: PdfValue, bytes: Buffer): boolean {
  const reference = review.after.dict(kid, bytes);
  const target = reference?.value.entries.get("Obj");
  return target?.kind === "ref" && review.newWidgets.has(target.num);
}

function isElement(document: PdfDocument, dict: PdfDict): boolean {
  const type = document.name(dict.entries.get("Type"));
  return dict.entries.has("S") && dict.entries.has("P") && (type === null || type === "StructElem");
}
