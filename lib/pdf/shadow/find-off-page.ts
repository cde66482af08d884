import { intersection, isEmpty } from "./geometry";
import { ON_SCREEN } from "./layer-states";
import { countItems, isBlankText } from "./marks";
import type { PageView } from "./page-view";

/** Lines of text outside what a reader shows of the page (CropBox within MediaBox). Crop marks and colour bars are no text. */
export function findOffPage(view: PageView): number {
  const outside = view.texts.filter(
    (text) =>
      text.annotation === null &&
      !text.isInkless &&
      (text.visibility & ON_SCREEN) !== 0 &&
      isEmpty(intersection(text.box, view.box)),
  );
  return countItems(outside.filter((text) => !isBlankText(text)));
}
