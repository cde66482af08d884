import type { PdfDocument } from "@/lib/pdf/document";
import { readFields, type FormField } from "@/lib/pdf/fields/fields";

const known = new WeakMap<PdfDocument, readonly FormField[]>();

/** The form fields of a document that does not change, read once: several checks of each revision ask for them. */
export function formFieldsOf(document: PdfDocument): readonly FormField[] {
  const fields = known.get(document) ?? readFields(document).fields;
  known.set(document, fields);
  return fields;
}
