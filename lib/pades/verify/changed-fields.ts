import { statedBy } from "@/lib/pades/verify/difference/appearance-rule";
import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import { fileOfField, signerOfInputField } from "@/lib/pdf/fields/prepared-field";
import { placesOfText, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { preparedFile } from "./difference/prepared-fields";
import { shownPlaces, type ShownPlace } from "./difference/shown-places";
import { orElse, orNothing, orWhenUnreadable } from "./file/account-bytes";
import { formFieldsOf, pagesOf } from "./file/read-once";
import type { RevisionStore } from "./file/revisions";
import { witnessesAmong, type Notice, type SignatureRecord } from "./report/report";

export interface ChangedField {
  field: FormField;
  unseenBy: string[];
}

/**
 * The fields that were filled in or cleared after a signature, except those of a preparation that its signer agreed
 * to. If they cannot be determined, all text, choice and button fields.
 */
export function changedFields(store: RevisionStore, records: readonly SignatureRecord[]): ChangedField[] {
  if (store.document.isEncrypted) {
    return [];
  }
  const fields = orElse(() => formFieldsOf(store.document).filter(({ type }) => type !== "Sig" && type !== null), []);
  const unseenBy = records.filter(({ verdict }) => verdict === "intact_later_allowed").map(({ field }) => field);
  const any = unseenBy.length > 0 ? fields.map((field) => ({ field, unseenBy })) : [];
  return orElse(() => findChanged(store, records, fields), any);
}

function findChanged(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  fields: readonly FormField[],
): ChangedField[] {
  const { document } = store;
  const unseenBy = new Map<FormField, string[]>();
  const states = new Map(fields.map((field) => [field, stateOf(document, field)]));
  for (const { field: signature, signedRevision } of fields.length > 0 ? witnessesAmong(records) : []) {
    const revision = signedRevision && store.open(signedRevision.end);
    if (!revision) {
      continue;
    }
    const known = formFieldsOf(revision);
    const byName = new Map(known.map((field) => [field.name, field]));
    // Several fields may have the same name.
    const byObject = new Map(known.map((field) => [field.object.num, field]));
    const preparation = preparedFile(revision, signature);
    for (const field of fields) {
      const was = isOfPreparation(field, preparation)
        ? undefined
        : (byObject.get(field.object.num ?? NaN) ?? byName.get(field.name));
      if (was && stateOf(revision, was) !== states.get(field)) {
        unseenBy.set(field, [...(unseenBy.get(field) ?? []), signature]);
      }
    }
  }
  return [...unseenBy].map(([field, signatures]) => ({ field, unseenBy: signatures }));
}

/** Fields that Paraph prepared are filled in when their signer signs, as the signers of the same preparation agreed. */
function isOfPreparation({ name }: FormField, preparation: string | null): boolean {
  return preparation !== null && signerOfInputField(name) !== null && fileOfField(name) === preparation;
}

/**
 * The content of a field and the objects that draw it. A value in another encoding counts as different, because its
 * appearance may have changed with it. A value that cannot be read counts as different if it was rewritten.
 */
function stateOf(document: PdfDocument, { type, object, widgets, value, valueBytes }: FormField): string {
  const states = widgets.map((widget) => document.name(widget.value.entries.get("AS")) ?? "");
  if (type === "Btn") {
    // pdf.js draws a box without an appearance from its value.
    return [document.name(value) ?? "Off", ...states].join(" ");
  }
  const written = value ? valueBytes.toString("latin1", value.start, value.end) : "";
  const read = (): string => JSON.stringify([statedBy(document, value, valueBytes), written, widgets.map(drawing)]);
  const drawing = (widget: Located<PdfDict>): unknown => {
    const normal = document.dict(widget.value.entries.get("AP"), widget.bytes)?.value.entries.get("N");
    return normal?.kind === "ref" ? [normal.num, document.entry(normal.num)] : null;
  };
  return orWhenUnreadable(read, JSON.stringify(object.num === null ? null : document.entry(object.num)));
}

type ChangedBox = Extract<Notice, { code: "box_over_text_changed" }>;

/** Limit of listed findings of one kind. More would not help. */
const mostFields = 40;

/**
 * A notice for each checkbox or radio button over page text that was checked or unchecked after a signature. Its signed
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
          .filter((place) => overlapsText(place, textOf))
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

function overlapsText({ page, rect }: ShownPlace, textOf: TextOfPage): boolean {
  const texts = page === null ? null : textOf(page);
  return texts === null || rect === null || texts.some((text) => overlaps(rect, text));
}
