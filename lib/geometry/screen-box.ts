import type { Box } from "@/lib/geometry/placement";

/** A box in CSS pixels from the top-left corner of its page on the screen. */
export interface ScreenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels a point at 100 %: a CSS inch has 96 pixels, a point is 1/72 inch. */
export const pixelsPerPoint = 96 / 72;

/** Where a box is drawn; `scale` is CSS pixels a point. */
export function toScreen(box: Box, scale: number): ScreenBox {
  return { x: box.leftPt * scale, y: box.topPt * scale, width: box.widthPt * scale, height: box.heightPt * scale };
}

/** The inverse of `toScreen`. */
export function fromScreen(box: ScreenBox, scale: number): Box {
  return { leftPt: box.x / scale, topPt: box.y / scale, widthPt: box.width / scale, heightPt: box.height / scale };
}
