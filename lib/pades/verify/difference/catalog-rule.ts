import { differingKeys, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { reviewExtensions } from "@/lib/pades/verify/difference/extension-rule";
import { free, into, trailerOwner, type Place } from "@/lib/pades/verify/difference/places";
import { referencesIn } from "@/lib/pades/verify/difference/reachable";
import {
  allow,
  followDict,
  isStream,
  judge,
  refuse,
  type DictPair,
  type Review,
} from "@/lib/pades/verify/difference/review";
import { reviewValidationData } from "@/lib/pades/verify/difference/validation-data-rule";
import { keepsVersion } from "@/lib/pades/verify/difference/version-rule";
import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfDict } from "@/lib/pdf/syntax/objects";

/** Entries of the catalog that later signatures, timestamps and validation data may touch. The form has a rule of its own. */
const mayChange = new Set(["AcroForm", "DSS", "Extensions", "Metadata", "Perms", "StructTreeRoot"]);

/**
 * LibreOffice names the source of a document there. Writers that append to such files carry the entry on with numbers that nothing has yet, and use
 * the numbers for something else later. No reader of PDF follows it.
 */
const unwrittenStreams = "AdditionalStreams";

/** Beyond it some programs do not believe the cross-reference data, and look for objects themselves. */
const mostObjects = 2 ** 23 - 1;

const trailer: Place = { num: trailerOwner, role: "trailer", path: "" };

/** Checks trailer and catalog, and answers the catalog for the rules that go on from there. */
export function reviewCatalog(review: Review): DictPair {
  reviewTrailer(review);
  const before = review.before.catalog();
  const after = review.after.catalog();
  const place: Place = { num: before.num, role: "catalog", path: "" };
  const pair: DictPair = { before, after, place };
  const changed = differingKeys(before.value, before.bytes, after.value, after.bytes);
  const forbidden = changed.filter((key) => !mayChange.has(key) && !(key === "Version" && keepsVersion(review, pair)));
  if (forbidden.length > 0) {
    refuse(review, `the document catalog was changed (${forbidden.join(", ")})`);
  }
  if (isStream(review.after, after.num)) {
    refuse(review, "the document catalog was replaced");
  }
  review.places.lead(trailer, into("", "Root"), "catalog");
  judge(review, pair);
  for (const key of ["Metadata", "Extensions"]) {
    review.places.lead(place, into("", key), free);
  }
  reviewExtensions(review, pair);
  reviewValidationData(review, pair);
  if (changed.includes("Metadata") || isChangedObject(review, before.value, "Metadata")) {
    allow(review, "metadata", "the document's metadata were updated");
  }
  reviewPermissions(review, pair);
  return pair;
}

// The catalog may be another object in the final file: its entries are compared all the same.
function reviewTrailer(review: Review): void {
  const [before, after] = [review.before.trailer, review.after.trailer];
  if (
    !equalValues(before.value.entries.get("Encrypt"), before.bytes, after.value.entries.get("Encrypt"), after.bytes)
  ) {
    refuse(review, "the encryption was changed");
  }
  // Readers differ in which of two equal keys counts, and some take objects beyond /Size for missing.
  if (after.value.duplicates.length > 0) {
    refuse(review, `the trailer holds ${after.value.duplicates.join(", ")} twice`);
  }
  if (sizeOf(review.after) < Math.min(sizeOf(review.before), review.before.maxObjectNumber + 1)) {
    refuse(review, "the trailer's size leaves objects out");
  }
  if (sizeOf(review.after) > Math.max(mostObjects, sizeOf(review.before))) {
    refuse(review, "the trailer's size is more than programs take");
  }
  if (!namesCatalog(review.after)) {
    refuse(review, "the trailer names the catalog by another generation");
  }
  review.places.lead(trailer, into("", "Info"), free);
  if (namesOnlyMissing(review)) {
    review.places.lead(trailer, into("", unwrittenStreams), free);
  }
  if (isChangedObject(review, before.value, "Info")) {
    allow(review, "metadata", "the document's metadata were updated");
  }
}

function namesCatalog(document: PdfDocument): boolean {
  const root = document.trailer.value.entries.get("Root");
  const entry = root?.kind === "ref" ? document.entry(root.num) : null;
  return root?.kind === "ref" && root.gen === (entry?.type === "offset" ? entry.gen : 0);
}

function namesOnlyMissing({ before }: Review): boolean {
  const value = before.trailer.value.entries.get(unwrittenStreams);
  return value !== undefined && referencesIn(value).every((num) => (before.entry(num)?.type ?? "free") === "free");
}

function sizeOf(document: PdfDocument): number {
  return document.number(document.trailer.value.entries.get("Size")) ?? 0;
}

// A later certification may enter itself; usage rights may go. Nothing in /Perms is displayed.
function reviewPermissions(review: Review, catalog: DictPair): void {
  const permissions = followDict(review, catalog, "Perms");
  const { before, after, place } = permissions;
  if (!before) {
    return;
  }
  const wasCertified = before.value.entries.get("DocMDP");
  if (
    wasCertified &&
    !(after && equalValues(wasCertified, before.bytes, after.value.entries.get("DocMDP"), after.bytes))
  ) {
    refuse(review, "the certification's entry in the catalog was changed");
  }
  judge(review, permissions);
  for (const key of before.value.entries.keys()) {
    if (key !== "DocMDP") {
      review.places.lead(place, into(place.path, key), free);
    }
  }
}

function isChangedObject(review: Review, dict: PdfDict, key: string): boolean {
  const value = dict.entries.get(key);
  return value?.kind === "ref" && review.changes.changed.has(value.num);
}
