import type { Box } from "@/lib/platform/geometry/placement";
import type { GreyPage } from "./outside-tools";

/**
 * `no page drawn`: by neither renderer; `size differs`: before and after; `none placed`: the page had no room for one.
 */
export type StampVerdict = "inside" | "outside" | "not seen" | "no page drawn" | "size differs" | "none placed";

const DIFFERENT = 24;
/** Antialiasing at this low resolution spills over by one pixel, and rounding of the page's size by another. */
const MARGIN_PX = 2;

/**
 * Compares the first page before and after signing: all changes must be inside the boxes, and each box must have
 * changed. `pagePt` is the displayed page's size, which determines the scale however the renderer treats UserUnit.
 */
export function judgeStamps(
  before: GreyPage | null,
  after: GreyPage | null,
  boxes: readonly Box[],
  pagePt: { widthPt: number; heightPt: number },
): StampVerdict {
  if (before === null || after === null) {
    return "no page drawn";
  }
  if (before.width !== after.width || before.height !== after.height) {
    return "size differs";
  }
  if (boxes.length === 0) {
    return "none placed";
  }
  const scale = { x: after.width / pagePt.widthPt, y: after.height / pagePt.heightPt };
  const seen = boxes.map(() => false);
  for (let i = 0; i < after.pixels.length; i += 1) {
    if (Math.abs((after.pixels[i] ?? 0) - (before.pixels[i] ?? 0)) < DIFFERENT) {
      continue;
    }
    const [x, y] = [i % after.width, Math.floor(i / after.width)];
    const hits = boxes.map((box) => isIn(box, x, y, scale));
    if (!hits.includes(true)) {
      return "outside";
    }
    hits.forEach((hit, k) => (seen[k] ||= hit));
  }
  return seen.includes(false) ? "not seen" : "inside";
}

function isIn(box: Box, x: number, y: number, scale: { x: number; y: number }): boolean {
  const left = box.leftPt * scale.x - MARGIN_PX;
  const top = box.topPt * scale.y - MARGIN_PX;
  const right = (box.leftPt + box.widthPt) * scale.x + MARGIN_PX;
  const bottom = (box.topPt + box.heightPt) * scale.y + MARGIN_PX;
  return x + 1 >= left && x <= right && y + 1 >= top && y <= bottom;
}
