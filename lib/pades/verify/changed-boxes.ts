import type { PdfDocument } from "@/lib/pdf/document";
import { signerOfElementField } from "@/lib/pdf/fields/field-names";
import type { FormField } from "@/lib/pdf/fields/fields";
import { readPages } from "@/lib/pdf/pages";
import { hasTextIn, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { unlessDamaged } from "./account-bytes";
import { TimeUp } from "./deadline";
import { formFieldsOf } from "./form-fields";
import type { Notice, SignatureRecord } from "./report";
import type { RevisionStore } from "./revisions";
import { shownPlaces, type ShownPlace } from "./shown-places";

type ChangedBox = Extract<Notice, { code: "box_over_text_changed" }>;

/** More of one kind helps nobody. */
const mostBoxes = 40;
const mostPages = 2000;

/**
 * A notice for each check box or radio button that stands on text of its page and was ticked or cleared after somebody signed: its states may be drawn as
 * anything, they were part of what was signed, and the signer saw one of them only. A box beside its text hides nothing.
 */
export function changedBoxes(store: RevisionStore, records: readonly SignatureRecord[]): ChangedBox[] {
  const { document } = store;
  if (document.isEncrypted) {
    return [];
  }
  try {
    return unlessDamaged(
      () =>
        findChanged(store, records)
          .slice(0, mostBoxes)
          .flatMap(({ field, unseenBy }) =>
            shownPlaces(document, field)
              .filter((place) => standsOnText(document, place))
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
  const boxes = formFieldsOf(document).filter(
    ({ type, name }) => type === "Btn" && signerOfElementField(name) === null,
  );
  const unseenBy = new Map<FormField, string[]>();
  for (const { field: signature, kind, intact, signedRevision } of boxes.length > 0 ? records : []) {
    const revision = kind === "signature" && intact && signedRevision ? store.open(signedRevision.end) : null;
    if (!revision) {
      continue;
    }
    const before = new Map(formFieldsOf(revision).map((field) => [field.name, field]));
    for (const box of boxes) {
      const was = before.get(box.name);
      if (was && statesOf(revision, was) !== statesOf(document, box)) {
        unseenBy.set(box, [...(unseenBy.get(box) ?? []), signature]);
      }
    }
  }
  return [...unseenBy].map(([field, signatures]) => ({ field, unseenBy: signatures }));
}

function statesOf(document: PdfDocument, { widgets }: FormField): string {
  return widgets.map((widget) => document.name(widget.value.entries.get("AS")) ?? "Off").join(" ");
}

function standsOnText(document: PdfDocument, { page, rect }: ShownPlace): boolean {
  const found = page === null ? undefined : readPages(document, { maxPages: mostPages })[page - 1];
  const [x0, y0, x1, y1] = rect ?? [];
  if (!found || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) {
    return true;
  }
  return hasTextIn(document, found, [x0, y0, x1, y1], VERIFICATION_LOOK) !== false;
}
