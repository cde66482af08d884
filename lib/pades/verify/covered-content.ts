import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps, type Rect } from "@/lib/pdf/fields/annotation-overlap";
import type { ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import { orNothing, orWhenUnreadable } from "./account-bytes";
import { continuesDigits, isJoined } from "./filled-content";
import { finding, type CoveredContent, type Finding } from "./findings";
import { formFieldsOf } from "./form-fields";
import type { LaterSignature } from "./later-signatures";
import type { SignatureRecord } from "./report";
import type { RevisionStore } from "./revisions";
import { itemsOfPages } from "./shown-items";

/** A frame has at most four strokes, and a line to sign on is one. */
const mostStrokes = 4;

/**
 * A warning for each later signature that covers something that an earlier signer saw: text, pictures and drawings of
 * the page, its annotations, the signatures made before, and what its own field showed before it was signed. Also for
 * one that continues an adjacent text. If the place is unknown, there is only the notice and no warning.
 */
export function coveredContent(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  later: readonly LaterSignature[],
): Finding[] {
  return later.length === 0 ? [] : orNothing(() => findCovering(store, records, later));
}

function findCovering(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  later: readonly LaterSignature[],
): Finding[] {
  const { document } = store;
  const revisions = records.flatMap(({ field, signedRevision }) => {
    const revision = signedRevision && store.open(signedRevision.end);
    return revision ? [{ field, revision }] : [];
  });
  const itemsOf = itemsOfPages(document);
  const widgets = new Map(
    formFieldsOf(document)
      .filter(({ type }) => type === "Sig")
      .map((field) => [field.name, field.widgets.flatMap(({ num }) => num ?? [])]),
  );
  return later.flatMap(({ field, page, rect, unseenBy }) => {
    if (page === null || rect === null) {
      return [];
    }
    const seen = new Set(unseenBy.flatMap((name) => widgets.get(name) ?? []));
    const unseen = new Set([...widgets.values()].flat().filter((num) => !seen.has(num)));
    const isSeen = ({ annotation }: ShownItem): boolean => annotation === null || !unseen.has(annotation);
    const own = new Set(widgets.get(field));
    const items = itemsOf(page);
    const drawn = items?.filter(({ annotation, box }) => own.has(annotation ?? NaN) && overlaps(rect, box)) ?? [];
    const shownBefore = revisions
      .filter((one) => unseenBy.includes(one.field))
      .map(({ revision }) => replacedIn(revision, document, field, page));
    const covers =
      coveredAt(rect, drawn, items?.filter(isSeen) ?? null) ??
      shownBefore.find((replaced) => replaced !== null) ??
      null;
    const [left, bottom, right, top] = rect;
    return covers
      ? [finding("later_signature_covers", { field, page, covers, left, bottom, right, top, unseenBy })]
      : [];
  });
}

const byWorth = ["text", "picture", "drawing"] as const;

function coveredAt(rect: Rect, drawn: readonly ShownItem[], items: ShownItem[] | null): CoveredContent | null {
  const covered = items?.filter(({ box }) => overlaps(rect, box)) ?? [];
  const kinds = new Set(covered.map(({ what }) => what));
  const isDrawn = linesAmong(items ?? [], rect) > mostStrokes;
  const found = byWorth.find((what) => kinds.has(what)) ?? (isDrawn ? "drawing" : null);
  return items === null ? "unclear" : (found ?? (isBeside(drawn, items) ? "beside" : null));
}

/**
 * Content of the unsigned field that the signed field no longer shows in the same way, such as an amount in its
 * appearance.
 */
function replacedIn(revision: PdfDocument, document: PdfDocument, field: string, page: number): CoveredContent | null {
  const before = contentOf(revision, field, page);
  const isSame = JSON.stringify(before) === JSON.stringify(contentOf(document, field, page));
  return isSame ? null : (byWorth.find((what) => before.some((item) => item.what === what)) ?? null);
}

function contentOf(document: PdfDocument, name: string, page: number): ShownItem[] {
  const own = new Set(
    formFieldsOf(document)
      .filter((field) => field.type === "Sig" && field.name === name)
      .flatMap(({ widgets }) => widgets.flatMap(({ num }) => num ?? [])),
  );
  return orWhenUnreadable(() => itemsOfPages(document)(page) ?? [], []).filter(({ annotation }) =>
    own.has(annotation ?? NaN),
  );
}

/** A signature can be any drawing, so digits that continue a number need not be text. */
function isBeside(drawn: readonly ShownItem[], items: readonly ShownItem[]): boolean {
  return items
    .filter(({ what }) => what === "text")
    .some((text) => drawn.some((one) => (one.letters ? isJoined(one, text) : continuesDigits(one.box, text))));
}

/** Strokes under a rectangle. Those along one upright line, such as dots to sign on, count once. */
function linesAmong(items: readonly ShownItem[], rect: Rect): number {
  const lines = new Set<string>();
  for (const { what, box } of items) {
    if (what === "stroke" && touches(rect, box)) {
      lines.add(lineOf(box));
    }
  }
  return lines.size;
}

/** A stroke thinner than this, in points, is upright. */
const thin = 2;

function lineOf([x0, y0, x1, y1]: Rect): string {
  if (y1 - y0 < thin) {
    return `y ${Math.round((y0 + y1) / 2)}`;
  }
  return x1 - x0 < thin ? `x ${Math.round((x0 + x1) / 2)}` : [x0, y0, x1, y1].map(Math.round).join(" ");
}

function touches(one: Rect, other: Rect): boolean {
  return (
    Math.min(one[2], other[2]) > Math.max(one[0], other[0]) && Math.min(one[3], other[3]) > Math.max(one[1], other[1])
  );
}
