import type { EditorElement, ElementType } from "@/components/editor/editor-element";
import type { SuggestionWire } from "@/lib/documents/suggestions/schema";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import { overlapShare } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

/** A place in the document's text that suggests a field. */
export interface Suggestion {
  id: string;
  type: ElementType;
  page: number;
  box: Box;
  label: string | null;
  /** Order of the signer that the text names; null if it names none. */
  signer: number | null;
  /** That signer, if the document has one. */
  signRequestId: number | null;
}

export function fromWire(
  { type, coordinates, label, signer, signRequestId }: SuggestionWire,
  index: number,
): Suggestion {
  const { page, left, top, width, height } = coordinates;
  return {
    id: `suggested-${index + 1}`,
    type,
    page,
    box: { leftPt: left, topPt: top, widthPt: width, heightPt: height },
    label,
    signer,
    signRequestId,
  };
}

/** The signer of the suggested field: the one in the text, or the selected one if the text names none. Null if the document has no such signer. */
export function ownerOf({ signer, signRequestId }: Suggestion, chosenId: number | null): number | null {
  return signer === null ? chosenId : signRequestId;
}

/** The field for an accepted suggestion, with the suggestion's label. */
export function toElement({ id, type, page, box, label }: Suggestion, signRequestId: number): EditorElement {
  // Check boxes are optional by default; a required one is a consent.
  return { key: id, type, signRequestId, page, box, required: type !== "checkbox", label, value: null, ...plainStyle };
}

/** Open suggestions: not dismissed, not accepted, and not covered by a field of their type. */
export function openSuggestions(
  all: readonly Suggestion[],
  elements: readonly EditorElement[],
  dismissed: ReadonlySet<string>,
): Suggestion[] {
  const keys = new Set(elements.map(({ key }) => key));
  return all.filter(
    (suggestion) =>
      !dismissed.has(suggestion.id) &&
      !keys.has(suggestion.id) &&
      !elements.some((element) => isThere(element, suggestion)),
  );
}

/** Whether the field covers most of the suggested place. */
function isThere(element: EditorElement, { type, page, box }: Suggestion): boolean {
  return element.type === type && element.page === page && overlapShare(element.box, box) > 0.5;
}
