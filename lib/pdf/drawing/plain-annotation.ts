import { areaOf, NOWHERE, numbersOf, union } from "@/lib/pdf/content/geometry";
import { lettersOf, type Mark } from "@/lib/pdf/content/marks";
import type { PdfDocument } from "@/lib/pdf/document";
import { readRect, type Rect } from "@/lib/pdf/fields/annotation-overlap";
import { inherited, readWidget, textIn } from "@/lib/pdf/freeze/freeze-widget";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Annotation flags (ISO 32000-2, table 167). */
const INVISIBLE = 1,
  HIDDEN = 2,
  NO_ZOOM = 8;
/** Icons that programs draw at a fixed size anyway. */
const ICONS: ReadonlySet<string> = new Set(["Text", "FileAttachment"]);
/** Readers draw these themselves if there is no appearance. */
export const SELF_DRAWN: ReadonlySet<string> = new Set([
  "FreeText",
  "Line",
  "Square",
  "Circle",
  "Polygon",
  "PolyLine",
  "Highlight",
  "Underline",
  "Squiggly",
  "StrikeOut",
  "Stamp",
  "Ink",
  "Redact",
  "Watermark",
  "Caret",
]);
/** In their plain form, all programs draw these alike. */
const DRAWN_ALIKE: ReadonlySet<string> = new Set(["Square", "Circle", "Line", "Ink", "Watermark"]);
const THICKEST_BORDER = 3;
/** Without the entry that their type requires, poppler does not draw the appearance either. */
const REQUIRED: ReadonlyMap<string, string> = new Map([
  ["PolyLine", "Vertices"],
  ["Polygon", "Vertices"],
  ["FileAttachment", "FS"],
]);
const NUMBERS_OF_QUAD = 8;
/** The minimum coloured share of a highlight's rectangle. */
const LEAST_OF_HIGHLIGHT = 0.6;

/**
 * Whether only some programs draw the annotation, or programs draw it differently:
 * - its appearances lack the state that it names, or the state is not written in place
 * - it has no appearance, although it claims to have one, is of a type that programs draw differently, or is a form
 *   field with something to show
 * - it has an appearance but no type or no rectangle, lacks what its type requires, or is a link
 * - it keeps its size when the page is magnified
 */
export function isDrawnBySome(
  document: PdfDocument,
  annotation: Located<PdfDict>,
  { subtype, rect, appearance }: { subtype: string; rect: Rect | null; appearance: IndirectObject | null },
): boolean {
  if (lacksState(document, annotation)) {
    return true;
  }
  if (appearance === null && subtype === "Widget") {
    return rect !== null && areaOf(rect) > 0 && isFieldWithoutAppearance(document, annotation);
  }
  if (appearance === null) {
    const isSaid = hasEntry(document, annotation, "AP");
    return SELF_DRAWN.has(subtype)
      ? isSaid || !(DRAWN_ALIKE.has(subtype) && isPlainShape(document, annotation))
      : subtype === "Link" && hasThickBorder(document, annotation);
  }
  if (subtype === "Popup") {
    return true;
  }
  // Only some programs keep its size at every magnification, so it may cover adjacent content.
  const flags = document.number(annotation.value.entries.get("F")) ?? 0;
  if ((flags & NO_ZOOM) !== 0 && !ICONS.has(subtype)) {
    return true;
  }
  // The flag is meant for types that a program does not know. MuPDF hides all others as well.
  if ((flags & INVISIBLE) !== 0) {
    return true;
  }
  const required = REQUIRED.get(subtype);
  if (required !== undefined && !hasEntry(document, annotation, required)) {
    return true;
  }
  const isStateElsewhere = subtype !== "Widget" && hasStateElsewhere(document, annotation, appearance);
  return rect === null || subtype === "" || subtype === "Link" || isStateElsewhere;
}

/**
 * Whether programs have to draw a form field themselves: it has a value, a background, a border or a caption, and no
 * appearance. They cut a long value in different ways, MuPDF shows passwords, pdf.js shows rich text (/RV), and not all
 * of them draw the background of a signature field.
 */
function isFieldWithoutAppearance(document: PdfDocument, annotation: Located<PdfDict>): boolean {
  const { type, look } = readWidget(document, annotation);
  const flags = document.number(annotation.value.entries.get("F")) ?? 0;
  const values = ["V", "RV"].map((key) => inherited({ document, object: annotation }, key)?.value);
  const isFilled =
    document.name(annotation.value.entries.get("AS") ?? values[0]) !== "Off" &&
    values.some((value) => value !== undefined && !(value.kind === "string" && isEmptyString(value)));
  const isDecorated = ["BG", "BC", "CA"].some((key) => {
    const found = look && document.resolve(look.value.entries.get(key));
    return found?.kind === "array" ? found.items.length > 0 : found?.kind === "string" && type === "Btn";
  });
  return (flags & HIDDEN) === 0 && ((isFilled && type !== "Sig") || isDecorated);
}

/** `()` or `<>` */
function isEmptyString({ start, end }: { start: number; end: number }): boolean {
  return end - start <= 2;
}

/**
 * Whether the appearance of a text field shows other letters than its value, although programs are asked to draw the
 * value again (/NeedAppearances, 12.7.3). Not all of them do.
 */
export function isDrawnAnewBySome(
  document: PdfDocument,
  annotation: Located<PdfDict>,
  marks: readonly Mark[],
): boolean {
  const widget = { document, object: annotation };
  const needed = inherited(widget, "NeedAppearances")?.value;
  if (needed?.kind !== "bool" || !needed.value || readWidget(document, annotation).type !== "Tx") {
    return false;
  }
  const shown = marks.flatMap((mark) => (mark.kind === "text" ? (lettersOf(mark) ?? [null]) : []));
  const value = textIn(inherited(widget, "V")) ?? "";
  return shown.map((letter) => letter?.character ?? "\0").join("") !== value.replaceAll(/\s+/g, "");
}

/** Whether a shape has no line endings, cloudy border or caption, and stays within its rectangle. */
function isPlainShape(document: PdfDocument, annotation: Located<PdfDict>): boolean {
  const { entries } = annotation.value;
  const rect = readRect(document, annotation);
  const points = ["L", "InkList"].flatMap((key) => {
    const list = document.array(entries.get(key), annotation.bytes);
    return (list?.value.items ?? []).flatMap((item) => {
      const inner = list && document.array(item, list.bytes)?.value.items;
      return (inner ?? [item]).map((number) => document.number(number) ?? NaN);
    });
  });
  return (
    ["BE", "LE", "Cap", "RD", "LL"].every((key) => !hasEntry(document, annotation, key)) &&
    rect !== null &&
    points.every((number, at) =>
      at % 2 === 0 ? number >= rect[0] && number <= rect[2] : number >= rect[1] && number <= rect[3],
    )
  );
}

/** PDFium does not draw the borders of links, while the others do. Thin ones hide nothing. */
function hasThickBorder(document: PdfDocument, { value, bytes }: Located<PdfDict>): boolean {
  const style = document.dict(value.entries.get("BS"), bytes);
  const border = document.array(value.entries.get("Border"), bytes)?.value.items;
  return (document.number(style ? style.value.entries.get("W") : border?.[2]) ?? 1) > THICKEST_BORDER;
}

function hasEntry(document: PdfDocument, { value }: Located<PdfDict>, key: string): boolean {
  const found = document.resolve(value.entries.get(key));
  return found !== null && found.kind !== "null";
}

/** /AS, or the dictionary of appearance states, is a reference, which not every program follows. */
function hasStateElsewhere(
  document: PdfDocument,
  { value, bytes }: Located<PdfDict>,
  appearance: IndirectObject,
): boolean {
  const normal = document.dict(value.entries.get("AP"), bytes)?.value.entries.get("N");
  const isByState = normal?.kind !== "ref" || normal.num !== appearance.num;
  return isByState && (normal?.kind === "ref" || value.entries.get("AS")?.kind === "ref");
}

/**
 * Poppler draws highlights itself and ignores the appearance, which may show more than colour over the marked text.
 * Only pdf.js draws an appearance whose box has no area.
 */
export function isOddlyDrawn(
  document: PdfDocument,
  annotation: Located<PdfDict>,
  { rect, appearance }: { rect: Rect; appearance: IndirectObject },
  marks: readonly Mark[],
): boolean {
  const [left, bottom, right, top] = numbersOf(document, appearance, "BBox");
  const isHighlight = document.name(annotation.value.entries.get("Subtype")) === "Highlight";
  const quads = document.array(annotation.value.entries.get("QuadPoints"), annotation.bytes)?.value.items ?? [];
  const isColour =
    marks.length <= Math.max(1, quads.length / NUMBERS_OF_QUAD) &&
    marks.every((mark) => mark.kind === "paint" && mark.what === "path") &&
    areaOf(marks.map(({ box }) => box).reduce(union, NOWHERE)) >= LEAST_OF_HIGHLIGHT * areaOf(rect);
  return marks.length > 0 && (left === right || bottom === top || (isHighlight && !isColour));
}

/**
 * There are several appearances and the selected one is missing or does not exist. Some programs show none, and
 * others pick one. Only /Off may be missing (12.7.5.2.3).
 */
function lacksState(document: PdfDocument, annotation: Located<PdfDict>): boolean {
  const appearances = document.dict(annotation.value.entries.get("AP"), annotation.bytes);
  const states = appearances && document.locate(appearances.value.entries.get("N"), appearances.bytes);
  const isStream = states?.num != null && (document.load(states.num)?.streamStart ?? -1) >= 0;
  const state = document.name(annotation.value.entries.get("AS"));
  return (
    states?.value.kind === "dict" &&
    !isStream &&
    (state === null || (state !== "Off" && !states.value.entries.has(state)))
  );
}
