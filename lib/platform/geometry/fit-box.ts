import type { FieldType } from "@/db/schema/files";
import type { Box } from "./placement";

/** A page's size in points as displayed. */
export interface PageSize {
  widthPt: number;
  heightPt: number;
}

/** The smallest side of a field that a user can create, in points. */
export const smallestSidePt = 6;

/** To a hundredth of a point, the precision that is shown, stored and compared. */
export function roundPt(points: number): number {
  return Math.round(points * 100) / 100;
}

/**
 * The nearest box that is fully on the page, to a hundredth of a point. The size is reduced first, then the position
 * adjusted.
 */
export function fitOnPage(box: Box, page: PageSize): Box {
  const horizontal = fitSpan(box.leftPt, box.widthPt, page.widthPt);
  const vertical = fitSpan(box.topPt, box.heightPt, page.heightPt);
  return { leftPt: horizontal.start, topPt: vertical.start, widthPt: horizontal.length, heightPt: vertical.length };
}

/** The box resized with its top-left corner fixed, up to the page's right and bottom edges. */
export function resizeOnPage(box: Box, growth: { widthPt: number; heightPt: number }, page: PageSize): Box {
  return fitOnPage(
    {
      ...box,
      widthPt: Math.min(box.widthPt + growth.widthPt, floorPt(page.widthPt) - box.leftPt),
      heightPt: Math.min(box.heightPt + growth.heightPt, floorPt(page.heightPt) - box.topPt),
    },
    page,
  );
}

/** A box of this size centred on the point, moved onto the page if it would stick out. */
export function centreOnPage(point: { xPt: number; yPt: number }, size: PageSize, page: PageSize): Box {
  return fitOnPage({ leftPt: point.xPt - size.widthPt / 2, topPt: point.yPt - size.heightPt / 2, ...size }, page);
}

/** The fraction of the smaller box that the other one covers, 0 to 1. */
export function overlapShare(first: Box, second: Box): number {
  const width =
    Math.min(first.leftPt + first.widthPt, second.leftPt + second.widthPt) - Math.max(first.leftPt, second.leftPt);
  const height =
    Math.min(first.topPt + first.heightPt, second.topPt + second.heightPt) - Math.max(first.topPt, second.topPt);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(first.widthPt * first.heightPt, second.widthPt * second.heightPt);
}

function fitSpan(start: number, length: number, available: number): { start: number; length: number } {
  const room = floorPt(available);
  const fitted = Math.min(Math.max(roundPt(length), Math.min(smallestSidePt, room)), room);
  const last = roundPt(room - fitted);
  return { start: Math.min(Math.max(roundPt(start), 0), last), length: fitted };
}

/** Rounds down to a hundredth of a point. The addend keeps 595.28, stored as 595.2799…, at 595.28. */
function floorPt(points: number): number {
  return Math.floor(points * 100 + 1e-6) / 100;
}

/** Initial size of a new field, in points. */
export const standardSizes = {
  signature: { widthPt: 150, heightPt: 50 },
  initial: { widthPt: 60, heightPt: 30 },
  stamp: { widthPt: 110, heightPt: 80 },
  date: { widthPt: 90, heightPt: 22 },
  name: { widthPt: 150, heightPt: 22 },
  email: { widthPt: 180, heightPt: 22 },
  text: { widthPt: 150, heightPt: 22 },
  checkbox: { widthPt: 18, heightPt: 18 },
  radio: { widthPt: 18, heightPt: 18 },
  dropdown: { widthPt: 150, heightPt: 22 },
  number: { widthPt: 90, heightPt: 22 },
  phone: { widthPt: 130, heightPt: 22 },
  day: { widthPt: 90, heightPt: 22 },
} as const satisfies Record<FieldType, PageSize>;
