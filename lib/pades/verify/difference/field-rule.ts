import { problemOfFilling } from "@/lib/pades/verify/difference/appearance-rule";
import { differingKeys } from "@/lib/pades/verify/difference/equal-values";
import { hasBoxes, holdsSignature, isFilled, isVisible, partsOf } from "@/lib/pades/verify/difference/field-facts";
import { reviewNewField } from "@/lib/pades/verify/difference/new-field-rule";
import { free, into } from "@/lib/pades/verify/difference/places";
import { allow, isStream, refuse, type Review } from "@/lib/pades/verify/difference/review";
import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import { readFlags } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";

/** What filling in or signing a field may write into the field or its widget. */
const fillKeys = new Set(["V", "AP", "AS", "M"]);
/** Writers set the flags Print and Locked when they sign a field. */
const signKeys = new Set([...fillKeys, "F"]);
/** Annotation flags that change nothing about what is seen and where (ISO 32000-2, table 167): Print, ReadOnly, Locked and LockedContents. */
const harmlessFlags = 0b1011000100;

/** Checks every form field: which were filled in, signed, added, removed or changed in other ways. */
export function reviewFields(review: Review): void {
  const after = formFieldsOf(review.after);
  const byObject = new Map(
    after.filter((field) => field.object.num !== null).map((field) => [field.object.num, field]),
  );
  const byName = new Map(after.map((field) => [field.name, field]));
  const known = new Set<FormField>();
  for (const field of formFieldsOf(review.before)) {
    review.deadline.tick();
    const now = byObject.get(field.object.num) ?? byName.get(field.name);
    if (!now || now.name !== field.name || now.object.num !== field.object.num) {
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
  const changed = changedKeys(review, before, after);
  if (changed.length === 0) {
    return;
  }
  const problem = problemOfChange(review, before, after, changed);
  if (problem !== null) {
    refuse(review, problem);
    return;
  }
  freeAppearances(review, before, changed);
  noteFilledField(review, after);
}

function problemOfChange(
  review: Review,
  before: FormField,
  after: FormField,
  changed: readonly string[],
): string | null {
  const { name } = before;
  const isSignature = before.type === "Sig";
  if (changed.includes("F") && hidesOrShows(review, before)) {
    return `the form field "${name}" was hidden or shown`;
  }
  const permitted = isSignature ? signKeys : fillKeys;
  const forbidden = changed.filter((key) => !permitted.has(key));
  if (forbidden.length > 0) {
    return `the form field "${name}" was changed (${forbidden.join(", ")})`;
  }
  const isSigned = after.type === "Sig" && holdsSignature(review.after, after);
  if (isSignature && (isFilled(review.before, before) || !isSigned)) {
    return `the signature field "${name}" was changed`;
  }
  if (review.isLocked(name)) {
    return `the locked field "${name}" was changed`;
  }
  if (changed.includes("AP") && after.widgets.some((widget) => !hasBoxes(review.after, widget))) {
    return `the field "${name}" was given an appearance without a box`;
  }
  return isSignature ? null : problemOfFilling(review, { before, after, changed });
}

function noteFilledField(review: Review, field: FormField): void {
  if (field.type !== "Sig") {
    allow(review, "filled_in", `the form field "${field.name}" was filled in`);
    return;
  }
  const kind = review.isVerifiedTimestamp(field) && !isVisible(review.after, field) ? "timestamp" : "signed";
  allow(review, kind, `the field "${field.name}" was ${kind === "signed" ? "signed" : "filled with a timestamp"}`);
}

// Field and widgets are judged by what they say themselves; objects at the same place are the same by definition.
function changedKeys(review: Review, before: FormField, after: FormField): string[] {
  const keys = new Set<string>();
  for (const part of partsOf(before)) {
    if (part.num === null || !review.changes.changed.has(part.num)) {
      continue;
    }
    const now = review.after.load(part.num);
    if (now?.value.kind !== "dict" || now.streamStart >= 0 || isStream(review.before, part.num)) {
      keys.add("the whole object");
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

// The appearances of check boxes stay what they were, whatever is chosen.
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
