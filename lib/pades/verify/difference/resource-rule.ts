import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { free, into } from "@/lib/pades/verify/file/edges";
import { formFieldsOf, pagesOf } from "@/lib/pades/verify/file/read-once";
import { finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import { equalValues } from "./equal-values";
import { followDict, judge, refuse, type DictPair, type Review } from "./review";
import { ancestry, hasStrayWidgets } from "./stray-widgets";

/** Resources that writers add for the fields that they fill in or sign. */
const mayBeAdded = new Set(["Font", "Encoding", "ProcSet"]);
/**
 * Acrobat leaves the frame of the last signature there, although the signature draws it from the resources of its own
 * appearance.
 */
const signatureFrame = "FRM";
/** No field can have this name, so only a lock on all future fields applies to it. */
const nobodysField = "\0";
const nothing = Buffer.alloc(0);

/**
 * Checks the form's /DR, the resources of fields without a stored appearance and of appearances without resources.
 * Existing entries and their content must not change, and additions must not be able to change how a field looks.
 */
export function reviewResources(review: Review, form: DictPair): void {
  const resources = followDict(review, form, "DR");
  const kinds = new Set([...keysOf(resources.before), ...keysOf(resources.after)]);
  for (const kind of kinds) {
    const changed = changedResources(review, resources, kind);
    if (changed.length > 0) {
      refuse(review, finding(kind === "Font" ? "form_fonts_changed" : "form_resources_changed", { keys: changed }));
    }
  }
  judge(review, resources);
}

function changedResources(review: Review, resources: DictPair, kind: string): string[] {
  const category = followDict(review, resources, kind);
  const { before, after, place } = category;
  if (!before && !after) {
    const isSame = sameEntry(resources.before, resources.after, kind);
    return isSame || (mayBeAdded.has(kind) && !resources.before?.value.entries.has(kind) && isFreeToAdd(review, kind))
      ? []
      : [kind];
  }
  judge(review, category);
  const isFrame = (name: string): boolean => kind === "XObject" && name === signatureFrame && isFreeToAdd(review, name);
  if (isFrame(signatureFrame)) {
    review.places.lead(place, into(place.path, signatureFrame), free);
  }
  const isAddition = (name: string): boolean =>
    !before?.value.entries.has(name) && mayBeAdded.has(kind) && isFreeToAdd(review, name);
  const names = new Set([...keysOf(before), ...keysOf(after)]);
  return [...names].filter((name) => !sameEntry(before, after, name) && !isAddition(name) && !isFrame(name));
}

/**
 * Whether a resource with this name can be added without any field looking different, and without a signature
 * forbidding all changes.
 */
function isFreeToAdd(review: Review, name: string): boolean {
  if (review.permission === 1 || review.isLocked(nobodysField)) {
    return false;
  }
  const { before } = review;
  const drawn = formFieldsOf(before).filter(({ type }) => type !== "Sig");
  return (
    !drawn.some((field) => isDrawnByReaders(before, field) || namesResource(before, field, name)) &&
    !hasStrayWidgets(before) &&
    !isNamedByAnnotation(before, name)
  );
}

/**
 * A free-text annotation without an appearance is drawn according to its own /DA with the form's fonts (ISO 32000-2,
 * 12.5.6.6).
 */
function isNamedByAnnotation(document: PdfDocument, name: string): boolean {
  const pages = pagesOf(document);
  return (
    pages === null ||
    pages.some(({ object }) => {
      const annotations = document.array(object.value.entries.get("Annots"), object.bytes);
      return annotations?.value.items.some((item) => {
        const annotation = orWhenUnreadable(() => document.dict(item, annotations.bytes), null);
        const names = annotation ? namesInDefaultAppearance(document, annotation) : new Set<string>();
        return names === null || names.has(name);
      });
    })
  );
}

/** Whether a field has something to show but no appearance, so that each reader draws it with the form's resources. */
function isDrawnByReaders(document: PdfDocument, { value, valueBytes, widgets }: FormField): boolean {
  const shown = document.locate(value, valueBytes)?.value;
  const hasValue =
    shown !== undefined && shown.kind !== "null" && !(shown.kind === "string" && shown.end - shown.start <= 2);
  return widgets.some(({ value: widget }) => !widget.entries.has("AP") && (hasValue || widget.entries.has("MK")));
}

/** A default appearance is the field's own, inherited, or the form's. */
function namesResource(document: PdfDocument, { object, widgets }: FormField, name: string): boolean {
  const form = document.dict(document.catalog().value.entries.get("AcroForm"), document.catalog().bytes);
  const owners = [object, ...widgets].flatMap((part) => ancestry(document, part));
  return [...(form ? [form] : []), ...owners].some((owner) => {
    const names = namesInDefaultAppearance(document, owner);
    return names === null || names.has(name);
  });
}

/** The names in an owner's /DA, or null if they cannot be determined. */
function namesInDefaultAppearance(document: PdfDocument, owner: Located<PdfDict>): ReadonlySet<string> | null {
  const found = document.locate(owner.value.entries.get("DA"), owner.bytes);
  if (found === null || found.value.kind === "null") {
    return new Set();
  }
  const content = found.value.kind === "string" ? decodeString(found.bytes, found.value) : null;
  return content && orWhenUnreadable(() => namesIn(content), null);
}

function namesIn(content: Buffer): ReadonlySet<string> {
  const names = new Set<string>();
  const parser = new Parser(content);
  for (parser.skipSpace(); parser.pos < content.length; parser.skipSpace()) {
    const value = parser.value();
    if (value.kind === "name") {
      names.add(value.value);
    }
  }
  return names;
}

function keysOf(dict: Located<PdfDict> | null): string[] {
  return dict ? [...dict.value.entries.keys()] : [];
}

function sameEntry(before: Located<PdfDict> | null, after: Located<PdfDict> | null, key: string): boolean {
  return equalValues(
    before?.value.entries.get(key),
    before?.bytes ?? nothing,
    after?.value.entries.get(key),
    after?.bytes ?? nothing,
  );
}
