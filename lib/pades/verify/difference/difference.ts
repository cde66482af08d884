import type { Deadline } from "@/lib/pades/verify/deadline";
import { reviewAnnotations, tryLoad } from "@/lib/pades/verify/difference/annotation-rule";
import { reviewCatalog } from "@/lib/pades/verify/difference/catalog-rule";
import { refusedByCertification } from "@/lib/pades/verify/difference/certification-rule";
import { reviewFields } from "@/lib/pades/verify/difference/field-rule";
import { reviewForm } from "@/lib/pades/verify/difference/form-rule";
import { compareObjects } from "@/lib/pades/verify/difference/object-changes";
import { odditiesIn, sameOddities } from "@/lib/pades/verify/difference/oddities";
import { trailerOwner } from "@/lib/pades/verify/difference/places";
import { reachUnjudged, type ReferenceCache } from "@/lib/pades/verify/difference/reachable";
import {
  refuse,
  startReview,
  type AllowedChange,
  type Review,
  type TimestampCheck,
} from "@/lib/pades/verify/difference/review";
import { reviewStructure } from "@/lib/pades/verify/difference/structure-rule";
import type { Changes } from "@/lib/pades/verify/report";
import type { PdfDocument } from "@/lib/pdf/document";
import type { CertificationLevel } from "@/lib/pdf/permissions/doc-mdp";
import type { FieldLock } from "@/lib/pdf/permissions/field-mdp";

/** More than this many findings of one kind help nobody. */
const mostItems = 40;

export interface SignedState {
  /** The revision that was signed. */
  revision: PdfDocument;
  isLocked: FieldLock;
  /** What the signature leaves open; null: whatever an ordinary signature does. */
  permission: CertificationLevel | null;
  isVerifiedTimestamp: TimestampCheck;
  /** As in the review. */
  preparation: string | null;
  /** Shared by all comparisons of one file. */
  references: ReferenceCache;
}

/**
 * What happened to a document after a signature (docs/spec/verification.md#checks-that-decide). Rules judge the places where something may change; a changed
 * object that the signed revision uses in any other place is a modification. What the final file shows needs no second walk: everything
 * outside the judged places is equal in both files, so it leads to the same objects in both. Throws TimeUp, PdfError.
 */
export function differenceSince(state: SignedState, final: PdfDocument, deadline: Deadline): Changes {
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
    refuse(review, `object ${num} got another generation`);
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

// What our own reader takes for the same as before, another one may not.
function refuseUnclear(review: Review): void {
  const { changes, before, after } = review;
  for (const num of changes.unclear) {
    refuse(review, `object ${num} was written in a way that programs read differently`);
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
    refuse(review, "the trailer was written in a way that programs read differently");
  }
}

function refuseUnexplained(review: Review, references: ReferenceCache): void {
  const { changed, added } = review.changes;
  const wanted = new Set([...changed, ...added, ...review.leftBehind.keys()]);
  const { before: document, places, deadline } = review;
  const { found, unclear } = reachUnjudged({ document, places, wanted, cache: references, deadline });
  for (const [num, from] of found) {
    refuse(review, describeFinding(review, num, from));
    if (review.refused.length >= mostItems) {
      return;
    }
  }
  // Any of the changed objects may be what some programs find there.
  for (const num of [...unclear].slice(0, 1)) {
    refuse(
      review,
      `${describeObject(document, num)} was signed in a form in which programs find different objects, and objects were changed since`,
    );
  }
}

function describeFinding(review: Review, num: number, from: number): string {
  if (review.changes.added.has(num)) {
    const place = from === trailerOwner ? "the trailer" : describeObject(review.before, from);
    return `an object that ${place} already named was filled in later`;
  }
  const field = review.leftBehind.get(num);
  const shared = field !== undefined && !review.changes.changed.has(num);
  return shared
    ? `the appearance of the field "${field}" is shared with something else`
    : `${describeObject(review.before, num)} was changed`;
}

function describeObject(document: PdfDocument, num: number): string {
  const object = tryLoad(document, num);
  if (object?.value.kind !== "dict") {
    return `object ${num}`;
  }
  const { entries } = object.value;
  const type = document.name(entries.get("Subtype")) ?? document.name(entries.get("Type"));
  const kind = type ?? (object.streamStart >= 0 ? "stream" : null);
  return kind === null ? `object ${num}` : `object ${num} (${kind})`;
}

function toChanges(review: Review, forbidden: readonly AllowedChange[]): Changes {
  const refused = [...review.refused, ...forbidden.map((change) => `${change.text}, which the signature forbids`)];
  if (refused.length > 0) {
    return { level: "not_permitted", items: refused.slice(0, mostItems) };
  }
  const texts = review.allowed.map((change) => change.text);
  const items = texts.length > 0 ? texts : ["a later revision changed nothing that is displayed"];
  return { level: "permitted", items: items.slice(0, mostItems) };
}
