import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps } from "@/lib/pdf/fields/annotation-overlap";
import { placesOfText, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { orNothing } from "./account-bytes";
import type { ChangedField } from "./changed-fields";
import { pagesOf } from "./pages-of";
import type { Notice } from "./report";
import { shownPlaces, type ShownPlace } from "./shown-places";

type ChangedBox = Extract<Notice, { code: "box_over_text_changed" }>;

/** Limit of listed findings of one kind. More would not help. */
const mostFields = 40;

/**
 * A notice for each check box or radio button over page text that was ticked or cleared after a signature. Its signed
 * state appearances may show anything, and the signer saw only one of them. A box next to its text hides nothing.
 */
export function changedBoxes(document: PdfDocument, changed: readonly ChangedField[]): ChangedBox[] {
  const textOf = textOfPages(document);
  return orNothing(() =>
    changed
      .filter(({ field: { type } }) => type === "Btn")
      .slice(0, mostFields)
      .flatMap(({ field, unseenBy }) =>
        shownPlaces(document, field)
          .filter((place) => standsOnText(place, textOf))
          .map((place): ChangedBox => ({ code: "box_over_text_changed", field: field.name, ...place, unseenBy })),
      ),
  );
}

/** Boxes around the text of a page (counted from 1), each page read once. Null if they cannot be determined. */
type TextOfPage = (page: number) => ReturnType<typeof placesOfText>;

function textOfPages(document: PdfDocument): TextOfPage {
  const known = new Map<number, ReturnType<typeof placesOfText>>();
  return (number) => {
    if (!known.has(number)) {
      const page = pagesOf(document)?.[number - 1];
      known.set(number, page ? placesOfText(document, page, VERIFICATION_LOOK) : null);
    }
    return known.get(number) ?? null;
  };
}

function standsOnText({ page, rect }: ShownPlace, textOf: TextOfPage): boolean {
  const texts = page === null ? null : textOf(page);
  return texts === null || rect === null || texts.some((text) => overlaps(rect, text));
}
