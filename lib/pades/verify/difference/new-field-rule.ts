import { hasBoxes, holdsSignature, isFilled, isVisible, partsOf } from "@/lib/pades/verify/difference/field-facts";
import { allow, isStream, refuse, type Review } from "@/lib/pades/verify/difference/review";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFlags, readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Annotation flags NoZoom and NoRotate (ISO 32000-2, table 167). */
const unscaledFlags = 0b11000;
/** Points that the border of a field without area may have, as writers leave it at its default. */
const widestInvisible = 2;

/** Entries that make readers draw something for a widget (ISO 32000-2, tables 166 and 191). */
const drawnKeys = ["AP", "MK", "BS", "Border", "BE", "C"];

/** Checks a field that the signed revision did not have: a signature field, which shows something only with a signature in it. */
export function reviewNewField(review: Review, field: FormField): void {
  const problem = field.type === "Sig" ? problemOfNewField(review, field) : `the form field "${field.name}" was added`;
  if (problem !== null) {
    refuse(review, problem);
    return;
  }
  for (const { num } of partsOf(field)) {
    if (num !== null) {
      review.newWidgets.set(num, field.name);
    }
  }
  if (review.isVerifiedTimestamp(field) && !shows(review.after, field)) {
    allow(review, "timestamp", `the document timestamp "${field.name}" was added`);
  } else {
    allow(review, "signature_field", `the signature field "${field.name}" was added`);
  }
}

function problemOfNewField(review: Review, field: FormField): string | null {
  const { after } = review;
  if (!partsOf(field).every((part) => isPlainWidget(after, field, part))) {
    return `the signature field "${field.name}" was added as something else than a plain field`;
  }
  // What one program takes for no rectangle at all, another one draws in.
  if (field.widgets.some((widget) => isUnclear(after, widget))) {
    return `the signature field "${field.name}" was added with a rectangle that programs read in different ways`;
  }
  if (field.widgets.some((widget) => readFlags(after, widget) === null)) {
    return `the signature field "${field.name}" was added with flags that programs read in different ways`;
  }
  if (field.widgets.some((widget) => !hasBoxes(after, widget))) {
    return `the signature field "${field.name}" was added with an appearance without a box`;
  }
  // It would lie beside its rectangle, on a turned page or at another zoom.
  if (
    field.widgets.some((widget) => isVisible(after, field) && ((readFlags(after, widget) ?? 0) & unscaledFlags) !== 0)
  ) {
    return `the signature field "${field.name}" was added at a place that depends on zoom or rotation`;
  }
  // A lock on all fields is one on those to come, but for what long-term validation adds without showing anything.
  const isSigned = isFilled(after, field) && !review.isVerifiedTimestamp(field);
  if (review.isLocked(field.name) && (shows(after, field) || isSigned)) {
    return `the signature field "${field.name}" was added although all fields are locked`;
  }
  // Nobody signs for what an empty field shows, so it would be a way to draw on the page.
  if (isDrawn(after, field) && !holdsSignature(after, field)) {
    return `the signature field "${field.name}" was added with a drawing or a border and no signature`;
  }
  // It would be drawn around the place that a notice names, or around none.
  const isTooWide = field.widgets.some((widget) => isFrameOutside(after, widget));
  return isTooWide ? `the signature field "${field.name}" was added with a border that is wider than itself` : null;
}

/** Whether a field has room to be drawn in, or a border, which readers may draw without any. */
function shows(document: PdfDocument, field: FormField): boolean {
  return isVisible(document, field) || isDrawn(document, field);
}

function isDrawn(document: PdfDocument, field: FormField): boolean {
  return field.widgets.some((widget) => drawnKeys.some((key) => draws(document, widget, key)));
}

/** Says each thing once, is no other annotation, and does nothing by itself. */
function isPlainWidget(document: PdfDocument, field: FormField, part: Located<PdfDict>): boolean {
  const { entries, duplicates } = part.value;
  const subtype = entries.get("Subtype");
  const isWidget = document.name(subtype) === "Widget" || (subtype === undefined && !field.widgets.includes(part));
  const isDictionary = part.num === null || !isStream(document, part.num);
  // A kid may say that it is of another type than its field, which programs then draw.
  const isOfSignature = !entries.has("FT") || document.name(entries.get("FT")) === "Sig";
  return (
    isWidget && isDictionary && isOfSignature && duplicates.length === 0 && !entries.has("A") && !entries.has("AA")
  );
}

function draws(document: PdfDocument, widget: Located<PdfDict>, key: string): boolean {
  const value = widget.value.entries.get(key);
  const found = document.resolve(value);
  if (found === null || found.kind === "null") {
    return false;
  }
  if (key === "AP") {
    return hasExtent(document, widget);
  }
  if (key === "MK" && found.kind === "dict") {
    return [...found.entries.keys()].some((entry) => entry !== "R");
  }
  // A border of no width, as writers give it to invisible fields.
  const isNoBorder =
    key === "Border" && found.kind === "array" && found.items.every((item) => document.number(item) === 0);
  return !isNoBorder;
}

// An appearance is fitted into the rectangle; a point leaves no room for it.
function hasExtent(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = readRect(document, widget);
  return rect === null || rect[0] !== rect[2] || rect[1] !== rect[3];
}

function isFrameOutside(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = readRect(document, widget);
  const style = document.dict(widget.value.entries.get("BS"), widget.bytes);
  const border = document.array(widget.value.entries.get("Border"), widget.bytes);
  const widths = [style?.value.entries.get("W"), border?.value.items[2]].map((width) =>
    Math.abs(document.number(width) ?? 0),
  );
  const side = rect === null ? 0 : Math.min(rect[2] - rect[0], rect[3] - rect[1]);
  return Math.max(...widths) > Math.max(side / 2, widestInvisible);
}

function isUnclear(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const { entries } = widget.value;
  return (entries.has("Rect") || entries.has("AP")) && readRect(document, widget) === null;
}
