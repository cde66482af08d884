import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { differingKeys } from "@/lib/pades/verify/difference/equal-values";
import { findSignatures } from "@/lib/pades/verify/signature-fields";
import { allow, refuse, type Review } from "@/lib/pades/verify/difference/review";

/** What filling in or signing a field may write into the field or its widget. */
const fillKeys = new Set(["V", "AP", "AS", "M"]);
/** Writers set the flags Print and Locked when they sign a field. */
const signKeys = new Set([...fillKeys, "F"]);
/** Annotation flags Hidden and NoView (ISO 32000-2, table 167). */
const hidingFlags = 0b100010;

/** Checks every form field: which were filled in, signed, added, removed or changed in other ways. */
export function reviewFields(review: Review): void {
  const after = formFieldsOf(review.after);
  const byObject = new Map(after.filter((field) => field.object.num !== null).map((field) => [field.object.num, field]));
  const byName = new Map(after.map((field) => [field.name, field]));
  const known = new Set<FormField>();
  for (const field of formFieldsOf(review.before)) {
    review.deadline.tick();
    const now = byObject.get(field.object.num) ?? byName.get(field.name);
    if (!now || now.name !== field.name) {
      refuse(review, `the form field "${field.name}" was removed or renamed`);
      continue;
    }
    known.add(now);
    reviewField(review, field, now);
  }
  for (const field of after) {
    if (!known.has(field)) {
      reviewNewField(review, field);
    }
  }
}

function reviewField(review: Review, before: FormField, after: FormField): void {
  const wasSigned = before.type === "Sig" && isFilled(review.before, before);
  const isSigned = after.type === "Sig" && holdsSignature(review.after, after);
  const changed = changedKeys(review, before);
  if (changed.includes("F") && hidesOrShows(review, before)) {
    refuse(review, `the form field "${before.name}" was hidden or shown`);
    return;
  }
  const permitted = before.type === "Sig" ? signKeys : fillKeys;
  const forbidden = changed.filter((key) => !permitted.has(key));
  if (forbidden.length > 0) {
    refuse(review, `the form field "${before.name}" was changed (${forbidden.join(", ")})`);
    return;
  }
  if (wasSigned || (before.type === "Sig" && !isSigned)) {
    refuseIf(review, changed.length > 0, `the signature field "${before.name}" was changed`);
    return;
  }
  if (review.isLocked(before.name)) {
    refuseIf(review, changed.length > 0, `the locked field "${before.name}" was changed`);
    return;
  }
  freeAppearances(review, before, changed.includes("AP"));
  noteFilledField(review, after, changed);
}

function noteFilledField(review: Review, field: FormField, changed: readonly string[]): void {
  if (field.type !== "Sig") {
    if (changed.length > 0) {
      allow(review, "filled_in", `the form field "${field.name}" was filled in`);
    }
    return;
  }
  const kind = isTimestamp(review.after, field) && !isVisible(review.after, field) ? "timestamp" : "signed";
  allow(review, kind, `the field "${field.name}" was ${kind === "signed" ? "signed" : "filled with a timestamp"}`);
}

function reviewNewField(review: Review, field: FormField): void {
  const { after } = review;
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
  if (isTimestamp(after, field) && !isVisible(after, field)) {
    allow(review, "timestamp", `the document timestamp "${field.name}" was added`);
  } else {
    allow(review, "signature_field", `the signature field "${field.name}" was added`);
  }
}

function problemOfNewField(review: Review, field: FormField): string | null {
  const { after } = review;
  const shown = isVisible(after, field);
  if (!partsOf(field).every((part) => isPlainWidget(after, field, part))) {
    return `the signature field "${field.name}" was added as something else than a plain field`;
  }
  // What one program takes for no rectangle at all, another one draws in.
  if (field.widgets.some((widget) => isUnclear(after, widget))) {
    return `the signature field "${field.name}" was added with a rectangle that programs read in different ways`;
  }
  // A lock on all fields is one on those to come, but for what long-term validation adds without showing anything.
  if (review.isLocked(field.name) && (shown || (isFilled(after, field) && !isTimestamp(after, field)))) {
    return `the signature field "${field.name}" was added although all fields are locked`;
  }
  // An empty field with a drawing in it would be a way to draw on the page with nobody's signature.
  const isDrawn = field.widgets.some((widget) => widget.value.entries.has("AP"));
  return shown && isDrawn && !holdsSignature(after, field) ? `the signature field "${field.name}" was added with a drawing and no signature` : null;
}

/** Says each thing once, is no other annotation, and does nothing by itself. */
function isPlainWidget(document: PdfDocument, field: FormField, part: Located<PdfDict>): boolean {
  const { entries, duplicates } = part.value;
  const subtype = entries.get("Subtype");
  const isWidget = document.name(subtype) === "Widget" || (subtype === undefined && !field.widgets.includes(part));
  return isWidget && duplicates.length === 0 && !entries.has("A") && !entries.has("AA");
}

// Field and widgets are inspected by what they say themselves; objects at the same place are the same by definition.
function changedKeys(review: Review, field: FormField): string[] {
  const keys = new Set<string>();
  for (const part of partsOf(field)) {
    if (part.num === null || !review.changes.changed.has(part.num)) {
      continue;
    }
    const now = review.after.load(part.num);
    if (now?.value.kind !== "dict" || now.streamStart >= 0) {
      keys.add("the whole object");
      continue;
    }
    differingKeys(part.value, part.bytes, now.value, now.bytes).forEach((key) => keys.add(key));
    review.inspected.add(part.num);
  }
  return [...keys];
}

function hidesOrShows(review: Review, field: FormField): boolean {
  return partsOf(field).some((part) => {
    const now = part.num === null ? null : review.after.load(part.num);
    if (now?.value.kind !== "dict") {
      return false;
    }
    const before = review.before.number(part.value.entries.get("F")) ?? 0;
    const after = review.after.number(now.value.entries.get("F")) ?? 0;
    return ((before ^ after) & hidingFlags) !== 0;
  });
}

function freeAppearances(review: Review, field: FormField, replaced: boolean): void {
  for (const part of partsOf(field)) {
    if (part.num === null) {
      continue;
    }
    review.free.allow(part.num, "/AP");
    review.free.allow(part.num, "/V");
    const appearance = part.value.entries.get("AP");
    if (replaced && appearance?.kind === "ref") {
      review.leftBehind.set(appearance.num, field.name);
    }
  }
}

function partsOf(field: FormField): Located<PdfDict>[] {
  const widgets = field.widgets.filter((widget) => widget.num === null || widget.num !== field.object.num);
  return [field.object, ...widgets];
}

function isVisible(document: PdfDocument, field: FormField): boolean {
  return field.widgets.some((widget) => hasArea(document, widget));
}

/** Whether the field holds a signature that is checked by itself: whoever draws in it answers for the drawing. */
function holdsSignature(document: PdfDocument, field: FormField): boolean {
  return findSignatures(document).some(({ fieldNum }) => fieldNum !== null && fieldNum === field.object.num);
}

// What the value says is not asked: whatever a field was led to was not there before.
function isFilled(document: PdfDocument, field: FormField): boolean {
  if (field.value?.kind === "ref") {
    const entry = document.entry(field.value.num);
    return entry !== null && entry.type !== "free";
  }
  return field.value?.kind === "dict";
}

function isTimestamp(document: PdfDocument, field: FormField): boolean {
  const signature = document.dict(field.value, field.valueBytes);
  return signature !== null && document.name(signature.value.entries.get("Type")) === "DocTimeStamp";
}

function isUnclear(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const { entries } = widget.value;
  return (entries.has("Rect") || entries.has("AP")) && readRect(document, widget) === null;
}

/** Whether an annotation covers anything of its page; one whose rectangle cannot be read may. */
function hasArea(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = readRect(document, widget);
  return rect === null || (rect[0] !== rect[2] && rect[1] !== rect[3]);
}

function refuseIf(review: Review, condition: boolean, text: string): void {
  if (condition) {
    refuse(review, text);
  }
}
