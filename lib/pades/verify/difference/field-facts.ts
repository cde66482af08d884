import { findSignatures } from "@/lib/pades/verify/file/signature-fields";
import type { PdfDocument } from "@/lib/pdf/document";
import { readBox, readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { isStream } from "./review";
import { ancestry, widgetsByParent } from "./stray-widgets";

/** The field and its widgets, each once. */
export function partsOf(field: FormField): Located<PdfDict>[] {
  const widgets = field.widgets.filter((widget) => widget.num === null || widget.num !== field.object.num);
  return [field.object, ...widgets];
}

export function isVisible(document: PdfDocument, field: FormField): boolean {
  return field.widgets.some((widget) => hasArea(document, widget));
}

/** Whether the field contains a signature that is checked separately. Its signer is responsible for the drawing. */
export function holdsSignature(document: PdfDocument, field: FormField): boolean {
  return findSignatures(document).some(({ fieldNum }) => fieldNum !== null && fieldNum === field.object.num);
}

/**
 * Whether programs find the same name, type, flags and widgets of a field from the form down, from its widgets up by
 * /Parent, and on the pages. A widget that two fields list, or that only its /Parent connects to a field, may show
 * the value of another field. Another annotation, such as a link, is a field for some programs only, and they draw it
 * by the rules of its own type.
 */
export function isPlainlyBuilt(document: PdfDocument, { name, type, flags, object, widgets }: FormField): boolean {
  const chain = ancestry(document, object);
  const partialNames = chain.map(({ value, bytes }) => {
    const partial = document.locate(value.entries.get("T"), bytes);
    return partial?.value.kind === "string" ? textOf(decodeString(partial.bytes, partial.value)) : "";
  });
  const typeByParent = chain.map(({ value }) => document.name(value.entries.get("FT"))).find((one) => one !== null);
  const flagsByParent = chain.map(({ value }) => document.number(value.entries.get("Ff"))).find((one) => one !== null);
  const listed = new Set(widgets.map(({ num }) => num));
  const onPages = object.num === null ? null : widgetsByParent(document);
  return (
    widgets.length > 0 &&
    widgets.every(({ value }) => document.name(value.entries.get("Subtype")) === "Widget") &&
    partialNames
      .toReversed()
      .filter((part) => part !== "")
      .join(".") === name &&
    (typeByParent ?? null) === type &&
    (flagsByParent ?? 0) === flags &&
    widgets.every((widget) => widget.num === object.num || isChildOf(document, widget, object)) &&
    onPages !== null &&
    (onPages.get(object.num ?? NaN) ?? []).every((num) => listed.has(num))
  );
}

function isChildOf(document: PdfDocument, widget: Located<PdfDict>, object: Located<PdfDict>): boolean {
  const parent = document.dict(widget.value.entries.get("Parent"), widget.bytes);
  return parent !== null && parent.num === object.num;
}

/**
 * Whether the field has a value. The type of a referenced object does not matter, because the object did not exist
 * before.
 */
export function isFilled(document: PdfDocument, field: FormField): boolean {
  if (field.value?.kind === "ref") {
    const entry = document.entry(field.value.num);
    return entry !== null && entry.type !== "free";
  }
  return field.value?.kind === "dict";
}

/**
 * Whether every appearance of a widget has a box to which programs clip it: without one, PDFium draws it at its full
 * size, regardless of the rectangle.
 */
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

/** Whether an annotation covers any part of its page. If its rectangle cannot be read, it may. */
function hasArea(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = readRect(document, widget);
  return rect === null || (rect[0] !== rect[2] && rect[1] !== rect[3]);
}
