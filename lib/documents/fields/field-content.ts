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

/** A field as it shall be stored. `current` is null for a new one, `pointer` its place in the request. */
export interface PlannedField {
  current: Field | null;
  content: FieldContent;
  pointer: string;
}

/** What a call makes of the fields of a document. */
export interface FieldPlan {
  fields: readonly PlannedField[];
  removed: readonly number[];
  /** The call names one field: its conditions are checked even when it stays as it is. */
  isNamedAlone?: boolean;
}
