import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { fontDecoder, type FontDecoder } from "./font-text";
import { plainDict, type Review } from "./review";
import { readShownText, type Shown } from "./shown-text";
import { needsAppearances } from "./stray-widgets";
import { colourOf, hasOnly, type Box, type Decoration } from "./text-placement";

/** Entries of a form XObject (ISO 32000-2, table 93) that change nothing about what it shows, or that are looked at. */
const plainKeys = new Set([
  "Type",
  "Subtype",
  "FormType",
  "BBox",
  "Matrix",
  "Resources",
  "Length",
  "Filter",
  "DecodeParms",
  "LastModified",
  "Name",
]);

/**
 * The text shown by the normal appearance of a widget in the final file. Null when it cannot be determined for certain: for images,
 * outlines, fonts with unknown characters, and a background or border that the field did not have in the signed revision and that could hide
 * the page under the field. Throws PdfError.
 */
export function shownBy(review: Review, before: Located<PdfDict>, widget: Located<PdfDict>): string | null {
  const isUnchanged = (num: number): boolean =>
    review.before.entry(num) !== null && !review.changes.changed.has(num) && !review.changes.added.has(num);
  const shown = readAppearance(review.after, widget, isUnchanged);
  return shown && hasOnly(shown.decoration, decorationOf(review.before, before)) ? shown.text : null;
}

/** The text shown by a widget's appearance in its own document, by the same rules; null when it cannot be determined. Throws PdfError. */
export function textShownIn(document: PdfDocument, widget: Located<PdfDict>): string | null {
  return readAppearance(document, widget, () => true)?.text ?? null;
}

/**
 * The backgrounds and borders drawn by a widget's appearance. Those of its appearance characteristics (/MK) are drawn by programs that regenerate
 * the appearance, and may be part of one that cannot be parsed here.
 */
function decorationOf(document: PdfDocument, widget: Located<PdfDict>): Decoration {
  const drawn = orWhenUnreadable(() => readAppearance(document, widget, () => true), null)?.decoration;
  const isMadeByPrograms = needsAppearances(document);
  if (!isMadeByPrograms && (drawn || !widget.value.entries.has("AP"))) {
    return drawn ?? { grounds: [], frames: [] };
  }
  const characteristics = plainDict(document, widget.value.entries.get("MK"), widget.bytes);
  const named = (key: string) => {
    const components = characteristics ? numbersIn(document, characteristics, key) : [];
    return components.length === 0 ? [] : [colourOf(components)];
  };
  return { grounds: [...named("BG"), ...(drawn?.grounds ?? [])], frames: [...named("BC"), ...(drawn?.frames ?? [])] };
}

function readAppearance(
  document: PdfDocument,
  widget: Located<PdfDict>,
  isUnchanged: (num: number) => boolean,
): Shown | null {
  const appearance = plainDict(document, widget.value.entries.get("AP"), widget.bytes);
  const normal = appearance?.value.entries.get("N");
  // The other appearances are drawn while the pointer is over the field or pressed.
  if (
    !appearance ||
    normal?.kind !== "ref" ||
    appearance.value.entries.size > 1 ||
    appearance.value.duplicates.length > 0
  ) {
    return null;
  }
  const form = document.load(normal.num);
  const box = form && boxOf(document, form);
  if (!form || form.value.kind !== "dict" || !box) {
    return null;
  }
  const fonts = fontsOf(document, { value: form.value, bytes: form.bytes, num: form.num, gen: form.gen });
  const known = new Map<string, FontDecoder | null>();
  const decoderOf = (name: string): FontDecoder | null => {
    const decoder = known.get(name) ?? (fonts ? fontDecoder(document, fonts, name, isUnchanged) : null);
    known.set(name, decoder);
    return decoder;
  };
  return readShownText(document.decodedStream(form), box, decoderOf);
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

function numbersOf(document: PdfDocument, { value, bytes, num, gen }: IndirectObject, key: string): number[] {
  return value.kind === "dict" ? numbersIn(document, { value, bytes, num, gen }, key) : [];
}

function numbersIn(document: PdfDocument, owner: Located<PdfDict>, key: string): number[] {
  const array = document.array(owner.value.entries.get(key), owner.bytes);
  return array?.value.items.flatMap((item) => document.number(item) ?? []) ?? [];
}

// Without resources of its own, readers differ about where its fonts are.
function fontsOf(document: PdfDocument, form: Located<PdfDict>): Located<PdfDict> | null {
  const own = plainDict(document, form.value.entries.get("Resources"), form.bytes);
  return own && plainDict(document, own.value.entries.get("Font"), own.bytes);
}
