import type { Deadline } from "@/lib/pades/verify/file/deadline";
import { itemsOf, trailerOwner } from "@/lib/pades/verify/file/edges";
import { reachUnjudged, type ReferenceCache } from "@/lib/pades/verify/file/reachable";
import { formFieldsOf } from "@/lib/pades/verify/file/read-once";
import { finding, type Finding, type FindingParams } from "@/lib/pades/verify/report/findings";
import type { FoundChanges } from "@/lib/pades/verify/report/report";
import type { PdfDocument } from "@/lib/pdf/document";
import type { CertificationLevel, FieldLock } from "@/lib/pdf/permissions";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { reviewAnnotations, tryLoad } from "./annotation-rule";
import { reviewCatalog } from "./catalog-rule";
import { differingKeys, equalValues } from "./equal-values";
import { reviewFields } from "./field-rule";
import { compareObjects } from "./object-changes";
import { odditiesIn, sameOddities } from "./oddities";
import { lookTheSameRedrawn } from "./redrawn-fields";
import { reviewResources } from "./resource-rule";
import {
  followArray,
  followDict,
  judge,
  refuse,
  startReview,
  type AllowedChange,
  type ChangeKind,
  type DictPair,
  type Review,
  type TimestampCheck,
} from "./review";
import { hasStrayWidgets } from "./stray-widgets";
import { reviewStructure } from "./structure-rule";

/** Limit of listed findings of one kind. More would not help. */
const mostItems = 40;

interface SignedState {
  /** The signed revision. */
  revision: PdfDocument;
  isLocked: FieldLock;
  /** Changes that the signature permits, or null for those of an ordinary signature. */
  permission: CertificationLevel | null;
  isVerifiedTimestamp: TimestampCheck;
  /** As in the review. */
  preparation: string | null;
  /** Shared by all comparisons of one file. */
  references: ReferenceCache;
}

/**
 * Changes to a document after a signature (docs/spec/verification.md#checks-that-decide). Rules cover the places
 * where changes may be permitted. A changed object that the signed revision uses anywhere else is a modification. The
 * final file needs no second walk: everything outside the covered places is equal in both files, so it leads to the
 * same objects in both. Throws TimeUp, PdfError.
 */
export function differenceSince(state: SignedState, final: PdfDocument, deadline: Deadline): FoundChanges {
  const changes = compareObjects(state.revision, final, deadline);
  const { revision, isLocked, permission, isVerifiedTimestamp, preparation } = state;
  const review = startReview({
    before: revision,
    after: final,
    changes,
    deadline,
    isLocked,
    permission,
    isVerifiedTimestamp,
    preparation,
  });
  for (const num of changes.renumbered) {
    refuse(review, finding("object_renumbered", { object: num }));
  }
  refuseUnclear(review);
  const catalog = reviewCatalog(review);
  reviewForm(review, catalog);
  reviewFields(review);
  reviewStructure(review, catalog);
  reviewAnnotations(review);
  refuseUnexplained(review, state.references);
  const forbidden = refusedByCertification(permission, review.allowed);
  return toChanges(review, forbidden);
}

// Values that are unchanged for our reader may differ for another one.
function refuseUnclear(review: Review): void {
  const { changes, before, after } = review;
  for (const num of changes.unclear) {
    refuse(review, finding("object_unclear", { object: num }));
    if (review.refused.length >= mostItems) {
      return;
    }
  }
  if (
    !sameOddities(
      odditiesIn(before.trailer.value, before.trailer.bytes),
      odditiesIn(after.trailer.value, after.trailer.bytes),
    )
  ) {
    refuse(review, finding("trailer_unclear"));
  }
}

function refuseUnexplained(review: Review, references: ReferenceCache): void {
  const { changed, added } = review.changes;
  const wanted = new Set([...changed, ...added, ...review.leftBehind.keys()]);
  const { before: document, places, deadline } = review;
  const { found, unclear } = reachUnjudged({ document, places, wanted, cache: references, deadline });
  for (const [num, from] of found) {
    refuse(review, findingOf(review, num, from));
    if (review.refused.length >= mostItems) {
      return;
    }
  }
  // Some programs may find any of the changed objects there.
  for (const num of [...unclear].slice(0, 1)) {
    refuse(review, finding("object_form_unclear", objectFacts(document, num)));
  }
}

function findingOf(review: Review, num: number, from: number): Finding {
  if (review.changes.added.has(num)) {
    const owner = from === trailerOwner ? { object: null, type: null } : objectFacts(review.before, from);
    return finding("object_planted", owner);
  }
  const field = review.leftBehind.get(num);
  const shared = field !== undefined && !review.changes.changed.has(num);
  return shared
    ? finding("form_field_appearance_shared", { field })
    : finding("object_changed", objectFacts(review.before, num));
}

function objectFacts(document: PdfDocument, num: number): FindingParams["object_changed"] {
  const object = tryLoad(document, num);
  if (object?.value.kind !== "dict") {
    return { object: num, type: null };
  }
  const { entries } = object.value;
  const type = document.name(entries.get("Subtype")) ?? document.name(entries.get("Type"));
  return { object: num, type: type ?? (object.streamStart >= 0 ? "stream" : null) };
}

function toChanges(review: Review, forbidden: readonly AllowedChange[]): FoundChanges {
  const refused = [...review.refused, ...forbidden.map((change): Finding => ({ ...change.finding, forbidden: true }))];
  if (refused.length > 0) {
    return { level: "not_permitted", findings: refused.slice(0, mostItems) };
  }
  const allowed = review.allowed.map((change) => change.finding);
  const findings = allowed.length > 0 ? allowed : [finding("nothing_displayed_changed")];
  return { level: "permitted", findings: findings.slice(0, mostItems) };
}

/** Validation data are permitted at every level (ETSI EN 319 142-1, 5.4 and 5.5). */
const alwaysAllowed: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["validation_data", "timestamp", "metadata"]);
/**
 * Levels 2 and 3. A new signature field does not count as filling in (ISO 32000-2, table 257), and annotations have
 * been refused before.
 */
const formFilling: ReadonlySet<ChangeKind> = new Set<ChangeKind>([...alwaysAllowed, "signed", "filled_in"]);

/** The changes that a certification forbids although an ordinary signature would permit them. */
function refusedByCertification(level: CertificationLevel | null, changes: readonly AllowedChange[]): AllowedChange[] {
  if (level === null) {
    return [];
  }
  const permitted = level === 1 ? alwaysAllowed : formFilling;
  return changes.filter((change) => !permitted.has(change.kind));
}

/** Without the form's /DA, because fields without an appearance of their own are drawn with it. */
const mayChange = new Set(["Fields", "SigFlags", "DR"]);

/**
 * Checks the form dictionary itself (ISO 32000-2, 12.7.3): fields and resources may only be added. The fields have a
 * separate rule.
 */
function reviewForm(review: Review, catalog: DictPair): void {
  const form = followDict(review, catalog, "AcroForm");
  if (form.before && !form.after) {
    refuse(review, finding("form_removed"));
    return;
  }
  if (!form.after) {
    return;
  }
  const changed = form.before
    ? differingKeys(form.before.value, form.before.bytes, form.after.value, form.after.bytes)
    : [...form.after.value.entries.keys()];
  const forbidden = changed.filter(
    (key) => !mayChange.has(key) && !isSwitchedOff(review, form, key) && !isFirstDefault(review, form, key),
  );
  if (forbidden.length > 0) {
    refuse(review, finding("form_settings_changed", { keys: forbidden }));
  }
  judge(review, form);
  reviewFieldList(review, form);
  reviewResources(review, form);
}

// If it is set, programs may redraw fields from their values. If it is cleared, the stored appearances count, which
// may show something else.
function isSwitchedOff(review: Review, form: DictPair, key: string): boolean {
  if (key !== "NeedAppearances") {
    return false;
  }
  // Some programs treat any value other than false as true.
  const isOff = (document: PdfDocument, owner: Located<PdfDict> | null): boolean => {
    const value = document.resolve(owner?.value.entries.get(key));
    return value === null || value.kind === "null" || (value.kind === "bool" && !value.value);
  };
  const looksTheSame = (): boolean =>
    lookTheSameRedrawn(review.before, formFieldsOf(review.before)) && !hasStrayWidgets(review.before);
  return isOff(review.after, form.after) && (isOff(review.before, form.before) || looksTheSame());
}

// Writers add a default appearance with the first signatures, when no field uses it yet.
function isFirstDefault(review: Review, form: DictPair, key: string): boolean {
  return (
    key === "DA" &&
    !form.before?.value.entries.has("DA") &&
    formFieldsOf(review.before).every(({ type }) => type === "Sig") &&
    !hasStrayWidgets(review.before)
  );
}

function reviewFieldList(review: Review, form: DictPair): void {
  const list = followArray(review, form, "Fields");
  const { before, after, place } = list;
  const listed = before?.value.items.filter((item) => item.kind === "ref").map(referenceOf) ?? [];
  const known = new Set(listed);
  const kept = after?.value.items.map(referenceOf).filter((reference) => known.has(reference)) ?? [];
  const left = new Set(kept);
  if (listed.some((reference) => !left.has(reference))) {
    refuse(review, finding("field_list_entry_removed"));
  } else if (kept.join() !== listed.join()) {
    // If two fields list the same widget, the first one gets it.
    refuse(review, finding("field_list_entry_changed"));
  }
  // A field that is a direct object is only checked here.
  if (before && after && before.value.items.some((item) => item.kind !== "ref" && !holds(after, item, before.bytes))) {
    refuse(review, finding("field_list_entry_changed"));
  }
  judge(review, list);
  review.places.lead(place, itemsOf(place.path), "field");
}

function holds(list: Located<PdfArray>, wanted: PdfValue, bytes: Buffer): boolean {
  return list.value.items.some((item) => equalValues(wanted, bytes, item, list.bytes));
}

function referenceOf(value: PdfValue): string {
  return value.kind === "ref" ? `${value.num} ${value.gen}` : "";
}
