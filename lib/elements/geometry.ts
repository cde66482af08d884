import type { PageSize } from "@/db/schema/files";
import { DomainError, invalid, memberName } from "@/lib/errors";
import { isInside, type Box } from "@/lib/geometry/placement";

/** A box and its page, counted from 1. */
export interface PlacedBox extends Box {
  page: number;
}

/**
 * A box must have a size and lie on its page as a reader sees it (0.5 pt tolerance, API.md "Coordinates"). Throws
 * `page_out_of_range`, `element_outside_page` naming the allowed range, `validation_failed` for an empty box.
 */
export function assertOnPage(pages: readonly PageSize[], box: PlacedBox, pointer = "/coordinates"): void {
  const page = pages[box.page - 1];
  if (!page) {
    const detail = `${memberName(pointer)}.page must be between 1 and ${pages.length}`;
    throw new DomainError("page_out_of_range", { detail, violations: [{ pointer: `${pointer}/page`, code: "page_out_of_range", detail }] });
  }
  if (box.widthPt <= 0) throw invalid(`${pointer}/width`, "too_small", `${memberName(pointer)}.width must be greater than 0`);
  if (box.heightPt <= 0) throw invalid(`${pointer}/height`, "too_small", `${memberName(pointer)}.height must be greater than 0`);
  const shown = { x0: 0, y0: 0, x1: page.widthPt, y1: page.heightPt, rotation: 0, userUnit: 1 } as const;
  if (isInside(shown, box)) return;
  const detail = `page ${box.page} is ${round(page.widthPt)} x ${round(page.heightPt)} points: left 0 to ${round(page.widthPt)}, top 0 to ${round(page.heightPt)}, the whole box inside`;
  throw new DomainError("element_outside_page", { detail, violations: [{ pointer, code: "element_outside_page", detail }] });
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
