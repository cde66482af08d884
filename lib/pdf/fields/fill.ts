import { addAppearance, type AppearanceBox, type FieldContent } from "@/lib/pdf/appearance/appearance";
import type { PdfDocument } from "@/lib/pdf/document";
import type { SharedImages } from "@/lib/pdf/images/shared-images";
import type { Revision } from "@/lib/pdf/revision";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";
import type { PageBox } from "@/lib/platform/geometry/placement";
import type { FieldObject } from "./find-fields";

/** Fills in one of a signer's further fields: only /V and /AP (and /AS of a checkbox). */
export function fillField(revision: Revision, field: FieldObject, content: FieldContent, images: SharedImages): void {
  const box = readWidgetBox(revision.document, field);
  if (box === null) {
    throw new PdfError("no_such_field", `field ${field.num} has no place to be shown`);
  }
  const form = addAppearance(box, content, images);
  revision.change(field, fillingOf({ box, field, content, form }, images));
}

/** Sets a signature field's value and, where it is visible, its appearance. */
export function fillSignatureField(
  revision: Revision,
  field: FieldObject,
  signature: number,
  content: FieldContent | null,
  images: SharedImages,
): void {
  const box = readWidgetBox(revision.document, field);
  const changes: Record<string, string> = { V: pdfRef(signature) };
  if (box !== null && content !== null) {
    changes.AP = `<</N ${pdfRef(addAppearance(box, content, images))}>>`;
  }
  revision.change(field, changes);
}

interface Filling {
  box: AppearanceBox;
  field: FieldObject;
  content: FieldContent;
  /** Object number of the field's new appearance. */
  form: number;
}

function fillingOf({ box, field, content, form }: Filling, images: SharedImages): Record<string, string> {
  switch (content.kind) {
    case "image":
      // A button that was prepared with a state has one appearance per state (ISO 19005-2, 6.3.3).
      return field.value.entries.has("AS")
        ? { AS: "/On", AP: `<</N<</On ${pdfRef(form)}>>>>` }
        : { AP: `<</N ${pdfRef(form)}>>` };
    case "text":
      return { V: pdfText(content.text), AP: `<</N ${pdfRef(form)}>>` };
    case "checkbox": {
      const other = addAppearance(box, { ...content, isChecked: !content.isChecked }, images);
      const [on, off] = content.isChecked ? [form, other] : [other, form];
      const state = content.isChecked ? "/Yes" : "/Off";
      return { V: state, AS: state, AP: `<</N<</Yes ${pdfRef(on)}/Off ${pdfRef(off)}>>>>` };
    }
  }
}

/** The widget's displayed size, in points, or null if it has no area. */
function readWidgetBox(document: PdfDocument, field: FieldObject): AppearanceBox | null {
  const { entries } = field.value;
  const rect = document.array(entries.get("Rect"), field.bytes)?.value.items.map((item) => document.number(item) ?? 0);
  const [llx = 0, lly = 0, urx = 0, ury = 0] = rect ?? [];
  const page = document.dict(entries.get("P"), field.bytes);
  const unit = document.number(page?.value.entries.get("UserUnit")) ?? 1;
  const look = document.dict(entries.get("MK"), field.bytes);
  const rotation = toRotation(document.number(look?.value.entries.get("R")) ?? 0);
  const [width, height] = [Math.abs(urx - llx) * unit, Math.abs(ury - lly) * unit];
  if (!(width > 0 && height > 0)) {
    return null;
  }
  const isTurned = rotation === 90 || rotation === 270;
  return { widthPt: isTurned ? height : width, heightPt: isTurned ? width : height, rotation };
}

function toRotation(degrees: number): PageBox["rotation"] {
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}
