import { fitOnPage, overlapShare, type PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";

/** Room that is left between two boxes, in points. */
const gapPt = 8;

/** The box as it is, or moved down below those in its way; as it is when there is no room below them. */
export function freePlace(box: Box, others: readonly Box[], page: PageSize): Box {
  let place = box;
  for (;;) {
    const obstacle = others.find((other) => overlapShare(place, other) > 0);
    if (!obstacle) return place;
    const topPt = obstacle.topPt + obstacle.heightPt + gapPt;
    place = fitOnPage({ ...place, topPt }, page);
    if (place.topPt < topPt) return box;
  }
}
