import type { PdfDocument } from "@/lib/pdf/document";
import { readFields, type FormField } from "@/lib/pdf/fields/fields";

const known = new WeakMap<PdfDocument, readonly FormField[]>();

/** The form fields of an immutable document, read once, because several checks of each revision need them. */
export function formFieldsOf(document: PdfDocument): readonly FormField[] {
  const fields = known.get(document) ?? readFields(document).fields;
  known.set(document, fields);
  return fields;
}
