import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps } from "@/lib/pdf/fields/annotation-overlap";
import { signerOfInputField } from "@/lib/pdf/fields/field-names";
import type { FormField } from "@/lib/pdf/fields/fields";
import { readPages } from "@/lib/pdf/pages";
import { placesOfText, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { orWhenUnreadable } from "./account-bytes";
import { TimeUp } from "./deadline";
import { formFieldsOf } from "./form-fields";
import { fileOfField } from "./instance-fields";
import { preparedFile } from "./prepared-fields";
import type { Notice, SignatureRecord } from "./report";
import type { RevisionStore } from "./revisions";
import { shownPlaces, type ShownPlace } from "./shown-places";

type ChangedBox = Extract<Notice, { code: "box_over_text_changed" }>;

/** Listing more of one kind does not help. */
const mostFields = 40;
const mostPages = 2000;

/**
 * A notice for each check box or radio button over page text that was ticked or cleared after a signature. Its signed state appearances may show
 * anything, and the signer saw only one of them. A box beside its text hides nothing.
 */
export function changedBoxes(store: RevisionStore, records: readonly SignatureRecord[]): ChangedBox[] {
  const { document } = store;
  if (document.isEncrypted) {
    return [];
  }
  const textOf = textOfPages(document);
  try {
    return orWhenUnreadable(
      () =>
        findChanged(store, records)
          .slice(0, mostFields)
          .flatMap(({ field, unseenBy }) =>
            shownPlaces(document, field)
              .filter((place) => standsOnText(place, textOf))
              .map((place): ChangedBox => ({ code: "box_over_text_changed", field: field.name, ...place, unseenBy })),
          ),
      [],
    );
  } catch (error) {
    if (error instanceof TimeUp) {
      return [];
    }
    throw error;
  }
}

function findChanged(
  store: RevisionStore,
  records: readonly SignatureRecord[],
): { field: FormField; unseenBy: string[] }[] {
  const { document } = store;
  const boxes = formFieldsOf(document).filter(({ type }) => type === "Btn");
  const unseenBy = new Map<FormField, string[]>();
  for (const { field: signature, kind, intact, signedRevision } of boxes.length > 0 ? records : []) {
    const revision = kind === "signature" && intact && signedRevision ? store.open(signedRevision.end) : null;
    if (!revision) {
      continue;
    }
    const before = new Map(formFieldsOf(revision).map((field) => [field.name, field]));
    const preparation = preparedFile(revision, signature);
    for (const box of boxes) {
      const was = isOfPreparation(box, preparation) ? undefined : before.get(box.name);
      if (was && statesOf(revision, was) !== statesOf(document, box)) {
        unseenBy.set(box, [...(unseenBy.get(box) ?? []), signature]);
      }
    }
  }
  return [...unseenBy].map(([field, signatures]) => ({ field, unseenBy: signatures }));
}

/** Check boxes that Paraph prepared are drawn when their signer signs, as the signers of the same preparation agreed. */
function isOfPreparation({ name }: FormField, preparation: string | null): boolean {
  return preparation !== null && signerOfInputField(name) !== null && fileOfField(name) === preparation;
}

function statesOf(document: PdfDocument, { widgets }: FormField): string {
  return widgets.map((widget) => document.name(widget.value.entries.get("AS")) ?? "").join(" ");
}

/** Boxes around the text of a page (from 1), each page read once; null where they cannot be determined. */
type TextOfPage = (page: number) => ReturnType<typeof placesOfText>;

function textOfPages(document: PdfDocument): TextOfPage {
  const known = new Map<number, ReturnType<typeof placesOfText>>();
  return (number) => {
    if (!known.has(number)) {
      const page = readPages(document, { maxPages: mostPages })[number - 1];
      known.set(number, page ? placesOfText(document, page, VERIFICATION_LOOK) : null);
    }
    return known.get(number) ?? null;
  };
}

function standsOnText({ page, rect }: ShownPlace, textOf: TextOfPage): boolean {
  const texts = page === null ? null : textOf(page);
  return texts === null || rect === null || texts.some((text) => overlaps(rect, text));
}
