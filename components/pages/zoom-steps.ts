import { largestZoom, smallestZoom, type Zoom } from "./page-source";

/** The zoom levels on offer besides fit-to-width; 1 is 100 %. */
export const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** The next larger (`by` 1) or smaller (-1) step. From fit-to-width it starts at `shown`, the effective zoom. */
export function stepZoom(zoom: Zoom, by: 1 | -1, shown: number): Zoom {
  const from = zoom === "fit" ? shown : zoom;
  const next = by > 0 ? zoomSteps.find((step) => step > from + 0.01) : zoomSteps.findLast((step) => step < from - 0.01);
  return next ?? (by > 0 ? largestZoom : smallestZoom);
}

/** Limits a zoom to 50–400 %, in whole percents. */
export function clampZoom(zoom: number): number {
  return Math.round(Math.min(largestZoom, Math.max(smallestZoom, zoom)) * 100) / 100;
}
