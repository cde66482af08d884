import type { Element, File } from "@/db/schema/files";
import type { ElementContent } from "./rules";
import type { ElementWire } from "./schema";

/** The columns of an element that the wire shows. */
export type ShownElement = Pick<Element, "id"> & ElementContent;

/** `top` and `left` as they were given; `llx` … `ury` count from the bottom-left corner of the page as a reader sees it. */
export function toElementWire(element: ShownElement, pageHeightPt: number): ElementWire {
  return {
    elementId: element.id,
    fileElementId: element.id,
    type: element.type,
    signRequestId: element.signRequestId,
    coordinates: toCoordinates(element, pageHeightPt),
    required: element.required,
    label: element.label,
    value: element.value,
    fontSize: element.fontSizePt,
    alignment: element.alignment,
    dateFormat: element.dateFormat,
  };
}

/** A box as coordinates of the wire, on a page that is so high as a reader sees it. */
export function toCoordinates(
  { page, leftPt, topPt, widthPt, heightPt }: Pick<Element, "page" | "leftPt" | "topPt" | "widthPt" | "heightPt">,
  pageHeightPt: number,
): ElementWire["coordinates"] {
  return {
    page,
    top: topPt,
    left: leftPt,
    width: widthPt,
    height: heightPt,
    llx: leftPt,
    lly: pageHeightPt - topPt - heightPt,
    urx: leftPt + widthPt,
    ury: pageHeightPt - topPt,
  };
}

/** The height of the element's page as a reader sees it. */
export function pageHeightOf(file: Pick<File, "pages">, element: Pick<Element, "page">): number {
  return file.pages[element.page - 1]?.heightPt ?? 0;
}
