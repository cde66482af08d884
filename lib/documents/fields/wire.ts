import type { Field, File } from "@/db/schema/files";
import { detailsOf } from "@/lib/platform/field-rules/details";
import type { FieldContent } from "./field-content";
import type { FieldWire } from "./schema";

/** The columns of a field that the wire shows. */
export type ShownField = Pick<Field, "id"> & FieldContent;

/** `top` and `left` as they were given; `llx` … `ury` count from the bottom-left corner of the page as a reader sees it. */
export function toFieldWire(field: ShownField, pageHeightPt: number): FieldWire {
  return {
    elementId: field.id,
    fileElementId: field.id,
    type: field.type,
    signRequestId: field.signRequestId,
    coordinates: toCoordinates(field, pageHeightPt),
    required: field.required,
    label: field.label,
    value: field.value,
    readOnly: field.readOnly,
    fontSize: field.fontSizePt,
    alignment: field.alignment,
    dateFormat: field.dateFormat,
    colour: field.colour,
    font: field.font,
    ...detailsOf(field),
  };
}

/** A field as coordinates of the wire, on a page that is so high as a reader sees it. */
export function toCoordinates(
  { page, leftPt, topPt, widthPt, heightPt }: Pick<Field, "page" | "leftPt" | "topPt" | "widthPt" | "heightPt">,
  pageHeightPt: number,
): FieldWire["coordinates"] {
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

/** The height of the field's page as a reader sees it. */
export function pageHeightOf(file: Pick<File, "pages">, field: Pick<Field, "page">): number {
  return file.pages[field.page - 1]?.heightPt ?? 0;
}
