import type { EditorField } from "@/components/editor/state/editor-field";
import type { SuggestionWire } from "@/lib/documents/suggestions/schema";
import { plainDetails, type FieldRules, type FieldType } from "@/lib/platform/field-rules/details";
import { plainStyle, type DateFormat } from "@/lib/platform/geometry/field-text";
import { overlapShare } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

/** A place in the document that suggests a field. */
export interface Suggestion {
  id: string;
  type: FieldType;
  page: number;
  box: Box;
  label: string | null;
  /** The PDF in which it was found (an envelope has several); null in a template. */
  fileUuid: string | null;
  /** A field of the upload's own form. */
  isOfForm: boolean;
  /** The value in the form. */
  value: string | null;
  /** The page shows that value. */
  isOnPage: boolean;
  group: string | null;
  rules: FieldRules | null;
  dateFormat: DateFormat | null;
  required: boolean;
  /** The order of the signer named in the text; null if it names none. */
  signer: number | null;
  /** That signer, if the document has one. */
  signRequestId: number | null;
}

/** A suggestion of the API, with its PDF. Pages of an envelope are numbered across all files. */
export type FoundPlace = SuggestionWire & { fileUuid: string | null };

export function fromWire(
  {
    fileUuid,
    type,
    source,
    coordinates,
    label,
    group,
    rules,
    dateFormat,
    required,
    value,
    isOnPage,
    signer,
    signRequestId,
  }: FoundPlace,
  index: number,
): Suggestion {
  const { page, left, top, width, height } = coordinates;
  return {
    id: `suggested-${index + 1}`,
    type,
    page,
    box: { leftPt: left, topPt: top, widthPt: width, heightPt: height },
    label,
    fileUuid,
    isOfForm: source === "form",
    value,
    isOnPage,
    group,
    rules,
    dateFormat,
    required,
    signer,
    signRequestId,
  };
}

/**
 * The signer of the suggested field: the one in the text, or the selected one if the text names none. Null if the
 * document has no such signer.
 */
export function ownerOf({ signer, signRequestId }: Suggestion, chosenId: number | null): number | null {
  return signer === null ? chosenId : signRequestId;
}

/** The field for an accepted suggestion, with the suggestion's label. */
export function toField(
  { id, type, page, box, label, group, rules, dateFormat, required, value }: Suggestion,
  signRequestId: number,
): EditorField {
  const plain = { readOnly: false, ...plainStyle, ...plainDetails };
  return { key: id, type, signRequestId, page, box, required, label, ...plain, value, group, rules, dateFormat };
}

/** The PDFs whose form has values that are shown on the pages, or are not; null means the template's PDF. */
export function filesWithValues(suggestions: readonly Suggestion[], areOnPage: boolean): (string | null)[] {
  return [
    ...new Set(
      suggestions.flatMap(({ value, isOnPage, fileUuid }) =>
        value !== null && isOnPage === areOnPage ? [fileUuid] : [],
      ),
    ),
  ];
}

/** Open suggestions: not dismissed, not accepted, and not covered by a field of their type. */
export function openSuggestions(
  all: readonly Suggestion[],
  fields: readonly EditorField[],
  dismissed: ReadonlySet<string>,
): Suggestion[] {
  const keys = new Set(fields.map(({ key }) => key));
  return all.filter(
    (suggestion) =>
      !dismissed.has(suggestion.id) && !keys.has(suggestion.id) && !fields.some((field) => isThere(field, suggestion)),
  );
}

/** Whether the field covers most of the suggested place. */
function isThere(field: EditorField, { type, page, box }: Suggestion): boolean {
  return field.type === type && field.page === page && overlapShare(field.box, box) > 0.5;
}
