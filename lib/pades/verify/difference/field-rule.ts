import type { FormField } from "@/lib/pdf/fields";
import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/objects";
import { differingKeys } from "@/lib/pades/verify/difference/equal-values";
import { allow, refuse, type Review } from "@/lib/pades/verify/difference/review";

/** What filling in or signing a field may write into the field or its widget. */
const fillKeys = new Set(["V", "AP", "AS", "M", "F", "Ff", "MK", "DA", "Q", "Type", "Lock"]);
/** What some readers rewrite on fields that they do not fill in. Nothing of it is displayed. */
const harmlessKeys = new Set(["Ff", "Type"]);
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
  const isSigned = after.type === "Sig" && isFilled(review.after, after);
  const changed = changedKeys(review, before);
  const forbidden = changed.filter((key) => !fillKeys.has(key));
  if (forbidden.length > 0) {
    refuse(review, `the form field "${before.name}" was changed (${forbidden.join(", ")})`);
    return;
  }
  const meaningful = changed.filter((key) => !harmlessKeys.has(key));
  if (wasSigned || (before.type === "Sig" && !isSigned)) {
    refuseIf(review, meaningful.length > 0, `the signature field "${before.name}" was changed`);
    return;
  }
  if (review.isLocked(before.name)) {
    refuseIf(review, meaningful.length > 0, `the locked field "${before.name}" was changed`);
    return;
  }
  if (before.type !== "Sig" && hidesOrShows(review, before)) {
    refuse(review, `the form field "${before.name}" was hidden or shown`);
  }
  freeAppearances(review, before, changed.includes("AP"));
  noteFilledField(review, after, meaningful);
}

function noteFilledField(review: Review, field: FormField, changed: readonly string[]): void {
  if (field.type !== "Sig") {
    if (changed.length > 0) {
      allow(review, "filled_in", `the form field "${field.name}" was filled in`);
    }
    return;
  }
  const kind = isTimestamp(review.after, field) ? "timestamp" : "signed";
  allow(review, kind, `the field "${field.name}" was ${kind === "signed" ? "signed" : "filled with a timestamp"}`);
}

function reviewNewField(review: Review, field: FormField): void {
  if (field.type !== "Sig") {
    refuse(review, `the form field "${field.name}" was added`);
    return;
  }
  for (const widget of [field.object, ...field.widgets]) {
    if (widget.num !== null) {
      review.newWidgets.set(widget.num, field.name);
    }
  }
  const isVisible = field.widgets.some((widget) => hasArea(review.after, widget));
  // A lock on all fields is one on those to come, but for what long-term validation adds without showing anything.
  if (review.isLocked(field.name) && (isVisible || (isFilled(review.after, field) && !isTimestamp(review.after, field)))) {
    refuse(review, `the signature field "${field.name}" was added although all fields are locked`);
    return;
  }
  // An empty field with a drawing in it would be a way to draw on the page with nobody's signature.
  if (isVisible && !isFilled(review.after, field) && field.widgets.some((widget) => widget.value.entries.has("AP"))) {
    refuse(review, `the signature field "${field.name}" was added with a drawing and no signature`);
  } else if (isTimestamp(review.after, field) && !isVisible) {
    allow(review, "timestamp", `the document timestamp "${field.name}" was added`);
  } else {
    allow(review, "signature_field", `the signature field "${field.name}" was added`);
  }
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

// What the value says is not asked: a reference to anything that exists is a signature, to be treated as one.
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

/** Whether an annotation covers anything of its page. */
export function hasArea(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const rect = document.array(widget.value.entries.get("Rect"), widget.bytes);
  const [x0, y0, x1, y1] = rect?.value.items.map((item) => document.number(item) ?? 0) ?? [];
  return x0 !== undefined && y0 !== undefined && x0 !== x1 && y0 !== y1;
}

function refuseIf(review: Review, condition: boolean, text: string): void {
  if (condition) {
    refuse(review, text);
  }
}
