import { sheetAt } from "@/components/editor/editor-field";
import { shiftTogether, type Shift } from "@/components/editor/layout/layout-state";
import type { Box } from "@/lib/platform/geometry/placement";
import { snappedShift, startMoving, type Moving } from "./moving";

/** A pointer in the window, in CSS pixels. */
export interface PointerPlace {
  x: number;
  y: number;
}

/** Fields that are held by the pointer. */
export interface Held extends Moving {
  /** The page of the field under the pointer, on the screen. */
  home: HTMLElement;
  /** The pointer's place in that field, in points. */
  grip: { xPt: number; yPt: number };
  /** The document's fields, for the snap lines of other pages. */
  layout: Parameters<typeof startMoving>[2];
}

/** The drop target of the fields. */
export interface Landing {
  page: number;
  shift: Shift;
  guides: ReturnType<typeof snappedShift>["guides"];
  /** Movement of a field's node on the screen, in CSS pixels. */
  wayOf: (box: Box) => { right: number; down: number };
}

/**
 * The drop target of fields held at this point: the page under the pointer if all of them are on one page; otherwise each stays on its page. `scale` is the
 * screen's pixels per point of the home page, and lines within `withinPt` attract.
 */
export function landingAt(held: Held, pointer: PointerPlace, scale: number, withinPt: number): Landing {
  const home = held.home.getBoundingClientRect();
  const other = isInside(pointer, home) ? null : pageUnder(held, pointer);
  if (!other) {
    const wanted = {
      rightPt: (pointer.x - home.left) / scale - held.grip.xPt - held.lead.box.leftPt,
      downPt: (pointer.y - home.top) / scale - held.grip.yPt - held.lead.box.topPt,
    };
    const { shift, guides } = snappedShift(held, wanted, withinPt);
    const way = { right: shift.rightPt * scale, down: shift.downPt * scale };
    return { page: held.lead.page, shift, guides, wayOf: () => way };
  }
  const lead = { ...held.lead, page: other.page };
  const moving = startMoving(lead, other.moved, {
    ...held.layout,
    fields: held.layout.fields.filter((field) => !held.moved.includes(field)),
  });
  const wanted = {
    rightPt: (pointer.x - other.rect.left) / other.scale - held.grip.xPt - lead.box.leftPt,
    downPt: (pointer.y - other.rect.top) / other.scale - held.grip.yPt - lead.box.topPt,
  };
  const { shift, guides } = snappedShift(moving, wanted, withinPt);
  return {
    page: other.page,
    shift,
    guides,
    wayOf: ({ leftPt, topPt }) => ({
      right: other.rect.left + (leftPt + shift.rightPt) * other.scale - (home.left + leftPt * scale),
      down: other.rect.top + (topPt + shift.downPt) * other.scale - (home.top + topPt * scale),
    }),
  };
}

/** CSS pixels; the gap between two pages is smaller. */
const betweenPagesPx = 20;

/** Another page that all held fields can go to: the one under the pointer, or the nearest to it in a gap or beside the pages. */
function pageUnder({ moved, lead, pages, home }: Held, { x, y }: PointerPlace) {
  if (!moved.every(({ page }) => page === lead.page)) return null;
  const { left, right } = home.getBoundingClientRect();
  const onPages = Math.min(right - 1, Math.max(left + 1, x));
  const found =
    sheetAt(x, y) ??
    sheetAt(onPages, y) ??
    sheetAt(onPages, y - betweenPagesPx) ??
    sheetAt(onPages, y + betweenPagesPx);
  const size = found && pages[found.page - 1];
  if (!found || !size || found.page === lead.page) return null;
  const rect = found.sheet.getBoundingClientRect();
  const there = moved.map((field) => ({ ...field, page: found.page }));
  // A page that is too small for the fields takes none of them.
  const { rightPt, downPt } = shiftTogether(there, pages, { rightPt: 0, downPt: 0 });
  const fits = there.every(
    ({ box }) =>
      box.leftPt + rightPt >= -0.01 &&
      box.topPt + downPt >= -0.01 &&
      box.leftPt + rightPt + box.widthPt <= size.widthPt + 0.01 &&
      box.topPt + downPt + box.heightPt <= size.heightPt + 0.01,
  );
  return fits ? { page: found.page, moved: there, rect, scale: rect.width / size.widthPt } : null;
}

function isInside({ x, y }: PointerPlace, { left, top, right, bottom }: DOMRect): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
