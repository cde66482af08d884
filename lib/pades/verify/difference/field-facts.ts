import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { findSignatures } from "@/lib/pades/verify/signature-fields";

/** The field and its widgets, each once. */
export function partsOf(field: FormField): Located<PdfDict>[] {
  const widgets = field.widgets.filter((widget) => widget.num === null || widget.num !== field.object.num);
  return [field.object, ...widgets];
}

export function isVisible(document: PdfDocument, field: FormField): boolean {
  return field.widgets.some((widget) => hasArea(document, widget));
}

/** Whether the field holds a signature that is checked by itself: its signer answers for the drawing. */
export function holdsSignature(document: PdfDocument, field: FormField): boolean {
  return findSignatures(document).some(({ fieldNum }) => fieldNum !== null && fieldNum === field.object.num);
}

/** Whether the field was led to anything. What it is does not matter: it was not there before. */
export function isFilled(document: PdfDocument, field: FormField): boolean {
  if (field.value?.kind === "ref") {
    const entry = document.entry(field.value.num);
    return entry !== null && entry.type !== "free";
  }
  return field.value?.kind === "dict";
}

/** Whether an annotation covers anything of its page; one whose rectangle cannot be read may. */
function hasArea(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = readRect(document, widget);
  return rect === null || (rect[0] !== rect[2] && rect[1] !== rect[3]);
}
