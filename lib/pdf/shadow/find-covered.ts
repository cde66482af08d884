import { isOnScreen } from "./find-invisible";
import { intersection, isEmpty } from "./geometry";
import { countItems, isBlankText, type TextMark } from "./marks";
import type { PageView } from "./page-view";

/**
 * Lines of text that something opaque is painted over: a rectangle, a picture, or the drawing of an annotation. Text beneath a scan of
 * the page is there to be searched, and text that is drawn again above the cover can be read.
 */
export function findCovered(view: PageView): number {
  const covered = view.texts.filter(
    (text) => isOnScreen(text) && !text.isInkless && isOnPage(view, text) && isCovered(view, text),
  );
  if (covered.length === 0) {
    return 0;
  }
  const hidden = new Set(covered);
  const open = new Set(view.texts.filter((text) => !hidden.has(text)).map(placeOf));
  return countItems(covered.filter((text) => !open.has(placeOf(text)) && !isBlankText(text)));
}

function isOnPage(view: PageView, { box, clip }: TextMark): boolean {
  return !isEmpty(intersection(intersection(box, clip), view.box));
}

function isCovered({ paints, isScan }: PageView, { points, order }: TextMark): boolean {
  for (let at = 0; at < points.length; at += 2) {
    const over = paints
      .at(points[at] ?? 0, points[at + 1] ?? 0)
      .filter((paint) => paint.order > order && paint.isOpaque);
    if (
      over.length === 0 ||
      (isScan && over.every(({ what, annotation }) => what === "image" && annotation === null))
    ) {
      return false;
    }
  }
  return true;
}

function placeOf({ points, codes }: TextMark): string {
  return `${Math.round(points[0])} ${Math.round(points[1])} ${Buffer.from(codes).toString("latin1")}`;
}
