import type { EditorElement, ElementType } from "@/components/editor/editor-element";
import type { SuggestionWire } from "@/lib/documents/suggestions/schema";
import { overlapShare } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

/** A place in the document's text that asks for a field. */
export interface Suggestion {
  id: string;
  type: ElementType;
  page: number;
  box: Box;
  label: string | null;
  /** Which signer by order the text names; null where it names none. */
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

/** Whose field it would be: the signer whom the text names, or whoever is chosen where it names none. Null for one whom the document does not have. */
export function ownerOf({ signer, signRequestId }: Suggestion, chosenId: number | null): number | null {
  return signer === null ? chosenId : signRequestId;
}

/** The field of an accepted suggestion, which is named as the suggestion is. */
export function toElement({ id, type, page, box, label }: Suggestion, signRequestId: number): EditorElement {
  // A box that must be ticked is a consent; that is the exception.
  return { key: id, type, signRequestId, page, box, required: type !== "checkbox", label, value: null };
}

/** Those that are still open: neither dismissed nor accepted, and no field of their type lies there already. */
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

/** Lies, for the greater part, where it would. */
function isThere(element: EditorElement, { type, page, box }: Suggestion): boolean {
  return element.type === type && element.page === page && overlapShare(element.box, box) > 0.5;
}
