import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import type { Deadline } from "@/lib/pades/verify/deadline";
import type { ObjectChanges } from "@/lib/pades/verify/difference/object-changes";
import { FreePlaces } from "@/lib/pades/verify/difference/reachable";
import type { FieldLock } from "@/lib/pdf/permissions/field-mdp";

/** Kinds of change that a certification level may or may not allow (ISO 32000-2, 12.8.2.2). */
export type ChangeKind = "validation_data" | "timestamp" | "metadata" | "signed" | "signature_field" | "filled_in";

export interface AllowedChange {
  kind: ChangeKind;
  text: string;
}

/**
 * One comparison under way. The rules look at the places where something may change: they mark an object as inspected when
 * all that changed inside it was looked at, and a place as free when its content may be anything. What is left over after
 * all rules have run was changed without permission.
 */
export interface Review {
  readonly before: PdfDocument;
  readonly after: PdfDocument;
  readonly changes: ObjectChanges;
  readonly deadline: Deadline;
  readonly isLocked: FieldLock;
  readonly free: FreePlaces;
  readonly inspected: Set<number>;
  /** Objects of widgets of signature fields that did not exist before, with the name of their field. */
  readonly newWidgets: Map<number, string>;
  /** Appearance dictionaries that a changed field left behind, with its name: nothing else may have used them. */
  readonly leftBehind: Map<number, string>;
  readonly allowed: AllowedChange[];
  readonly refused: string[];
}

export interface ReviewInput {
  before: PdfDocument;
  after: PdfDocument;
  changes: ObjectChanges;
  deadline: Deadline;
  isLocked: FieldLock;
}

export function startReview(input: ReviewInput): Review {
  return { ...input, free: new FreePlaces(), inspected: new Set(), newWidgets: new Map(), leftBehind: new Map(), allowed: [], refused: [] };
}

/** The same dictionary in both versions, and where it stands in the signed one. */
export interface DictPair {
  before: Located<PdfDict> | null;
  after: Located<PdfDict> | null;
  owner: number;
  path: string;
}

/** Steps from a dictionary to the dictionary under `key`, in both versions. */
export function followDict(review: Review, parent: DictPair, key: string): DictPair {
  const before = parent.before && review.before.dict(parent.before.value.entries.get(key), parent.before.bytes);
  const after = parent.after && review.after.dict(parent.after.value.entries.get(key), parent.after.bytes);
  const ownObject = before !== null && before.num !== null;
  return {
    before,
    after,
    owner: ownObject ? (before.num ?? parent.owner) : parent.owner,
    path: ownObject ? "" : `${parent.path}/${key}`,
  };
}

export function allow(review: Review, kind: ChangeKind, text: string): void {
  if (!review.allowed.some((change) => change.text === text)) {
    review.allowed.push({ kind, text });
  }
}

export function refuse(review: Review, text: string): void {
  if (!review.refused.includes(text)) {
    review.refused.push(text);
  }
}
