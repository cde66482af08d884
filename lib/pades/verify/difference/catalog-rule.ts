import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfDict } from "@/lib/pdf/syntax/objects";
import { differingKeys, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { reviewExtensions } from "@/lib/pades/verify/difference/extension-rule";
import { trailerOwner } from "@/lib/pades/verify/difference/reachable";
import { allow, refuse, type DictPair, type Review } from "@/lib/pades/verify/difference/review";
import { reviewValidationData } from "@/lib/pades/verify/difference/validation-data-rule";

/** Entries of the catalog that later signatures, timestamps and validation data may touch. The form has a rule of its own. */
const mayChange = new Set(["AcroForm", "DSS", "Extensions", "Metadata", "Perms", "StructTreeRoot"]);

/** Checks trailer and catalog, and answers the catalog for the rules that go on from there. */
export function reviewCatalog(review: Review): DictPair {
  reviewTrailer(review);
  const before = review.before.catalog();
  const after = review.after.catalog();
  const pair: DictPair = { before, after, owner: before.num ?? trailerOwner, path: "" };
  const changed = differingKeys(before.value, before.bytes, after.value, after.bytes);
  const forbidden = changed.filter((key) => !mayChange.has(key));
  if (forbidden.length > 0) {
    refuse(review, `the document catalog was changed (${forbidden.join(", ")})`);
  }
  if (before.num !== null) {
    review.inspected.add(before.num);
  }
  for (const key of ["Metadata", "Extensions"]) {
    review.free.allow(pair.owner, `/${key}`);
  }
  reviewExtensions(review, pair);
  reviewValidationData(review, pair);
  if (changed.includes("Metadata") || isChangedObject(review, before.value, "Metadata")) {
    allow(review, "metadata", "the document's metadata were updated");
  }
  if (changed.includes("Perms")) {
    reviewPermissions(review, pair);
  }
  return pair;
}

function reviewTrailer(review: Review): void {
  const [before, after] = [review.before.trailer, review.after.trailer];
  for (const key of ["Root", "Encrypt"]) {
    if (!equalValues(before.value.entries.get(key), before.bytes, after.value.entries.get(key), after.bytes)) {
      refuse(review, key === "Root" ? "the document catalog was replaced" : "the encryption was changed");
    }
  }
  // Readers differ in which of two equal keys counts, and some take objects beyond /Size for missing.
  if (after.value.duplicates.length > 0) {
    refuse(review, `the trailer holds ${after.value.duplicates.join(", ")} twice`);
  }
  if (sizeOf(review.after) < Math.min(sizeOf(review.before), review.before.maxObjectNumber + 1)) {
    refuse(review, "the trailer's size leaves objects out");
  }
  review.free.allow(trailerOwner, "/Info");
  if (isChangedObject(review, before.value, "Info")) {
    allow(review, "metadata", "the document's metadata were updated");
  }
}

function sizeOf(document: PdfDocument): number {
  return document.number(document.trailer.value.entries.get("Size")) ?? 0;
}

// A later certification may enter itself; usage rights may go. Nothing in /Perms is displayed.
function reviewPermissions(review: Review, catalog: DictPair): void {
  const before = catalog.before && review.before.dict(catalog.before.value.entries.get("Perms"), catalog.before.bytes);
  const after = catalog.after && review.after.dict(catalog.after.value.entries.get("Perms"), catalog.after.bytes);
  const wasCertified = before?.value.entries.get("DocMDP");
  const isCertified = after?.value.entries.get("DocMDP");
  if (before && wasCertified && !(after && equalValues(wasCertified, before.bytes, isCertified, after.bytes))) {
    refuse(review, "the certification's entry in the catalog was changed");
  }
  if (before?.num != null) {
    review.inspected.add(before.num);
  }
}

function isChangedObject(review: Review, dict: PdfDict, key: string): boolean {
  const value = dict.entries.get(key);
  return value?.kind === "ref" && review.changes.changed.has(value.num);
}
