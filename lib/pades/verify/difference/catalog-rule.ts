import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { free, into, itemsOf, trailerOwner, type Place } from "@/lib/pades/verify/file/edges";
import { referencesIn } from "@/lib/pades/verify/file/reachable";
import { findSignatures } from "@/lib/pades/verify/file/signature-fields";
import { finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { differingKeys, equalObjects, equalValues } from "./equal-values";
import { allow, followArray, followDict, isStream, judge, refuse, type DictPair, type Review } from "./review";

/**
 * Entries of the catalog that later signatures, timestamps and validation data may change. The form has a separate
 * rule.
 */
const mayChange = new Set(["AcroForm", "DSS", "Extensions", "Metadata", "Perms", "StructTreeRoot"]);

/**
 * LibreOffice uses it for the source of a document. Writers that append to such files keep the entry with object
 * numbers that are not in use, and use the numbers for something else later. No PDF reader follows it.
 */
const unwrittenStreams = "AdditionalStreams";

/** Beyond this limit, some programs reject cross-reference data and scan for objects instead. */
const mostObjects = 2 ** 23 - 1;

const trailer: Place = { num: trailerOwner, role: "trailer", path: "" };

/** Checks trailer and catalog, and returns the catalog for the next rules. */
export function reviewCatalog(review: Review): DictPair {
  reviewTrailer(review);
  const before = review.before.catalog();
  const after = review.after.catalog();
  const place: Place = { num: before.num, role: "catalog", path: "" };
  const pair: DictPair = { before, after, place };
  const changed = differingKeys(before.value, before.bytes, after.value, after.bytes);
  const forbidden = changed.filter((key) => !mayChange.has(key) && !(key === "Version" && keepsVersion(review, pair)));
  if (forbidden.length > 0) {
    refuse(review, finding("catalog_changed", { keys: forbidden }));
  }
  if (isStream(review.after, after.num)) {
    refuse(review, finding("catalog_replaced"));
  }
  review.places.lead(trailer, into("", "Root"), "catalog");
  judge(review, pair);
  for (const key of ["Metadata", "Extensions"]) {
    review.places.lead(place, into("", key), free);
  }
  reviewExtensions(review, pair);
  reviewValidationData(review, pair);
  if (wasChangedIn(review, pair, "Metadata")) {
    allow(review, "metadata", finding("metadata_updated"));
  }
  reviewPermissions(review, pair);
  return pair;
}

// The catalog may be another object in the final file. Its entries are still compared.
function reviewTrailer(review: Review): void {
  const [before, after] = [review.before.trailer, review.after.trailer];
  if (
    !equalValues(before.value.entries.get("Encrypt"), before.bytes, after.value.entries.get("Encrypt"), after.bytes)
  ) {
    refuse(review, finding("encryption_changed"));
  }
  // Readers differ in which of two equal keys counts, and some treat objects beyond /Size as missing.
  if (after.value.duplicates.length > 0) {
    refuse(review, finding("trailer_duplicates", { keys: [...after.value.duplicates] }));
  }
  if (sizeOf(review.after) < Math.min(sizeOf(review.before), review.before.maxObjectNumber + 1)) {
    refuse(review, finding("trailer_size_too_small"));
  }
  if (sizeOf(review.after) > Math.max(mostObjects, sizeOf(review.before))) {
    refuse(review, finding("trailer_size_too_large"));
  }
  if (!namesCatalog(review.after)) {
    refuse(review, finding("trailer_catalog_generation"));
  }
  review.places.lead(trailer, into("", "Info"), free);
  if (namesOnlyMissing(review)) {
    review.places.lead(trailer, into("", unwrittenStreams), free);
  }
  if (wasChangedIn(review, { before, after }, "Info")) {
    allow(review, "metadata", finding("metadata_updated"));
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

// A later certification may add itself, and usage rights may be removed. Programs show "certified by" for the
// signature that /Perms names.
function reviewPermissions(review: Review, catalog: DictPair): void {
  const permissions = followDict(review, catalog, "Perms");
  const { before, after, place } = permissions;
  const added = [...(after?.value.entries.keys() ?? [])].filter((key) => before?.value.entries.has(key) !== true);
  if (added.some((key) => key !== "DocMDP" || !isLaterSignature(review, after?.value.entries.get(key)))) {
    refuse(review, finding("permissions_changed", { keys: added }));
  }
  if (!before) {
    return;
  }
  const wasCertified = before.value.entries.get("DocMDP");
  if (
    wasCertified &&
    !(after && equalValues(wasCertified, before.bytes, after.value.entries.get("DocMDP"), after.bytes))
  ) {
    refuse(review, finding("certification_entry_changed"));
  }
  judge(review, permissions);
  for (const key of before.value.entries.keys()) {
    if (key !== "DocMDP") {
      review.places.lead(place, into(place.path, key), free);
    }
  }
}

function isLaterSignature(review: Review, value: PdfValue | undefined): boolean {
  const isAmong = (document: PdfDocument): boolean =>
    value?.kind === "ref" && findSignatures(document).some(({ dictionary }) => dictionary.num === value.num);
  return isAmong(review.after) && !isAmong(review.before);
}

/** Limit of objects inspected in the document's information. Beyond it, the information counts as changed. */
const mostInformation = 1000;

/**
 * Whether an information entry, or anything that it refers to, has changed: a title may be an indirect object. Places
 * are not recorded, because all of it may change.
 */
function wasChangedIn(
  { before, changes }: Review,
  pair: Pick<DictPair, "before"> & { after: Located<PdfDict> | null },
  key: string,
): boolean {
  const [was, is] = [pair.before?.value.entries.get(key), pair.after?.value.entries.get(key)];
  if (!pair.before || !pair.after || !equalValues(was, pair.before.bytes, is, pair.after.bytes)) return true;
  const waiting = was ? referencesIn(was) : [];
  const seen = new Set<number>();
  for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
    const isTouched = changes.changed.has(num) || changes.added.has(num) || changes.unclear.has(num);
    if (isTouched || seen.size > mostInformation) return true;
    if (seen.has(num)) continue;
    seen.add(num);
    const object = orWhenUnreadable(() => before.load(num), null);
    if (object) waiting.push(...referencesIn(object.value));
  }
  return false;
}

/** ISO 32000-2, table 49: the permitted entries of a developer extension, none of which is a dictionary. */
const sayable = new Set(["Type", "BaseVersion", "ExtensionLevel", "ExtensionRevision", "URL"]);

/**
 * Checks that /Extensions contains only names of extensions (ISO 32000-2, 7.12), and nothing that a reader could run.
 */
function reviewExtensions(review: Review, catalog: DictPair): void {
  const { after } = catalog;
  const value = after?.value.entries.get("Extensions");
  if (!after || value === undefined) {
    return;
  }
  const extensions = review.after.dict(value, after.bytes);
  if (
    !extensions ||
    [...extensions.value.entries].some(
      ([key, entry]) => key !== "Type" && !isExtension(review.after, entry, extensions),
    )
  ) {
    refuse(review, finding("catalog_changed", { keys: ["Extensions"] }));
  }
}

function isExtension(document: PdfDocument, value: PdfValue, owner: Located): boolean {
  const several = document.array(value, owner.bytes);
  return several
    ? several.value.items.every((item) => isPlain(document, item, several))
    : isPlain(document, value, owner);
}

function isPlain(document: PdfDocument, value: PdfValue, owner: Located<PdfArray> | Located): boolean {
  const extension: Located<PdfDict> | null = document.dict(value, owner.bytes);
  return (
    extension !== null &&
    [...extension.value.entries].every(([key, entry]) => sayable.has(key) && !isCompound(document, entry))
  );
}

function isCompound(document: PdfDocument, value: PdfValue): boolean {
  const kind = document.resolve(value)?.kind;
  return kind === "dict" || kind === "array";
}

/** Versions that some edition of the standard describes, from "1.0" to "2.0". */
const knownVersion = /^(?:1\.[0-7]|2\.0)$/;

/**
 * Whether a change of the catalog's /Version has no effect (ISO 32000-2, 7.7.2): readers support the new version, and
 * the effective version, which is the later one of header and catalog, does not decrease. Readers show all versions
 * alike.
 */
function keepsVersion(review: Review, catalog: DictPair): boolean {
  const before = versionInForce(review.before, catalog.before);
  const after = versionInForce(review.after, catalog.after);
  return before !== null && after !== null && Number(after) >= Number(before) && namesNoLowerOne(review, catalog);
}

// The standard ignores a version lower than the header's, but some readers use it.
function namesNoLowerOne(review: Review, { after }: DictPair): boolean {
  const named = review.after.name(after?.value.entries.get("Version"));
  return named === null || Number(named) >= Number(headerVersion(review.after) ?? "0");
}

function versionInForce(document: PdfDocument, catalog: Located<PdfDict> | null): string | null {
  const header = headerVersion(document);
  const value = catalog?.value.entries.get("Version");
  if (value === undefined) {
    return header;
  }
  const named = document.name(value);
  const isKnown = named !== null && knownVersion.test(named);
  return header === null || !isKnown ? null : Number(named) > Number(header) ? named : header;
}

function headerVersion(document: PdfDocument): string | null {
  const version = document.source.read(0, Math.min(16, document.source.size)).toString("latin1", 5, 8);
  return knownVersion.test(version) ? version : null;
}

/** Lists of certificates and revocation data in the store and, with other names, in the entry of one signature. */
const lists = ["Certs", "CRLs", "OCSPs", "Cert", "CRL", "OCSP"];

/**
 * Checks the document security store (ETSI EN 319 142-1, 5.4.2): validation data may be added to it, but not removed.
 */
function reviewValidationData(review: Review, catalog: DictPair): void {
  const store = followDict(review, catalog, "DSS");
  if (!store.before) {
    if (store.after) {
      noteAdded(review);
    }
    return;
  }
  const isKept = keepsLists(review, store) && keepsEntries(review, followDict(review, store, "VRI"));
  if (!isKept) {
    refuse(review, finding("validation_data_removed"));
    return;
  }
  judge(review, store);
  if (isTouched(review, catalog, store)) {
    noteAdded(review);
  }
}

function noteAdded(review: Review): void {
  allow(review, "validation_data", finding("validation_data_added"));
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
    return isSame || is.value.items.some((other) => isSameItem(review, item, other));
  });
}

// Some writers renumber all data.
function isSameItem(review: Review, item: PdfValue, other: PdfValue): boolean {
  review.deadline.tick();
  return orWhenUnreadable(() => {
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
