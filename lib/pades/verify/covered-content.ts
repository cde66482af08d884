import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps, type Rect } from "@/lib/pdf/fields/annotation-overlap";
import type { ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import { orNothing } from "./account-bytes";
import { continuesDigits, isJoined } from "./filled-content";
import { finding, type CoveredContent, type Finding } from "./findings";
import { formFieldsOf } from "./form-fields";
import type { LaterSignature } from "./later-signatures";
import { itemsOfPages } from "./shown-items";

/** A frame has four strokes at most, and a line to sign on is one. */
const mostStrokes = 4;

/**
 * A warning for each later signature that lies over something that an earlier signer saw: text, pictures and drawings of the page, its
 * annotations, and the signatures made before; and for one that continues a text beside it. Nothing is said of a place that is not known; the notice about it stands.
 */
export function coveredContent(document: PdfDocument, later: readonly LaterSignature[]): Finding[] {
  return later.length === 0 ? [] : orNothing(() => findCovering(document, later));
}

function findCovering(document: PdfDocument, later: readonly LaterSignature[]): Finding[] {
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
    const covers = coveredAt(rect, drawn, items?.filter(isSeen) ?? null);
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

/** A signature is any drawing: digits that continue a number need not be text. */
function isBeside(drawn: readonly ShownItem[], items: readonly ShownItem[]): boolean {
  return items
    .filter(({ what }) => what === "text")
    .some((text) => drawn.some((one) => (one.letters ? isJoined(one, text) : continuesDigits(one.box, text))));
}

/** Strokes under a rectangle; those along one upright line, such as dots to sign on, count once. */
function linesAmong(items: readonly ShownItem[], rect: Rect): number {
  const lines = new Set<string>();
  for (const { what, box } of items) {
    if (what === "stroke" && touches(rect, box)) {
      lines.add(lineOf(box));
    }
  }
  return lines.size;
}

/** Thinner than this, in points, a stroke is upright. */
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
