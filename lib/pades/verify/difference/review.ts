import type { Deadline } from "@/lib/pades/verify/file/deadline";
import { into, Places, type Place } from "@/lib/pades/verify/file/edges";
import { isSameFinding, type Finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { CertificationLevel, FieldLock } from "@/lib/pdf/permissions";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { ObjectChanges } from "./object-changes";

/** Kinds of change that a certification level may or may not permit (ISO 32000-2, 12.8.2.2). */
export type ChangeKind = "validation_data" | "timestamp" | "metadata" | "signed" | "signature_field" | "filled_in";

export interface AllowedChange {
  kind: ChangeKind;
  finding: Finding;
}

/**
 * Whether a field of the final file contains a document timestamp whose token verifies and covers the bytes before
 * it.
 */
export type TimestampCheck = (field: FormField) => boolean;

export interface ReviewInput {
  before: PdfDocument;
  after: PdfDocument;
  changes: ObjectChanges;
  deadline: Deadline;
  isLocked: FieldLock;
  permission: CertificationLevel | null;
  isVerifiedTimestamp: TimestampCheck;
  /**
   * Uuid of the file that Paraph prepared and certified, and for which the signature was made. Null for every other
   * signature.
   */
  preparation: string | null;
}

/**
 * One comparison in progress. The rules walk from the catalog to the places where something may change and judge the
 * objects there, each in the role in which it was reached. A changed object that the signed revision uses for
 * anything else was changed without permission.
 */
export interface Review extends ReviewInput {
  readonly places: Places;
  /** Object numbers of widgets of signature fields that did not exist before, with the names of their fields. */
  readonly newWidgets: Map<number, string>;
  /** Appearance dictionaries that a changed field no longer uses, with its name. Nothing else may have used them. */
  readonly leftBehind: Map<number, string>;
  readonly allowed: AllowedChange[];
  readonly refused: Finding[];
}

export function startReview(input: ReviewInput): Review {
  return { ...input, places: new Places(), newWidgets: new Map(), leftBehind: new Map(), allowed: [], refused: [] };
}

/** The value in both versions, and its place in the signed one. */
export interface Pair<T extends PdfValue> {
  before: Located<T> | null;
  after: Located<T> | null;
  place: Place;
}
export type DictPair = Pair<PdfDict>;
export type ArrayPair = Pair<PdfArray>;

/** Steps from a dictionary to the dictionary under `key`, in both versions. Streams are not accepted. */
export function followDict(review: Review, parent: DictPair, key: string): DictPair {
  const { before, after } = parent;
  return follow(review, parent, key, {
    before: before && plainDict(review.before, before.value.entries.get(key), before.bytes),
    after: after && plainDict(review.after, after.value.entries.get(key), after.bytes),
  });
}

/** Steps from a dictionary to the array under `key`, in both versions. */
export function followArray(review: Review, parent: DictPair, key: string): ArrayPair {
  const { before, after } = parent;
  return follow(review, parent, key, {
    before: before && review.before.array(before.value.entries.get(key), before.bytes),
    after: after && review.after.array(after.value.entries.get(key), after.bytes),
  });
}

/** The dictionary that a value leads to, or null for anything else, including a stream. */
export function plainDict(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): Located<PdfDict> | null {
  const found = document.dict(value, bytes);
  return found?.num != null && isStream(document, found.num) ? null : found;
}

export function isStream(document: PdfDocument, num: number): boolean {
  return (document.load(num)?.streamStart ?? -1) >= 0;
}

function follow<T extends PdfValue>(
  review: Review,
  { place }: DictPair,
  key: string,
  { before, after }: Pick<Pair<T>, "before" | "after">,
): Pair<T> {
  const path = into(place.path, key);
  if (before === null || before.num === null) {
    return { before, after, place: { ...place, path } };
  }
  const role = into(`${place.role}${place.path}`, key);
  review.places.lead(place, path, role);
  return { before, after, place: { num: before.num, role, path: "" } };
}

/** Records that the pair was compared, if its signed version is an indirect object. */
export function judge(review: Review, { before, place }: Pair<PdfValue>): void {
  if (before?.num != null) {
    review.places.judge(place.num, place.role);
  }
}

export function allow(review: Review, kind: ChangeKind, found: Finding): void {
  if (!review.allowed.some((change) => isSameFinding(change.finding, found))) {
    review.allowed.push({ kind, finding: found });
  }
}

export function refuse(review: Review, found: Finding): void {
  if (!review.refused.some((known) => isSameFinding(known, found))) {
    review.refused.push(found);
  }
}
