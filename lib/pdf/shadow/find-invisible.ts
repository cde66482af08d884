import { isSameColour, WHITE } from "./colour";
import { intersection, isEmpty } from "./geometry";
import { ON_SCREEN } from "./layer-states";
import { countItems, isBlankText, type TextMark } from "./marks";
import type { PageView } from "./page-view";

/** Smaller letters are a hairline: nobody sees that there is text. In points. */
const UNREADABLE = 0.7;

/** Lines of text on the page that nobody sees: without ink and without a picture that they describe, in the colour of the ground, too small, or clipped away. */
export function findInvisible(view: PageView): number {
  const invisible = view.texts.filter((text) => isOnScreen(text) && isWithin(view, text) && isInvisible(view, text));
  return countItems(invisible.filter((text) => !isBlankText(text)));
}

/** Whether every reader shows it, as far as layers decide. */
export function isOnScreen({ visibility }: TextMark): boolean {
  return (visibility & ON_SCREEN) === ON_SCREEN;
}

function isWithin(view: PageView, { box }: TextMark): boolean {
  return !isEmpty(intersection(box, view.box));
}

function isInvisible(view: PageView, text: TextMark): boolean {
  if (text.isInkless) {
    return !view.isScan && !isBehindPicture(view, text);
  }
  // The drawing of an annotation is scaled and cut to its rectangle by any reader.
  const isOut = text.annotation === null && (text.height < UNREADABLE || isEmpty(intersection(text.box, text.clip)));
  return isOut || hasColourOfGround(view, text);
}

/** Recognised text lies over or under the picture that it was read from. */
function isBehindPicture({ images, budget }: PageView, { points }: TextMark): boolean {
  budget.compare(images.length);
  return images.some(
    ({ box }) => points[2] >= box[0] && points[2] <= box[2] && points[3] >= box[1] && points[3] <= box[3],
  );
}

function hasColourOfGround({ paints }: PageView, { colour, points, order }: TextMark): boolean {
  if (colour === null) {
    return false;
  }
  for (let at = 0; at < points.length; at += 2) {
    const ground = paints.at(points[at] ?? 0, points[at + 1] ?? 0).filter((paint) => paint.order < order);
    const last = ground.findLastIndex(({ isSolid }) => isSolid);
    // Shapes over the last solid ground may or may not reach here: each of them must have the colour as well.
    const candidates = [
      ...ground.slice(last + 1).map((paint) => paint.colour),
      ground[last]?.colour ?? (last < 0 ? WHITE : null),
    ];
    if (!candidates.every((candidate) => isSameColour(candidate, colour))) {
      return false;
    }
  }
  return true;
}
