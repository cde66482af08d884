import { ON_PAPER, ON_SCREEN, type Visibility } from "./layer-states";
import { countItems, type Mark } from "./marks";
import type { PageView } from "./page-view";
import type { ShadowCode } from "./shadow-finding";

type LayerCode = Extract<ShadowCode, "printed_not_shown" | "shown_not_printed" | "hidden_layer">;

/** What the page's own content shows on the screen only, on paper only, or in neither, by its layers. Readers that disagree count. */
export function findLayered(view: PageView): Partial<Record<LayerCode, number>> {
  const found = new Map<LayerCode, Mark[]>();
  for (const mark of view.marks) {
    const code = mark.annotation === null ? layerCode(mark.visibility) : null;
    if (code !== null) {
      found.set(code, [...(found.get(code) ?? []), mark]);
    }
  }
  return Object.fromEntries([...found].map(([code, marks]) => [code, countItems(marks)]));
}

export function layerCode(visibility: Visibility): LayerCode | null {
  const [shown, printed] = [visibility & ON_SCREEN, visibility & ON_PAPER];
  if (shown === 0 && printed === 0) {
    return "hidden_layer";
  }
  if (shown !== ON_SCREEN && printed !== 0) {
    return "printed_not_shown";
  }
  return printed === ON_PAPER ? null : "shown_not_printed";
}
