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

/** The properties of other fields that the rules depend on. */
export type OtherField = Pick<FieldContent, "signRequestId" | "type" | "group" | "value">;

/** A field as it shall be stored. `current` is null for a new one, `pointer` its place in the request. */
export interface PlannedField {
  current: Field | null;
  content: FieldContent;
  pointer: string;
}

/** The changes of a call to the fields of a document. */
export interface FieldPlan {
  fields: readonly PlannedField[];
  removed: readonly number[];
  /** The call names one field: its conditions are checked even when it stays as it is. */
  isNamedAlone?: boolean;
}
