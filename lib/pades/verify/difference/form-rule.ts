import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/objects";
import { differingKeys, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { followDict, refuse, type DictPair, type Review } from "@/lib/pades/verify/difference/review";

const mayChange = new Set(["Fields", "SigFlags", "DR", "DA"]);

/** Checks the form dictionary itself (ISO 32000-2, 12.7.3): fields are only added, resources too; the fields have their own rule. */
export function reviewForm(review: Review, catalog: DictPair): void {
  const form = followDict(review, catalog, "AcroForm");
  if (form.before && !form.after) {
    refuse(review, "the form was removed");
    return;
  }
  if (!form.after) {
    return;
  }
  const changed = form.before
    ? differingKeys(form.before.value, form.before.bytes, form.after.value, form.after.bytes)
    : [...form.after.value.entries.keys()];
  const forbidden = changed.filter((key) => !mayChange.has(key) && !isSwitchedOff(review, form, key));
  if (forbidden.length > 0) {
    refuse(review, `the form's settings were changed (${forbidden.join(", ")})`);
  }
  markInspected(review, form.before);
  reviewFieldList(review, form);
  reviewResources(review, followDict(review, form, "DR"));
}

// Without it the appearances stand as they were drawn; switching it on would let readers draw their own.
function isSwitchedOff(review: Review, form: DictPair, key: string): boolean {
  const value = review.after.resolve(form.after?.value.entries.get(key));
  return key === "NeedAppearances" && !(value?.kind === "bool" && value.value);
}

function reviewFieldList(review: Review, form: DictPair): void {
  const before = form.before && review.before.array(form.before.value.entries.get("Fields"), form.before.bytes);
  const after = form.after && review.after.array(form.after.value.entries.get("Fields"), form.after.bytes);
  const kept = new Set(after?.value.items.map(referenceOf));
  if (before?.value.items.some((item) => item.kind === "ref" && !kept.has(referenceOf(item)))) {
    refuse(review, "a form field was removed");
  }
  // A field without an object of its own is seen here only.
  if (before && after && before.value.items.some((item) => item.kind !== "ref" && !holds(after, item, before.bytes))) {
    refuse(review, "a form field was changed");
  }
  markInspected(review, before);
}

// Fields without an appearance of their own are drawn with the form's fonts, so those must stay what they were. The other
// resources are nothing but what writers leave there for the appearances they have made.
function reviewResources(review: Review, resources: DictPair): void {
  const { before, after } = resources;
  if (!before) {
    return;
  }
  for (const key of before.value.entries.keys()) {
    review.free.allow(resources.owner, `${resources.path}/${key}`);
  }
  const fonts = followDict(review, resources, "Font");
  const replaced = fonts.before ? fontsLost(fonts.before, after && fonts.after) : [];
  if (replaced.length > 0) {
    refuse(review, `the form's fonts were changed (${replaced.join(", ")})`);
  }
  markInspected(review, before);
}

function fontsLost(before: Located<PdfDict>, after: Located<PdfDict> | null): string[] {
  return [...before.value.entries.keys()].filter((key) => !after || !sameEntry(before, after, key));
}

function sameEntry(before: Located<PdfDict>, after: Located<PdfDict>, key: string): boolean {
  return equalValues(before.value.entries.get(key), before.bytes, after.value.entries.get(key), after.bytes);
}

function markInspected(review: Review, object: Located | null): void {
  if (object?.num != null) {
    review.inspected.add(object.num);
  }
}

function holds(list: Located<PdfArray>, wanted: PdfValue, bytes: Buffer): boolean {
  return list.value.items.some((item) => equalValues(wanted, bytes, item, list.bytes));
}

function referenceOf(value: PdfValue): string {
  return value.kind === "ref" ? `${value.num} ${value.gen}` : "";
}
