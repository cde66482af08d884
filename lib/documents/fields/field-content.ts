import type { Field, FieldDetails } from "@/db/schema/files";

/** The content of a field: every column except ids and times. */
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

/** A field to be stored. `current` is null for a new one, and `pointer` is its place in the request. */
export interface PlannedField {
  current: Field | null;
  content: FieldContent;
  pointer: string;
}

/** The changes of a call to the fields of a document. */
export interface FieldPlan {
  fields: readonly PlannedField[];
  removed: readonly number[];
  /** The call is about a single field, so its conditions are checked even if it stays unchanged. */
  isNamedAlone?: boolean;
}
