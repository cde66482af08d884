/** A box on the displayed page, in points from its top-left corner, y growing downwards. */
export interface Box {
  leftPt: number;
  topPt: number;
  widthPt: number;
  heightPt: number;
}

/** llx, lly, urx, ury in default user space, as in /Rect (ISO 32000-2, 7.9.5). */
type UserSpaceRect = readonly [number, number, number, number];

/** Converts a box on the displayed page to the page's own coordinates. */
export function toUserSpaceRect(page: PageBox, box: Box): UserSpaceRect {
  const unit = page.userUnit;
  const first = toUserSpacePoint(page, box.leftPt / unit, box.topPt / unit);
  const second = toUserSpacePoint(page, (box.leftPt + box.widthPt) / unit, (box.topPt + box.heightPt) / unit);
  return [
    Math.min(first.x, second.x),
    Math.min(first.y, second.y),
    Math.max(first.x, second.x),
    Math.max(first.y, second.y),
  ];
}

/** The inverse of `toUserSpaceRect`. */
export function toDisplayBox(page: PageBox, rect: UserSpaceRect): Box {
  const unit = page.userUnit;
  const first = toDisplayPoint(page, rect[0], rect[1]);
  const second = toDisplayPoint(page, rect[2], rect[3]);
  return {
    leftPt: Math.min(first.x, second.x) * unit,
    topPt: Math.min(first.y, second.y) * unit,
    widthPt: Math.abs(first.x - second.x) * unit,
    heightPt: Math.abs(first.y - second.y) * unit,
  };
}

/** Whether the box has a size and is on the displayed page, within `tolerancePt`. */
export function isInside(page: PageBox, box: Box, tolerancePt = 0.5): boolean {
  const { widthPt, heightPt } = displaySize(page);
  return (
    box.widthPt > 0 &&
    box.heightPt > 0 &&
    box.leftPt >= -tolerancePt &&
    box.topPt >= -tolerancePt &&
    box.leftPt + box.widthPt <= widthPt + tolerancePt &&
    box.topPt + box.heightPt <= heightPt + tolerancePt
  );
}

/** See docs/spec/signing.md#page-geometry. x and y in user space units from the displayed top-left. */
function toUserSpacePoint(page: PageBox, x: number, y: number): { x: number; y: number } {
  switch (page.rotation) {
    case 0:
      return { x: page.x0 + x, y: page.y1 - y };
    case 90:
      return { x: page.x0 + y, y: page.y0 + x };
    case 180:
      return { x: page.x1 - x, y: page.y0 + y };
    case 270:
      return { x: page.x1 - y, y: page.y1 - x };
  }
}

function toDisplayPoint(page: PageBox, x: number, y: number): { x: number; y: number } {
  switch (page.rotation) {
    case 0:
      return { x: x - page.x0, y: page.y1 - y };
    case 90:
      return { x: y - page.y0, y: x - page.x0 };
    case 180:
      return { x: page.x1 - x, y: y - page.y0 };
    case 270:
      return { x: page.y1 - y, y: page.x1 - x };
  }
}

/** A box in CSS pixels from the top-left corner of its page on the screen. */
export interface ScreenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels per point at 100 %: a CSS inch has 96 pixels, and a point is 1/72 inch. */
export const pixelsPerPoint = 96 / 72;

/** Converts a box to CSS pixels; `scale` is CSS pixels per point. */
export function toScreen(box: Box, scale: number): ScreenBox {
  return { x: box.leftPt * scale, y: box.topPt * scale, width: box.widthPt * scale, height: box.heightPt * scale };
}

/** The inverse of `toScreen`. */
export function fromScreen(box: ScreenBox, scale: number): Box {
  return { leftPt: box.x / scale, topPt: box.y / scale, widthPt: box.width / scale, heightPt: box.height / scale };
}

/** A page's visible rectangle: CropBox ∩ MediaBox in default user space (ISO 32000-2, 8.3.2.3 and 14.11.2). */
export interface PageBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Clockwise degrees by which the page is rotated for display. */
  rotation: 0 | 90 | 180 | 270;
  /** Size of one unit of user space in points (1/72 inch). */
  userUnit: number;
}

/** The page's size in points as displayed: rotated, and scaled by UserUnit. */
export function displaySize(box: PageBox): { widthPt: number; heightPt: number } {
  const width = (box.x1 - box.x0) * box.userUnit;
  const height = (box.y1 - box.y0) * box.userUnit;
  return box.rotation === 90 || box.rotation === 270
    ? { widthPt: height, heightPt: width }
    : { widthPt: width, heightPt: height };
}
