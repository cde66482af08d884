import type { EditorElement } from "@/components/editor/editor-element";
import { shiftBox, shiftTogether, type Shift } from "@/components/editor/layout/shift-together";
import type { PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { linesOf, noLines, snapMove, type SnapLines } from "./snap";

/** Boxes that are on their way together, and what they are drawn to. */
export interface Moving {
  moved: readonly EditorElement[];
  /** The one under the pointer: the lines are those of its page. */
  lead: EditorElement;
  pages: readonly PageSize[];
  lines: SnapLines;
}

export function startMoving(
  lead: EditorElement,
  moved: readonly EditorElement[],
  { elements, pages }: { elements: readonly EditorElement[]; pages: readonly PageSize[] },
): Moving {
  const others = elements
    .filter((element) => element.page === lead.page && !moved.includes(element))
    .map(({ box }) => box);
  return { moved, lead, pages, lines: linesOf(others, pages[lead.page - 1] ?? { widthPt: 0, heightPt: 0 }) };
}

/** The way that the boxes go: as wanted, within their pages, and to lines that are at most `withinPt` away from the rectangle around them. */
export function snappedShift(
  { moved, lead, pages, lines }: Moving,
  wanted: Shift,
  withinPt: number,
): { shift: Shift; guides: SnapLines } {
  const possible = shiftTogether(moved, pages, wanted);
  const around = shiftBox(boxAround(moved.filter(({ page }) => page === lead.page).map(({ box }) => box)), possible);
  const snapped = snapMove(around, lines, withinPt);
  const drawn = {
    rightPt: possible.rightPt + snapped.box.leftPt - around.leftPt,
    downPt: possible.downPt + snapped.box.topPt - around.topPt,
  };
  const shift = shiftTogether(moved, pages, drawn);
  const isWhole = shift.rightPt === drawn.rightPt && shift.downPt === drawn.downPt;
  return { shift, guides: isWhole ? snapped.guides : noLines };
}

function boxAround(boxes: readonly Box[]): Box {
  const [leftPt, topPt] = [Math.min(...boxes.map((box) => box.leftPt)), Math.min(...boxes.map((box) => box.topPt))];
  const [rightPt, bottomPt] = [
    Math.max(...boxes.map((box) => box.leftPt + box.widthPt)),
    Math.max(...boxes.map((box) => box.topPt + box.heightPt)),
  ];
  return { leftPt, topPt, widthPt: rightPt - leftPt, heightPt: bottomPt - topPt };
}
