import { fitOnPage, type PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { standardSizes } from "@/lib/geometry/standard-size";
import type { CharacterBox } from "@/lib/pdf-pool/text-lines";
import type { Anchor } from "./find-anchors";

/** How far a box may grow over a long line, as a multiple of its usual width. */
const longest = 1.5;

/**
 * The box for an anchor whose characters stand at `boxes`, of the usual size, with its lower-left corner on theirs: whoever sets the
 * text leaves room above a line, and text is drawn beside what was there. On a drawn line it is as wide as the line, within reason.
 * Null when none of the characters is on the page.
 */
export function placeAnchor(
  { type, isRule }: Pick<Anchor, "type" | "isRule">,
  boxes: readonly (CharacterBox | null)[],
  page: PageSize,
): Box | null {
  const seen = boxes.filter((box) => box !== null);
  if (seen.length === 0) return null;
  const left = Math.min(...seen.map((box) => box[0])) * page.widthPt;
  const right = Math.max(...seen.map((box) => box[2])) * page.widthPt;
  const bottom = Math.max(...seen.map((box) => box[3])) * page.heightPt;
  if (right <= 0 || left >= page.widthPt || bottom <= 0 || Math.min(...seen.map((box) => box[1])) >= 1) return null;
  const { widthPt: usual, heightPt } = standardSizes[type];
  const widthPt = isRule ? Math.min(Math.max(right - left, usual / 2), usual * longest) : usual;
  return fitOnPage({ leftPt: left, topPt: bottom - heightPt, widthPt, heightPt }, page);
}
