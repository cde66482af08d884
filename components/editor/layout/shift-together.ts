import type { EditorElement } from "@/components/editor/editor-element";
import type { PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";

/** A way on the page, in points. */
export interface Shift {
  rightPt: number;
  downPt: number;
}

/** As far of the way as all of the boxes can go together: their places to each other stay, and nobody leaves its page. */
export function shiftTogether(
  elements: readonly EditorElement[],
  pages: readonly PageSize[],
  { rightPt, downPt }: Shift,
): Shift {
  let [left, up, right, down] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const { page, box } of elements) {
    const size = pages[page - 1];
    if (!size) continue;
    left = Math.max(left, -box.leftPt);
    up = Math.max(up, -box.topPt);
    right = Math.min(right, size.widthPt - box.leftPt - box.widthPt);
    down = Math.min(down, size.heightPt - box.topPt - box.heightPt);
  }
  return { rightPt: Math.max(left, Math.min(right, rightPt)), downPt: Math.max(up, Math.min(down, downPt)) };
}

export function shiftBox(box: Box, { rightPt, downPt }: Shift): Box {
  return { ...box, leftPt: box.leftPt + rightPt, topPt: box.topPt + downPt };
}
