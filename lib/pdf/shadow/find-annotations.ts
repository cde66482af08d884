import { layerCode } from "./find-layered";
import { areaOf, intersection, isEmpty } from "./geometry";
import type { PageView, SeenAnnotation } from "./page-view";
import type { ShadowCode } from "./shadow-finding";

/** These are for the screen alone by their nature: nobody expects a link or an icon on paper. */
const FOR_THE_SCREEN = new Set(["Link", "Text", "FileAttachment", "Sound", "Movie", "Screen", "RichMedia", "3D"]);
const NEARLY_ALL = 0.9;

/** Annotations that show on the screen only, on paper only, nowhere, outside the page, or over nearly all of it. */
export function findAnnotations(view: PageView): Partial<Record<ShadowCode, number>> {
  const found: Partial<Record<ShadowCode, number>> = {};
  for (const annotation of view.annotations) {
    for (const code of annotation.isDrawn ? codesOf(view, annotation) : []) {
      found[code] = (found[code] ?? 0) + 1;
    }
  }
  return found;
}

function codesOf(view: PageView, { subtype, visibility, rect }: SeenAnnotation): ShadowCode[] {
  const code = layerCode(visibility);
  const isForScreen = FOR_THE_SCREEN.has(subtype);
  if (code === "hidden_layer") {
    return ["hidden_annotation"];
  }
  const onPage = intersection(rect, view.box);
  const codes: [boolean, ShadowCode][] = [
    [code === "printed_not_shown", "printed_not_shown"],
    [code === "shown_not_printed" && !isForScreen, "shown_not_printed"],
    [!isForScreen && isEmpty(onPage), "off_page"],
    [!isForScreen && areaOf(onPage) > NEARLY_ALL * areaOf(view.box), "covered_page"],
  ];
  return codes.filter(([holds]) => holds).map(([, found]) => found);
}
