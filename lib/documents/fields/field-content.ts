import type { Field, FieldDetails } from "@/db/schema/files";

/** The content of a field: every column but ids and times. */
export type FieldContent = Pick<
  Field,
  | "type"
  | "signRequestId"
  | "page"
  | "leftPt"
  | "topPt"
  | "widthPt"
  | "heightPt"
  | "required"
  | "label"
  | "value"
  | "readOnly"
  | "fontSizePt"
  | "alignment"
  | "dateFormat"
  | "colour"
  | "font"
  | keyof FieldDetails
>;

/** What the rules ask of the other fields of a document. */
export type OtherField = Pick<FieldContent, "signRequestId" | "type" | "group" | "value">;
