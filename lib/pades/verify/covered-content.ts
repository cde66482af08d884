import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps } from "@/lib/pdf/fields/annotation-overlap";
import { readPages } from "@/lib/pdf/pages";
import type { LookLimits } from "@/lib/pdf/shadow/budget";
import { itemsShown, VERIFICATION_LOOK, type ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import { orWhenUnreadable } from "./account-bytes";
import { TimeUp } from "./deadline";
import { finding, type CoveredContent, type Finding } from "./findings";
import { formFieldsOf } from "./form-fields";
import type { LaterSignature } from "./later-signatures";

/** One page at a time; together some 150 ms at most. */
const look: LookLimits = { ...VERIFICATION_LOOK, operators: 20_000, pageOperators: 20_000, bytes: 2 ** 21 };
const mostPagesLookedAt = 8;
const mostPages = 2000;

/**
 * A warning for each later signature that lies over something that an earlier signer saw: text, pictures and drawings of the page, its
 * annotations, and the signatures made before. Nothing is said of a place that is not known; the notice about it stands.
 */
export function coveredContent(document: PdfDocument, later: readonly LaterSignature[]): Finding[] {
  if (later.length === 0) {
    return [];
  }
  try {
    return orWhenUnreadable(() => findCovering(document, later), []);
  } catch (error) {
    if (error instanceof TimeUp) {
      return [];
    }
    throw error;
  }
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
    const covers = coveredAt(rect, itemsOf(page)?.filter(isSeen) ?? null);
    const [left, bottom, right, top] = rect;
    return covers
      ? [finding("later_signature_covers", { field, page, covers, left, bottom, right, top, unseenBy })]
      : [];
  });
}

const byWorth = ["text", "picture", "drawing"] as const;

function coveredAt(rect: readonly [number, number, number, number], items: ShownItem[] | null): CoveredContent | null {
  const covered = new Set(items?.filter(({ box }) => overlaps(rect, box)).map(({ what }) => what));
  return items === null ? "unclear" : (byWorth.find((what) => covered.has(what)) ?? null);
}

/** What each page (from 1) shows, read once; null where it cannot be read, or too many pages were. */
function itemsOfPages(document: PdfDocument): (page: number) => readonly ShownItem[] | null {
  const pages = readPages(document, { maxPages: mostPages });
  const known = new Map<number, readonly ShownItem[] | null>();
  return (number) => {
    const page = pages[number - 1];
    if (page && !known.has(number) && known.size < mostPagesLookedAt) {
      known.set(number, itemsShown(document, page, look));
    }
    return known.get(number) ?? null;
  };
}
