import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { differingKeys, equalValues } from "@/lib/pades/verify/difference/equal-values";
import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import { followDict, refuse, type DictPair, type Review } from "@/lib/pades/verify/difference/review";

/** The form's /DA is not among them: fields without an appearance of their own are drawn with it. */
const mayChange = new Set(["Fields", "SigFlags", "DR"]);
/** Resources that writers add for the fields which they fill in or sign. */
const mayBeAdded = new Set(["Font", "Encoding", "ProcSet"]);
/** Acrobat leaves the frame of the last signature there, which draws it from the resources of its own appearance. */
const signatureFrame = "FRM";

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
  const forbidden = changed.filter((key) => !mayChange.has(key) && !isSwitchedOff(review, form, key) && !isFirstDefault(review, form, key));
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

// Writers add a default appearance with the first signatures, where nothing is drawn with it yet.
function isFirstDefault(review: Review, form: DictPair, key: string): boolean {
  return key === "DA" && !form.before?.value.entries.has("DA") && formFieldsOf(review.before).every(({ type }) => type === "Sig");
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

// Fields without an appearance of their own are drawn with the form's resources, and so are appearances that bring none: what
// was there stays what it was, in its content too.
function reviewResources(review: Review, resources: DictPair): void {
  const kinds = new Set([...(resources.before?.value.entries.keys() ?? []), ...(resources.after?.value.entries.keys() ?? [])]);
  for (const kind of kinds) {
    const changed = changedResources(review, resources, kind);
    if (changed.length > 0) {
      refuse(review, `the form's ${kind === "Font" ? "fonts" : "resources"} were changed (${changed.join(", ")})`);
    }
  }
  markInspected(review, resources.before);
}

function changedResources(review: Review, resources: DictPair, kind: string): string[] {
  const { before, after } = followDict(review, resources, kind);
  if (!before && !after) {
    return mayBeAdded.has(kind) || sameEntry(resources.before, resources.after, kind) ? [] : [kind];
  }
  markInspected(review, before);
  const names = new Set([...(before?.value.entries.keys() ?? []), ...(after?.value.entries.keys() ?? [])]);
  const isAddition = (name: string): boolean => !before?.value.entries.has(name) && mayBeAdded.has(kind);
  return [...names].filter((name) => !sameEntry(before, after, name) && !isAddition(name) && !(kind === "XObject" && name === signatureFrame));
}

const nothing = Buffer.alloc(0);

function sameEntry(before: Located<PdfDict> | null, after: Located<PdfDict> | null, key: string): boolean {
  return equalValues(before?.value.entries.get(key), before?.bytes ?? nothing, after?.value.entries.get(key), after?.bytes ?? nothing);
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
