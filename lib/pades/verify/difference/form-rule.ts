import { looksAsItSays } from "@/lib/pades/verify/difference/appearance-rule";
import { differingKeys, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { itemsOf } from "@/lib/pades/verify/difference/places";
import { reviewResources } from "@/lib/pades/verify/difference/resource-rule";
import {
  followArray,
  followDict,
  judge,
  refuse,
  type DictPair,
  type Review,
} from "@/lib/pades/verify/difference/review";
import { hasStrayWidgets } from "@/lib/pades/verify/difference/stray-widgets";
import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** The form's /DA is not among them: fields without an appearance of their own are drawn with it. */
const mayChange = new Set(["Fields", "SigFlags", "DR"]);

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
  const forbidden = changed.filter(
    (key) => !mayChange.has(key) && !isSwitchedOff(review, form, key) && !isFirstDefault(review, form, key),
  );
  if (forbidden.length > 0) {
    refuse(review, `the form's settings were changed (${forbidden.join(", ")})`);
  }
  judge(review, form);
  reviewFieldList(review, form);
  reviewResources(review, form);
}

// Switched on, it lets programs draw fields anew from their values; switched off, the appearances count, which may say something else.
function isSwitchedOff(review: Review, form: DictPair, key: string): boolean {
  if (key !== "NeedAppearances") {
    return false;
  }
  const isOn = (document: PdfDocument, owner: Located<PdfDict> | null): boolean => {
    const value = document.resolve(owner?.value.entries.get(key));
    return value?.kind === "bool" && value.value;
  };
  const wasOn = isOn(review.before, form.before);
  const looksTheSame = (): boolean =>
    formFieldsOf(review.before).every((field) => looksAsItSays(review.before, field)) &&
    !hasStrayWidgets(review.before);
  return !isOn(review.after, form.after) && (!wasOn || looksTheSame());
}

// Writers add a default appearance with the first signatures, where nothing is drawn with it yet.
function isFirstDefault(review: Review, form: DictPair, key: string): boolean {
  return (
    key === "DA" &&
    !form.before?.value.entries.has("DA") &&
    formFieldsOf(review.before).every(({ type }) => type === "Sig") &&
    !hasStrayWidgets(review.before)
  );
}

function reviewFieldList(review: Review, form: DictPair): void {
  const list = followArray(review, form, "Fields");
  const { before, after, place } = list;
  const kept = new Set(after?.value.items.map(referenceOf));
  if (before?.value.items.some((item) => item.kind === "ref" && !kept.has(referenceOf(item)))) {
    refuse(review, "a form field was removed");
  }
  // A field without an object of its own is seen here only.
  if (before && after && before.value.items.some((item) => item.kind !== "ref" && !holds(after, item, before.bytes))) {
    refuse(review, "a form field was changed");
  }
  judge(review, list);
  review.places.lead(place, itemsOf(place.path), "field");
}

function holds(list: Located<PdfArray>, wanted: PdfValue, bytes: Buffer): boolean {
  return list.value.items.some((item) => equalValues(wanted, bytes, item, list.bytes));
}

function referenceOf(value: PdfValue): string {
  return value.kind === "ref" ? `${value.num} ${value.gen}` : "";
}
