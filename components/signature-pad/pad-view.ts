/**
 * Height of the drawing area relative to its width, which is 1. A pad of another shape shows the area in its middle, and the pen may use the space around
 * it, so the ordinates of strokes may lie outside the area.
 */
const padAspect = 0.4;

/** Strokes, normalised to the drawing area. */
type Drawn = readonly { points: readonly { x: number; y: number }[] }[];

/** Where a pad shows the drawing area: pixels per unit, and the pixels at the area's left top corner. */
export interface PadView {
  scale: number;
  left: number;
  top: number;
}

/** What is farther from the middle is a slip of the mouse and would make the drawing a dot. A picture stays below the 4096 px that the API takes. */
const farthest = 1.2;

/** Shows the whole drawing area and all strokes as large as a pad of `width` × `height` px permits. */
export function fitView(strokes: Drawn, { width, height }: { width: number; height: number }): PadView {
  const { halfWidth, halfHeight } = extentOf(strokes);
  const scale = Math.min(width / (2 * halfWidth), height / (2 * halfHeight));
  return { scale, left: width / 2 - scale / 2, top: height / 2 - (scale * padAspect) / 2 };
}

/** Half the size of the drawing, measured from the middle of the area and at least the area itself. */
export function extentOf(strokes: Drawn): { halfWidth: number; halfHeight: number } {
  let [halfWidth, halfHeight] = [0.5, padAspect / 2];
  for (const { points } of strokes)
    for (const { x, y } of points) {
      halfWidth = Math.max(halfWidth, Math.abs(x - 0.5));
      halfHeight = Math.max(halfHeight, Math.abs(y - padAspect / 2));
    }
  return { halfWidth: Math.min(halfWidth, farthest), halfHeight: Math.min(halfHeight, farthest) };
}
