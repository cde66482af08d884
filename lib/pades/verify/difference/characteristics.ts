import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { differingKeys } from "./equal-values";
import { partsOf } from "./field-facts";
import { plainNumbers } from "./plain-operands";
import { plainDict, type Review } from "./review";

/** Tolerance for a colour component: pdf.js keeps colours in 255 steps and rounds them when it saves a filled form. */
const mostRounding = 1 / 250;

/** Whether the appearance characteristics (/MK) of a field's widgets are unchanged, except for rounded colours. */
export function hasSameCharacteristics(review: Review, before: FormField): boolean {
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
