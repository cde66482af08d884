import { inflateSync } from "node:zlib";
import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { referencesIn } from "@/lib/pades/verify/file/reachable";
import type { PdfDocument } from "@/lib/pdf/document";
import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import type { ShownLetters } from "./blanks";
import { differingKeys } from "./equal-values";
import { fontDecoder, isWholeUnchanged, type FontDecoder } from "./font-text";
import { plainNumbers } from "./plain-operands";
import { readShownText, type Shown } from "./read-shown-text";
import { plainDict, type Review } from "./review";
import { needsAppearances } from "./stray-widgets";
import { colourOf, hasOnly, wholeBox, type Box, type Decoration, type Enlargement } from "./text-placement";

/** Entries of a form XObject (ISO 32000-2, table 93) that do not affect what it shows, or that are checked. */
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
 * The text shown by the normal appearance of a widget in the final file. Null if it cannot be determined for certain:
 * for images, outlines, fonts with unknown characters, a background or border that the field did not have in the
 * signed revision and that could hide the page below it, and a missing background that may have hidden the page
 * before. Throws PdfError.
 */
export function shownBy(review: Review, before: Located<PdfDict>, widget: Located<PdfDict>): ShownLetters | null {
  const shown = readAppearance(review.after, widget, unchangedIn(review));
  const signed = drawnBy(review.before, before);
  const isAlike =
    shown !== null &&
    signed !== null &&
    hasOnly(shown.decoration, withCharacteristics(review.before, before, signed)) &&
    hasOnly({ grounds: signed.grounds, frames: [] }, shown.decoration);
  return isAlike ? shown : null;
}

const nothing: Decoration = { grounds: [], frames: [] };

/** The backgrounds and borders of a widget's appearance, or null for one that cannot be read and may hide anything. */
function drawnBy(document: PdfDocument, widget: Located<PdfDict>): Decoration | null {
  if (!widget.value.entries.has("AP")) {
    return nothing;
  }
  return orWhenUnreadable(() => readAppearance(document, widget, () => true), null)?.decoration ?? null;
}

/**
 * The content of a widget's appearance in its own document, by the same rules. Null if it cannot be determined.
 * Throws PdfError.
 */
export function readOwnAppearance(document: PdfDocument, widget: Located<PdfDict>): Shown | null {
  return readAppearance(document, widget, () => true);
}

/** The content that a stream with these fonts shows. */
export function readDrawing(document: PdfDocument, content: Buffer, box: Box, fonts: Located<PdfDict>): Shown | null {
  return readShownText(
    content,
    box,
    { x: 1, y: 1 },
    decoderIn(document, fonts, () => true),
  );
}

/** Whether a widget's appearance is empty: no text, background or border. Throws PdfError. */
export function showsNothing(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const shown = readAppearance(document, widget, () => true);
  return (
    shown !== null &&
    shown.letters === "" &&
    shown.decoration.grounds.length === 0 &&
    shown.decoration.frames.length === 0
  );
}

/**
 * Whether a widget of the final file has a copy of its signed appearance, with the same unchanged resources. Throws
 * PdfError.
 */
export function hasSameAppearance(review: Review, before: Located<PdfDict>, widget: Located<PdfDict>): boolean {
  const [was, now] = [onlyAppearance(review.before, before), onlyAppearance(review.after, widget)];
  if (!was || !now || was.value.kind !== "dict" || now.value.kind !== "dict") {
    return false;
  }
  const isAboutData = (key: string): boolean => ["Length", "Filter", "DecodeParms", "LastModified"].includes(key);
  const differing = differingKeys(was.value, was.bytes, now.value, now.bytes);
  return (
    was.streamStart >= 0 &&
    now.streamStart >= 0 &&
    now.value.duplicates.length === 0 &&
    differing.every(isAboutData) &&
    (isCodedAlike(review, was, now, differing) || isPlainlyCoded(review.after, now)) &&
    review.before.decodedStream(was).equals(review.after.decodedStream(now)) &&
    referencesIn(now.value).every((num) => isWholeUnchanged(review.after, num, unchangedIn(review)))
  );
}

/**
 * Whether two streams have the same filters and the same bytes, so that even readers that decode them differently
 * show both alike.
 */
function isCodedAlike(review: Review, was: IndirectObject, now: IndirectObject, differing: readonly string[]): boolean {
  return (
    !differing.some((key) => key === "Filter" || key === "DecodeParms") &&
    rawBytes(review.before, was).equals(rawBytes(review.after, now))
  );
}

function rawBytes(document: PdfDocument, stream: IndirectObject): Buffer {
  const { offset, length } = document.rawStream(stream);
  return document.source.read(offset, length);
}

function unchangedIn({ before, changes }: Review): (num: number) => boolean {
  return (num) => before.entry(num) !== null && !changes.changed.has(num) && !changes.added.has(num);
}

/**
 * Adds the decoration of the widget's appearance characteristics (/MK), which programs also draw when they regenerate
 * appearances.
 */
function withCharacteristics(document: PdfDocument, widget: Located<PdfDict>, drawn: Decoration): Decoration {
  if (!needsAppearances(document)) {
    return drawn;
  }
  const characteristics = plainDict(document, widget.value.entries.get("MK"), widget.bytes);
  const named = (key: string) => {
    const components = (characteristics && plainNumbers(document, characteristics, key)) ?? [];
    return components.length === 0 ? [] : [wholeBox(colourOf(components))];
  };
  return { grounds: [...named("BG"), ...drawn.grounds], frames: [...named("BC"), ...drawn.frames] };
}

function readAppearance(
  document: PdfDocument,
  widget: Located<PdfDict>,
  isUnchanged: (num: number) => boolean,
): Shown | null {
  const form = onlyAppearance(document, widget);
  const box = form && isUpright(document, widget, form) ? boxOf(document, form) : null;
  if (!form || form.value.kind !== "dict" || !box) {
    return null;
  }
  const fonts = fontsOf(document, { value: form.value, bytes: form.bytes, num: form.num, gen: form.gen });
  const decoderOf = decoderIn(document, fonts, isUnchanged);
  return readShownText(document.decodedStream(form), box, enlargementOf(document, widget, form, box), decoderOf);
}

function decoderIn(
  document: PdfDocument,
  fonts: Located<PdfDict> | null,
  isUnchanged: (num: number) => boolean,
): (name: string) => FontDecoder | null {
  const known = new Map<string, FontDecoder | null>();
  return (name) => {
    const decoder = known.get(name) ?? (fonts ? fontDecoder(document, fonts, name, isUnchanged) : null);
    known.set(name, decoder);
    return decoder;
  };
}

/**
 * The normal appearance of a widget that has no others: other appearances are drawn while the pointer is over the
 * field or pressed.
 */
function onlyAppearance(document: PdfDocument, widget: Located<PdfDict>): IndirectObject | null {
  const appearance = plainDict(document, widget.value.entries.get("AP"), widget.bytes);
  const normal = appearance?.value.entries.get("N");
  const isOnly = appearance?.value.entries.size === 1 && appearance.value.duplicates.length === 0;
  return isOnly && normal?.kind === "ref" ? document.load(normal.num) : null;
}

/**
 * The box is fitted into the rectangle (ISO 32000-2, 12.5.5). A rectangle without area, as in hidden fields, does not
 * enlarge anything.
 */
function enlargementOf(document: PdfDocument, widget: Located<PdfDict>, form: IndirectObject, box: Box): Enlargement {
  const [x0, y0, x1, y1] = readRect(document, widget) ?? [0, 0, 0, 0];
  if (x0 === x1 || y0 === y1) {
    return { x: 1, y: 1 };
  }
  const [a = 1] = numbersOf(document, form, "Matrix") ?? [];
  const [width, height] = a === 0 ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  return { x: width / (box.x1 - box.x0), y: height / (box.y1 - box.y0) };
}

function boxOf(document: PdfDocument, form: IndirectObject): Box | null {
  if (form.value.kind !== "dict" || form.streamStart < 0 || form.value.duplicates.length > 0) {
    return null;
  }
  const { entries } = form.value;
  if ([...entries.keys()].some((key) => !plainKeys.has(key)) || !isPlainlyCoded(document, form)) {
    return null;
  }
  const [a, b, c, d, ...surplus] = numbersOf(document, form, "BBox") ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined || surplus.length > 0) {
    return null;
  }
  const box = { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
  return box.x1 - box.x0 > 1 && box.y1 - box.y0 > 1 ? box : null;
}

/**
 * Whether the stream has no filter, or only complete FlateDecode data, and no parameters. Readers differ on damaged
 * data and on odd parameters.
 */
function isPlainlyCoded(document: PdfDocument, form: IndirectObject): boolean {
  if (form.value.kind !== "dict") {
    return false;
  }
  const { bytes } = form;
  const { entries } = form.value;
  const filter = document.locate(entries.get("Filter"), bytes);
  const [first = filter?.value, ...others] = filter?.value.kind === "array" ? filter.value.items : [];
  const name = first === undefined ? "FlateDecode" : document.name(first);
  const parameters = document.locate(entries.get("DecodeParms"), bytes);
  return (
    others.length === 0 &&
    name === "FlateDecode" &&
    (parameters === null || parameters.value.kind === "null") &&
    (first === undefined || isWhole(document, form))
  );
}

/** Whether deflated data ends with its mark and checksum. */
function isWhole(document: PdfDocument, form: IndirectObject): boolean {
  try {
    inflateSync(rawBytes(document, form), { maxOutputLength: document.limits.streamBytes });
    return true;
  } catch {
    return false;
  }
}

const quarterTurns = ["1 0 0 1", "0 1 -1 0", "-1 0 0 -1", "0 -1 1 0"];

/**
 * Whether an appearance is rotated by its /Matrix as its widget requires (/MK /R, ISO 32000-2, table 192), so that it
 * is upright.
 */
function isUpright(document: PdfDocument, widget: Located<PdfDict>, form: IndirectObject): boolean {
  if (form.value.kind !== "dict") {
    return false;
  }
  const characteristics = plainDict(document, widget.value.entries.get("MK"), widget.bytes);
  if (characteristics && characteristics.value.duplicates.length > 0) {
    return false;
  }
  const written = characteristics?.value.entries.get("R");
  const turned = written === undefined ? 0 : (document.number(written) ?? NaN);
  const matrix = numbersOf(document, form, "Matrix");
  const [a = 1, b = 0, c = 0, d = 1] = matrix ?? [];
  const isMatrix = matrix?.length === 6 || !form.value.entries.has("Matrix");
  return isMatrix && quarterTurns[(((turned / 90) % 4) + 4) % 4] === [a, b, c, d].map((part) => part + 0).join(" ");
}

function numbersOf(document: PdfDocument, { value, bytes, num, gen }: IndirectObject, key: string): number[] | null {
  return value.kind === "dict" ? plainNumbers(document, { value, bytes, num, gen }, key) : null;
}

// If it has no resources of its own, readers differ on where to find its fonts. Its colour spaces may replace those
// of `g`, `rg` and `k` (ISO 32000-2, 8.6.5.6).
function fontsOf(document: PdfDocument, form: Located<PdfDict>): Located<PdfDict> | null {
  const own = plainDict(document, form.value.entries.get("Resources"), form.bytes);
  return own === null || own.value.duplicates.length > 0 || redefinesColours(document, own)
    ? null
    : plainDict(document, own.value.entries.get("Font"), own.bytes);
}

function redefinesColours(document: PdfDocument, resources: Located<PdfDict>): boolean {
  const named = resources.value.entries.get("ColorSpace");
  const spaces = plainDict(document, named, resources.bytes);
  return (
    named !== undefined &&
    (spaces === null || [...spaces.value.entries.keys()].some((key) => key.startsWith("Default")))
  );
}
