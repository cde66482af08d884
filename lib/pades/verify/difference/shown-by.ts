import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { fontDecoder, type FontDecoder } from "@/lib/pades/verify/difference/font-text";
import { plainDict, type Review } from "@/lib/pades/verify/difference/review";
import { readShownText } from "@/lib/pades/verify/difference/shown-text";
import type { Box } from "@/lib/pades/verify/difference/text-placement";

/** Entries of a form XObject (ISO 32000-2, table 93) that change nothing about what it shows, or that are looked at. */
const plainKeys = new Set(["Type", "Subtype", "FormType", "BBox", "Matrix", "Resources", "Length", "Filter", "DecodeParms", "LastModified", "Name"]);

/**
 * The text that the normal appearance of a widget of the final file shows; null when that cannot be told for certain, such as for pictures,
 * outlines and fonts whose characters are not known. Throws PdfError.
 */
export function shownBy({ before, after, changes }: Review, widget: Located<PdfDict>): string | null {
  const appearance = plainDict(after, widget.value.entries.get("AP"), widget.bytes);
  const normal = appearance?.value.entries.get("N");
  // Other states are drawn while somebody points or presses.
  if (!appearance || normal?.kind !== "ref" || appearance.value.entries.size > 1 || appearance.value.duplicates.length > 0) {
    return null;
  }
  const form = after.load(normal.num);
  const box = form && boxOf(after, form);
  if (!form || form.value.kind !== "dict" || !box) {
    return null;
  }
  const isUnchanged = (num: number): boolean => before.entry(num) !== null && !changes.changed.has(num) && !changes.added.has(num);
  const fonts = fontsOf(after, { value: form.value, bytes: form.bytes, num: form.num, gen: form.gen });
  const known = new Map<string, FontDecoder | null>();
  const decoderOf = (name: string): FontDecoder | null => {
    const decoder = known.get(name) ?? (fonts ? fontDecoder(after, fonts, name, isUnchanged) : null);
    known.set(name, decoder);
    return decoder;
  };
  return readShownText(after.decodedStream(form), box, decoderOf);
}

function boxOf(document: PdfDocument, form: IndirectObject): Box | null {
  if (form.value.kind !== "dict" || form.streamStart < 0 || form.value.duplicates.length > 0) {
    return null;
  }
  const { entries } = form.value;
  if ([...entries.keys()].some((key) => !plainKeys.has(key)) || !isUpright(document, form)) {
    return null;
  }
  const [a, b, c, d] = numbersOf(document, form, "BBox");
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    return null;
  }
  const box = { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
  return box.x1 - box.x0 > 1 && box.y1 - box.y0 > 1 ? box : null;
}

/** The box is fitted into the widget's rectangle whatever the matrix says, so that only one without extent would hide the text. */
function isUpright(document: PdfDocument, form: IndirectObject): boolean {
  if (form.value.kind === "dict" && !form.value.entries.has("Matrix")) {
    return true;
  }
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(document, form, "Matrix");
  const isTurned = [a, b, c, d].every((value) => value === 0 || Math.abs(value) === 1);
  return isTurned && a * d - b * c === 1;
}

function numbersOf(document: PdfDocument, form: IndirectObject, key: string): number[] {
  const array = form.value.kind === "dict" ? document.array(form.value.entries.get(key), form.bytes) : null;
  return array?.value.items.flatMap((item) => document.number(item) ?? []) ?? [];
}

// Without resources of its own, readers differ about where its fonts are.
function fontsOf(document: PdfDocument, form: Located<PdfDict>): Located<PdfDict> | null {
  const own = plainDict(document, form.value.entries.get("Resources"), form.bytes);
  return own && plainDict(document, own.value.entries.get("Font"), own.bytes);
}
