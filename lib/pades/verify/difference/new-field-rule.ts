import { formFieldsOf } from "@/lib/pades/verify/file/read-once";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFlags, readRect } from "@/lib/pdf/fields/annotation-overlap";
import { isFieldDescription } from "@/lib/pdf/fields/field-dictionary";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { hasBoxes, holdsSignature, isFilled, isVisible, partsOf } from "./field-facts";
import { allow, isStream, refuse, type Review } from "./review";
import { shownPlaces } from "./shown-places";
import { ancestry } from "./stray-widgets";

/** Annotation flags NoZoom and NoRotate (ISO 32000-2, table 167). */
const unscaledFlags = 0b11000;
/** The maximum border width of a field without area, in points. Writers leave it at its default. */
const widestInvisible = 2;

/** Entries that make readers draw something for a widget (ISO 32000-2, tables 166 and 191). */
const drawnKeys = ["AP", "MK", "BS", "Border", "BE", "C"];

/**
 * Entries that a signature field, its widgets and its ancestors need (ISO 32000-2, tables 166, 191, 226 and 235). No
 * other entry, such as a value, an action, a layer or a file, is permitted.
 */
const fieldKeys = new Set([
  "Type",
  "Subtype",
  "FT",
  "T",
  "TU",
  "TM",
  "NM",
  "V",
  "F",
  "Ff",
  "M",
  "H",
  "P",
  "Rect",
  "Parent",
  "Kids",
  "Contents",
  "Lang",
  "StructParent",
  "Lock",
  "SV",
  "DA",
  "DR",
  "Q",
  ...drawnKeys,
  "AS",
]);
/**
 * Texts that programs show as a tooltip or read aloud. In a field with a visible signature, the signer is responsible
 * for them.
 */
const labelKeys = ["TU", "Contents"];

/**
 * Checks a field that is not in the signed revision: it must be a signature field, and may show something only if it
 * contains a signature.
 */
export function reviewNewField(review: Review, field: FormField): void {
  const problem =
    field.type === "Sig" ? problemOfNewField(review, field) : finding("form_field_added", { field: field.name });
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
    allow(review, "timestamp", finding("timestamp_added", { field: field.name }));
  } else {
    allow(review, "signature_field", finding("signature_field_added", { field: field.name }));
  }
}

function problemOfNewField(review: Review, field: FormField): Finding | null {
  const { after } = review;
  const { name } = field;
  if (!partsOf(field).every((part) => isPlainWidget(after, field, part))) {
    return finding("added_field_not_plain", { field: name });
  }
  // Some programs draw in a rectangle that others consider invalid.
  if (field.widgets.some((widget) => isUnclear(after, widget))) {
    return finding("added_field_unclear_rectangle", { field: name });
  }
  if (field.widgets.some((widget) => readFlags(after, widget) === null)) {
    return finding("added_field_unclear_flags", { field: name });
  }
  if (field.widgets.some((widget) => !hasBoxes(after, widget))) {
    return finding("added_field_without_box", { field: name });
  }
  // Such a field would be displaced from its rectangle on a rotated page or at another zoom.
  if (
    field.widgets.some((widget) => isVisible(after, field) && ((readFlags(after, widget) ?? 0) & unscaledFlags) !== 0)
  ) {
    return finding("added_field_moves", { field: name });
  }
  // A lock on all fields also forbids new ones, except invisible ones for validation data.
  const brought = contentBroughtBy(review, field);
  if (brought !== null) {
    return finding("added_field_with_content", { field: name, key: brought });
  }
  const isSigned = isFilled(after, field) && !review.isVerifiedTimestamp(field);
  if (review.isLocked(field.name) && (shows(after, field) || isSigned)) {
    return finding("added_field_though_locked", { field: name });
  }
  // Nobody has signed the appearance of an empty field, so it could be used to draw on the page.
  if (isDrawn(after, field) && !holdsSignature(after, field)) {
    return finding("added_field_drawn", { field: name });
  }
  // A wide border would be drawn around the place that a notice names, or around no place.
  const isTooWide = field.widgets.some((widget) => isFrameOutside(after, widget));
  return isTooWide ? finding("added_field_wide_border", { field: name }) : null;
}

/**
 * The first entry with a visible or spoken effect, or with a name or position in the form that is not the field's
 * own. Null if there is none.
 */
function contentBroughtBy({ before, after }: Review, field: FormField): string | null {
  // Programs treat fields with the same name as one field, with the value and flags of either, and build a tree from
  // names at their full stops.
  const isTaken = ({ name }: FormField): boolean =>
    name === field.name ||
    (name !== "" && field.name.startsWith(`${name}.`)) ||
    (field.name !== "" && name.startsWith(`${field.name}.`));
  if (formFieldsOf(before).some(isTaken)) {
    return "T";
  }
  const isSeen = holdsSignature(after, field) && shownPlaces(after, field).length > 0;
  const parts = new Set(partsOf(field).flatMap((part) => ancestry(after, part)));
  for (const part of parts) {
    const key = contentKeyOf(after, part, isSeen);
    if (key !== null) {
      return key;
    }
  }
  return null;
}

function contentKeyOf(document: PdfDocument, part: Located<PdfDict>, isSeen: boolean): string | null {
  const {
    value: { entries },
    bytes,
    num,
  } = part;
  const value = document.resolve(entries.get("V"));
  if (value !== null && value.kind !== "null" && value.kind !== "dict") {
    return "V";
  }
  const parent = document.dict(entries.get("Parent"), bytes);
  const siblings = parent && document.array(parent.value.entries.get("Kids"), parent.bytes);
  if (parent && !siblings?.value.items.some((item) => item.kind === "ref" && item.num === num)) {
    return "Parent";
  }
  const label = isSeen ? undefined : labelKeys.find((key) => entries.has(key) && !isPlainLabel(document, part, key));
  return [...entries.keys()].find((key) => !fieldKeys.has(key)) ?? label ?? null;
}

/** Whether the label only states the field's purpose, in the text that Paraph writes into tagged files. */
function isPlainLabel(document: PdfDocument, { value, bytes }: Located<PdfDict>, key: string): boolean {
  const found = document.locate(value.entries.get(key), bytes);
  const text = found?.value.kind === "string" ? textOf(decodeString(found.bytes, found.value)) : null;
  return text !== null && (text === "" || isFieldDescription(text));
}

/** Whether a field has an area to draw in, or a border, which readers may draw even without an area. */
function shows(document: PdfDocument, field: FormField): boolean {
  return isVisible(document, field) || isDrawn(document, field);
}

function isDrawn(document: PdfDocument, field: FormField): boolean {
  return field.widgets.some((widget) => drawnKeys.some((key) => draws(document, widget, key)));
}

/** Whether the part has each entry once, is not another kind of annotation, and triggers nothing. */
function isPlainWidget(document: PdfDocument, field: FormField, part: Located<PdfDict>): boolean {
  const { entries, duplicates } = part.value;
  const subtype = entries.get("Subtype");
  const isWidget = document.name(subtype) === "Widget" || (subtype === undefined && !field.widgets.includes(part));
  const isDictionary = part.num === null || !isStream(document, part.num);
  // A kid may declare another type than its field, which programs would then draw.
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
  // A border without width, as writers set it for invisible fields.
  const isNoBorder =
    key === "Border" && found.kind === "array" && found.items.every((item) => document.number(item) === 0);
  return !isNoBorder;
}

// An appearance is fitted into the rectangle. A point has no room for it.
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
