import { equalObjects, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { free, itemsOf } from "@/lib/pades/verify/difference/places";
import {
  allow,
  followArray,
  followDict,
  judge,
  refuse,
  type DictPair,
  type Review,
} from "@/lib/pades/verify/difference/review";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfValue } from "@/lib/pdf/syntax/objects";

/** Lists of certificates and revocation data in the store and, by other names, in the entry of one signature. */
const lists = ["Certs", "CRLs", "OCSPs", "Cert", "CRL", "OCSP"];

/** Checks the document security store (ETSI EN 319 142-1, 5.4.2): validation data are added to it, and none are taken out. */
export function reviewValidationData(review: Review, catalog: DictPair): void {
  const store = followDict(review, catalog, "DSS");
  if (!store.before) {
    if (store.after) {
      noteAdded(review);
    }
    return;
  }
  const isKept = keepsLists(review, store) && keepsEntries(review, followDict(review, store, "VRI"));
  if (!isKept) {
    refuse(review, "validation data (certificates, revocation lists) were taken out");
    return;
  }
  judge(review, store);
  if (isTouched(review, catalog, store)) {
    noteAdded(review);
  }
}

function noteAdded(review: Review): void {
  allow(review, "validation_data", "validation data (certificates, revocation lists) were added");
}

function isTouched(review: Review, catalog: DictPair, { before, after }: DictPair): boolean {
  const [was, is] = [catalog.before?.value.entries.get("DSS"), catalog.after?.value.entries.get("DSS")];
  const isSame =
    catalog.before !== null &&
    catalog.after !== null &&
    equalValues(was, catalog.before.bytes, is, catalog.after.bytes);
  return !isSame || before?.num !== after?.num || (before?.num != null && review.changes.changed.has(before.num));
}

function keepsEntries(review: Review, entries: DictPair): boolean {
  for (const name of entries.before?.value.entries.keys() ?? []) {
    const entry = followDict(review, entries, name);
    if (entry.before && !keepsLists(review, entry)) {
      return false;
    }
    judge(review, entry);
  }
  judge(review, entries);
  return true;
}

function keepsLists(review: Review, owner: DictPair): boolean {
  return lists.every((key) => {
    const list = followArray(review, owner, key);
    const { before, after, place } = list;
    judge(review, list);
    review.places.lead(place, itemsOf(place.path), free);
    return !before || before.value.items.length === 0 || (after !== null && keepsItems(review, before, after));
  });
}

function keepsItems(review: Review, was: Located<PdfArray>, is: Located<PdfArray>): boolean {
  const numbers = new Set(is.value.items.map(numberOf));
  return was.value.items.every((item) => {
    review.deadline.tick();
    const isSame = numbers.has(numberOf(item)) && !review.changes.changed.has(numberOf(item));
    return isSame || is.value.items.some((other) => holdsTheSame(review, item, other));
  });
}

// Some writers number all data anew.
function holdsTheSame(review: Review, item: PdfValue, other: PdfValue): boolean {
  review.deadline.tick();
  return unlessDamaged(() => {
    const [was, is] = [load(review.before, item), load(review.after, other)];
    return was !== null && is !== null && equalObjects(review.before, was, review.after, is, review.deadline);
  }, false);
}

function load(document: PdfDocument, value: PdfValue): ReturnType<PdfDocument["load"]> {
  return value.kind === "ref" ? document.load(value.num) : null;
}

function numberOf(value: PdfValue): number {
  return value.kind === "ref" ? value.num : -1;
}
