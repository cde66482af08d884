import { findSignatures } from "@/lib/pades/verify/signature-fields";
import type { PdfDocument } from "@/lib/pdf/document";
import { readBox, readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { isStream } from "./review";

/** The field and its widgets, each once. */
export function partsOf(field: FormField): Located<PdfDict>[] {
  const widgets = field.widgets.filter((widget) => widget.num === null || widget.num !== field.object.num);
  return [field.object, ...widgets];
}

export function isVisible(document: PdfDocument, field: FormField): boolean {
  return field.widgets.some((widget) => hasArea(document, widget));
}

/** Whether the field contains a signature that is checked separately: its signer is responsible for the drawing. */
export function holdsSignature(document: PdfDocument, field: FormField): boolean {
  return findSignatures(document).some(({ fieldNum }) => fieldNum !== null && fieldNum === field.object.num);
}

/** Whether the field has a value. The type of a referenced object does not matter: it was not there before. */
export function isFilled(document: PdfDocument, field: FormField): boolean {
  if (field.value?.kind === "ref") {
    const entry = document.entry(field.value.num);
    return entry !== null && entry.type !== "free";
  }
  return field.value?.kind === "dict";
}

/** Whether every appearance of a widget has a box that programs clip it to: without one PDFium draws it at its full size, whatever the rectangle. */
export function hasBoxes(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const appearance = document.dict(widget.value.entries.get("AP"), widget.bytes);
  return [...(appearance?.value.entries.values() ?? [])].every((entry) => {
    const state = document.dict(entry, appearance?.bytes ?? widget.bytes);
    const isForm = state?.num != null && isStream(document, state.num);
    return (
      state === null ||
      (isForm
        ? readBox(document, state, "BBox") !== null
        : [...state.value.entries.values()].every((one) => isBoxed(document, one, state)))
    );
  });
}

function isBoxed(document: PdfDocument, value: PdfValue, owner: Located<PdfDict>): boolean {
  const form = document.dict(value, owner.bytes);
  return form === null || readBox(document, form, "BBox") !== null;
}

/** Whether an annotation covers anything of its page; one whose rectangle cannot be read may. */
function hasArea(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = readRect(document, widget);
  return rect === null || (rect[0] !== rect[2] && rect[1] !== rect[3]);
}
