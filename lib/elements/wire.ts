import type { Element, PageSize } from "@/db/schema/files";
import type { ElementWire } from "./schema";

/** What the wire shows of an element; dates and such are not on it. */
export type ShownElement = Pick<Element, "id" | "type" | "signRequestId" | "page" | "leftPt" | "topPt" | "widthPt" | "heightPt" | "required" | "label" | "value">;

/** `top` and `left` as they were given; `llx` … `ury` count from the bottom-left corner of the page as a reader sees it. */
export function toElementWire(element: ShownElement, pages: readonly Pick<PageSize, "heightPt">[]): ElementWire {
  const pageHeight = pages[element.page - 1]?.heightPt ?? 0;
  return {
    elementId: element.id,
    fileElementId: element.id,
    type: element.type,
    signRequestId: element.signRequestId,
    coordinates: {
      page: element.page,
      top: element.topPt,
      left: element.leftPt,
      width: element.widthPt,
      height: element.heightPt,
      llx: element.leftPt,
      lly: pageHeight - element.topPt - element.heightPt,
      urx: element.leftPt + element.widthPt,
      ury: pageHeight - element.topPt,
    },
    required: element.required,
    label: element.label,
    value: element.value,
  };
}
