/** A page's visible rectangle: CropBox ∩ MediaBox in default user space (ISO 32000-2, 8.3.2.3 and 14.11.2). */
export interface PageBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Clockwise degrees by which the page is turned when shown. */
  rotation: 0 | 90 | 180 | 270;
  /** Size of one unit of user space in points (1/72 inch). */
  userUnit: number;
}

/** The page's size in points as people see it: turned, and scaled by UserUnit. */
export function displaySize(box: PageBox): { widthPt: number; heightPt: number } {
  const width = (box.x1 - box.x0) * box.userUnit;
  const height = (box.y1 - box.y0) * box.userUnit;
  return box.rotation === 90 || box.rotation === 270
    ? { widthPt: height, heightPt: width }
    : { widthPt: width, heightPt: height };
}
