import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { free, into } from "@/lib/pades/verify/file/edges";
import { formFieldsOf, pagesOf } from "@/lib/pades/verify/file/read-once";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFlags } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import { signerOfInputField } from "@/lib/pdf/fields/prepared-field";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { problemOfFilling, selectsValue, type ChangedField } from "./appearance-rule";
import { differingKeys } from "./equal-values";
import { hasBoxes, holdsSignature, isFilled, isVisible, partsOf } from "./field-facts";
import { reviewNewField } from "./new-field-rule";
import { plainNumbers } from "./plain-operands";
import { allow, isStream, plainDict, refuse, type Review } from "./review";

/** Entries of the field or its widget that filling in or signing may change. */
const fillKeys = new Set(["V", "AP", "AS", "M"]);
/** Writers set the flags Print and Locked when they sign a field. */
const signKeys = new Set([...fillKeys, "F"]);
/**
 * Annotation flags that do not affect what is seen and where (ISO 32000-2, table 167): Print, ReadOnly, Locked and
 * LockedContents.
 */
const harmlessFlags = 0b1011000100;

/** Checks every form field: whether it was filled in, signed, added, removed or changed in other ways. */
export function reviewFields(review: Review): void {
  const after = formFieldsOf(review.after);
  const byObject = new Map(
    after.filter((field) => field.object.num !== null).map((field) => [field.object.num, field]),
  );
  const sameName = new Map<string, FormField[]>(after.map(({ name }) => [name, []]));
  for (const field of after) {
    sameName.get(field.name)?.push(field);
  }
  const known = new Set<FormField>();
  for (const field of formFieldsOf(review.before)) {
    review.deadline.tick();
    const now = byObject.get(field.object.num) ?? sameName.get(field.name)?.at(-1);
    if (!now || now.name !== field.name || now.object.num !== field.object.num) {
      refuse(review, finding("form_field_removed", { field: field.name }));
      continue;
    }
    known.add(now);
    reviewField(
      review,
      field,
      now,
      (sameName.get(now.name) ?? []).filter((other) => other !== now),
    );
  }
  for (const field of after) {
    if (!known.has(field)) {
      reviewNewField(review, field);
    }
  }
}

function reviewField(review: Review, before: FormField, after: FormField, namesakes: readonly FormField[]): void {
  const changed = changedKeys(review, before, after);
  if (changed.length === 0) {
    return;
  }
  const problem = problemOfChange(review, { before, after, namesakes, changed });
  if (problem !== null) {
    refuse(review, problem);
    return;
  }
  freeAppearances(review, before, changed);
  noteFilledField(review, after);
}

function problemOfChange(review: Review, field: ChangedField): Finding | null {
  const { before, after, changed } = field;
  const { name } = before;
  const isSignature = before.type === "Sig";
  if (changed.includes("F") && hidesOrShows(review, before)) {
    return finding("form_field_visibility_changed", { field: name });
  }
  if (!hasSameWidgets(before, after)) {
    return finding("form_field_changed", { field: name, keys: ["Kids"] });
  }
  const permitted = isSignature ? signKeys : fillKeys;
  const follows = (key: string): boolean =>
    (key === "I" && selectsValue(review.after, after)) ||
    (key === "MK" && !isSignature && hasSameCharacteristics(review, before));
  const forbidden = changed.filter((key) => !permitted.has(key) && !follows(key));
  if (forbidden.length > 0) {
    return finding("form_field_changed", { field: name, keys: forbidden });
  }
  const isSigned = after.type === "Sig" && holdsSignature(review.after, after);
  if (isSignature && (isFilled(review.before, before) || !isSigned)) {
    return finding("signature_field_changed", { field: name });
  }
  if (review.isLocked(name)) {
    return finding("locked_field_changed", { field: name });
  }
  if (changed.includes("AP") && after.widgets.some((widget) => !hasBoxes(review.after, widget))) {
    return finding("form_field_appearance_without_box", { field: name });
  }
  return isSignature ? null : problemOfFilling(review, field);
}

function hasSameWidgets(before: FormField, after: FormField): boolean {
  return (
    before.widgets.length === after.widgets.length &&
    after.widgets.every(({ num }, index) => num === before.widgets[index]?.num)
  );
}

function noteFilledField(review: Review, field: FormField): void {
  if (field.type !== "Sig") {
    allow(review, "filled_in", tickedBox(review.after, field) ?? finding("field_filled", { field: field.name }));
    return;
  }
  const kind = review.isVerifiedTimestamp(field) && !isVisible(review.after, field) ? "timestamp" : "signed";
  allow(review, kind, finding(kind === "signed" ? "field_signed" : "field_timestamped", { field: field.name }));
}

/**
 * An agreement may depend on a single tick, and the field's name tells nothing about it, so the page is reported.
 * Null for other fields, and if no page shows the field.
 */
function tickedBox(document: PdfDocument, field: FormField): Finding | null {
  if (field.type !== "Btn" || signerOfInputField(field.name) !== null) {
    return null;
  }
  // A box without an appearance is drawn from its value.
  const stateOf = ({ value: { entries } }: Located<PdfDict>): string | null =>
    document.name(entries.get("AS")) ?? (entries.has("AP") ? null : document.name(field.value));
  const ticked = field.widgets.filter((widget) => (stateOf(widget) ?? "Off") !== "Off");
  const widgets = new Set((ticked.length > 0 ? ticked : field.widgets).map(({ num }) => num));
  const isHere = ({ object }: PdfPage): boolean =>
    document
      .array(object.value.entries.get("Annots"), object.bytes)
      ?.value.items.some((item) => item.kind === "ref" && widgets.has(item.num)) === true;
  const page = orWhenUnreadable(() => pagesOf(document)?.find(isHere), undefined);
  return page
    ? finding(ticked.length > 0 ? "box_ticked" : "box_cleared", { field: field.name, page: page.index + 1 })
    : null;
}

// Field and widgets are compared by their own entries. Objects at the same offset are the same by definition.
function changedKeys(review: Review, before: FormField, after: FormField): string[] {
  const keys = new Set<string>();
  for (const part of partsOf(before)) {
    if (part.num === null || !review.changes.changed.has(part.num)) {
      continue;
    }
    const now = review.after.load(part.num);
    if (now?.value.kind !== "dict" || now.streamStart >= 0 || isStream(review.before, part.num)) {
      keys.add("*");
      continue;
    }
    differingKeys(part.value, part.bytes, now.value, now.bytes).forEach((key) => keys.add(key));
    review.places.judge(part.num, "field");
  }
  if (
    before.value?.kind === "ref" &&
    after.value?.kind === "ref" &&
    before.type !== "Sig" &&
    review.changes.changed.has(before.value.num)
  ) {
    keys.add("V");
  }
  return [...keys];
}

function hidesOrShows(review: Review, field: FormField): boolean {
  return partsOf(field).some((part) => {
    const now = part.num === null ? null : review.after.load(part.num);
    if (now?.value.kind !== "dict") {
      return false;
    }
    const before = readFlags(review.before, part);
    const after = readFlags(review.after, { value: now.value, bytes: now.bytes, num: part.num, gen: part.gen });
    if (before === null || after === null) {
      return true;
    }
    return ((before ^ after) & ~harmlessFlags) !== 0;
  });
}

// The appearances of checkboxes must stay the same, whatever is selected.
function freeAppearances(review: Review, field: FormField, changed: readonly string[]): void {
  const isRedrawn = changed.includes("AP") || (changed.includes("V") && field.type !== "Btn");
  const keys = [...(changed.includes("V") ? ["V"] : []), ...(isRedrawn ? ["AP"] : [])];
  for (const part of partsOf(field)) {
    if (part.num === null) {
      continue;
    }
    review.places.judge(part.num, "field");
    for (const key of keys) {
      review.places.lead({ num: part.num, role: "field", path: "" }, into("", key), free);
    }
    const appearance = part.value.entries.get("AP");
    if (changed.includes("AP") && appearance?.kind === "ref") {
      review.leftBehind.set(appearance.num, field.name);
    }
  }
}

/** Tolerance for a colour component: pdf.js keeps colours in 255 steps and rounds them when it saves a filled form. */
const mostRounding = 1 / 250;

/** Whether the appearance characteristics (/MK) of a field's widgets are unchanged, except for rounded colours. */
function hasSameCharacteristics(review: Review, before: FormField): boolean {
  return partsOf(before).every((part) => {
    const now = part.num === null ? null : review.after.load(part.num);
    if (now?.value.kind !== "dict") {
      return false;
    }
    if (!part.value.entries.has("MK") && !now.value.entries.has("MK")) {
      return true;
    }
    const was = characteristicsOf(review.before, part);
    const is = characteristicsOf(review.after, { value: now.value, bytes: now.bytes, num: now.num, gen: now.gen });
    return (
      was !== null &&
      is !== null &&
      is.value.duplicates.length === 0 &&
      differingKeys(was.value, was.bytes, is.value, is.bytes).every(
        (key) =>
          ["BG", "BC"].includes(key) &&
          isRounded(plainNumbers(review.before, was, key), plainNumbers(review.after, is, key)),
      )
    );
  });
}

function characteristicsOf(document: PdfDocument, widget: Located<PdfDict>): Located<PdfDict> | null {
  return plainDict(document, widget.value.entries.get("MK"), widget.bytes);
}

function isRounded(was: readonly number[] | null, is: readonly number[] | null): boolean {
  return (
    was !== null &&
    is !== null &&
    was.length === is.length &&
    was.length > 0 &&
    is.every((part, index) => Math.abs(part - (was[index] ?? NaN)) <= mostRounding)
  );
}
