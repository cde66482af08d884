import type { PdfDocument } from "@/lib/pdf/document";
import { signerOfInputField } from "@/lib/pdf/fields/field-names";
import type { FormField } from "@/lib/pdf/fields/fields";
import { orNothing } from "./account-bytes";
import { saidBy } from "./difference/appearance-rule";
import { formFieldsOf } from "./form-fields";
import { fileOfField } from "./instance-fields";
import { preparedFile } from "./prepared-fields";
import type { SignatureRecord } from "./report";
import type { RevisionStore } from "./revisions";

export interface ChangedField {
  field: FormField;
  /** Fields of the signatures that were made before it was filled or cleared. */
  unseenBy: string[];
}

/** The fields that were filled or cleared after a signature, without those of a preparation that its signer agreed to. */
export function changedFields(store: RevisionStore, records: readonly SignatureRecord[]): ChangedField[] {
  return store.document.isEncrypted ? [] : orNothing(() => findChanged(store, records));
}

function findChanged(store: RevisionStore, records: readonly SignatureRecord[]): ChangedField[] {
  const { document } = store;
  const fields = formFieldsOf(document).filter(({ type }) => type !== "Sig" && type !== null);
  const unseenBy = new Map<FormField, string[]>();
  for (const { field: signature, kind, intact, signedRevision } of fields.length > 0 ? records : []) {
    const revision = kind === "signature" && intact && signedRevision ? store.open(signedRevision.end) : null;
    if (!revision) {
      continue;
    }
    const before = new Map(formFieldsOf(revision).map((field) => [field.name, field]));
    const preparation = preparedFile(revision, signature);
    for (const field of fields) {
      const was = isOfPreparation(field, preparation) ? undefined : before.get(field.name);
      if (was && stateOf(revision, was) !== stateOf(document, field)) {
        unseenBy.set(field, [...(unseenBy.get(field) ?? []), signature]);
      }
    }
  }
  return [...unseenBy].map(([field, signatures]) => ({ field, unseenBy: signatures }));
}

/** Fields that Paraph prepared are filled when their signer signs, as the signers of the same preparation agreed. */
function isOfPreparation({ name }: FormField, preparation: string | null): boolean {
  return preparation !== null && signerOfInputField(name) !== null && fileOfField(name) === preparation;
}

function stateOf(document: PdfDocument, { type, widgets, value, valueBytes }: FormField): string {
  if (type === "Btn") {
    return widgets.map((widget) => document.name(widget.value.entries.get("AS")) ?? "").join(" ");
  }
  return saidBy(document, value, valueBytes) ?? valueBytes.toString("latin1", value?.start, value?.end);
}
