import type { PdfDocument } from "@/lib/pdf/document";
import { readRect, type Rect } from "@/lib/pdf/fields/annotation-overlap";
import { annotationsOf } from "@/lib/pdf/ingest/active-content";
import type { PdfPage } from "@/lib/pdf/pages";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import type { ContentReader, ReadingRoom } from "./content-reader";
import { areaOf, NOWHERE, numbersOf, union } from "./geometry";
import { ALWAYS, ON_PAPER, ON_SCREEN, type Visibility } from "./layer-states";
import type { Mark } from "./marks";
import type { SeenAnnotation } from "./page-view";

/** Annotation flags (ISO 32000-2, table 167). Invisible applies to non-standard types only; lock flags have no visible effect. */
const INVISIBLE = 1,
  HIDDEN = 2,
  PRINT = 4,
  NO_ZOOM = 8,
  NO_VIEW = 32;
/** Icons that programs draw at one size anyway. */
const ICONS: ReadonlySet<string> = new Set(["Text", "FileAttachment"]);
/** Readers draw these themselves if there is no appearance. */
const SELF_DRAWN = new Set([
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
/** All programs draw these alike, in their plain form. */
const DRAWN_ALIKE: ReadonlySet<string> = new Set(["Square", "Circle", "Line", "Ink", "Watermark"]);
const THICKEST_BORDER = 3;
/** Without the entry that their kind requires, poppler draws no appearance either. */
const REQUIRED: ReadonlyMap<string, string> = new Map([
  ["PolyLine", "Vertices"],
  ["Polygon", "Vertices"],
  ["FileAttachment", "FS"],
]);
const MAX_ANNOTATIONS = 2_000;
const NUMBERS_OF_QUAD = 8;
/** As a share of its rectangle. */
const LEAST_OF_HIGHLIGHT = 0.6;

/** The annotations of a page, their appearances read into the marks of `reader`. */
export function readAnnotations(room: ReadingRoom, reader: ContentReader, page: PdfPage): SeenAnnotation[] {
  const { document } = room;
  if (isNoList(document, page)) {
    room.drawing?.note("annotation");
  }
  return annotationsOf(document, page)
    .slice(0, MAX_ANNOTATIONS)
    .flatMap((object, index) => {
      room.budget.spend();
      const subtype = document.name(object.value.entries.get("Subtype")) ?? "";
      const rect = readRect(document, object);
      const appearance = normalAppearance(document, object);
      if (isDrawnBySome(document, object, { subtype, rect, appearance })) {
        room.drawing?.note("annotation");
      }
      if (rect === null || subtype === "Popup") {
        return [];
      }
      const visibility = visibilityOf(document, object) & room.layers(object.value.entries.get("OC"), object.bytes);
      const before = reader.marks.length;
      if (appearance !== null) {
        reader.appearance(index, appearance, rect, visibility);
      }
      if (appearance !== null && isOddlyDrawn(document, object, { rect, appearance }, reader.marks.slice(before))) {
        room.drawing?.note("annotation");
      }
      const isDrawn =
        appearance === null
          ? SELF_DRAWN.has(subtype) && rect[0] < rect[2] && rect[1] < rect[3]
          : reader.marks.length > before;
      return [
        {
          index,
          object,
          subtype,
          rect,
          visibility,
          isDrawn,
          changesUnderPointer: changesUnderPointer(document, object),
        },
      ];
    });
}

/**
 * Poppler draws highlights itself and passes over the appearance, which may show more than colour in their places. pdf.js draws an appearance whose
 * box has no area, the others do not.
 */
function isOddlyDrawn(
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

/** /Annots without an array: some programs draw a single annotation. */
function isNoList(document: PdfDocument, { object }: PdfPage): boolean {
  const list = document.resolve(object.value.entries.get("Annots"));
  return list !== null && list.kind !== "array" && list.kind !== "null";
}

/**
 * Whether only some programs draw the annotation, or each draws it in its own way: its state is not there or not written in its place, a stamp has no
 * appearance, another one has none where it says that it has, or is of a kind that each draws in its own way, an appearance has no kind of annotation or no plain rectangle that it belongs to, belongs
 * to a link, or to an annotation without what its kind requires, or it keeps its size when the page is magnified.
 */
function isDrawnBySome(
  document: PdfDocument,
  annotation: Located<PdfDict>,
  { subtype, rect, appearance }: { subtype: string; rect: Rect | null; appearance: IndirectObject | null },
): boolean {
  if (lacksState(document, annotation)) {
    return true;
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
  // Only some programs keep its size at every magnification, so that it may hide what is beside it.
  const flags = document.number(annotation.value.entries.get("F")) ?? 0;
  if ((flags & NO_ZOOM) !== 0 && !ICONS.has(subtype)) {
    return true;
  }
  // It is for kinds that a program does not know. MuPDF hides the others as well.
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

/** Without an end, a cloud or a caption of its own, and within its rectangle. */
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

/** PDFium draws no borders of links, the others do. Thin ones hide nothing. */
function hasThickBorder(document: PdfDocument, { value, bytes }: Located<PdfDict>): boolean {
  const style = document.dict(value.entries.get("BS"), bytes);
  const border = document.array(value.entries.get("Border"), bytes)?.value.items;
  return (document.number(style ? style.value.entries.get("W") : border?.[2]) ?? 1) > THICKEST_BORDER;
}

function hasEntry(document: PdfDocument, { value }: Located<PdfDict>, key: string): boolean {
  const found = document.resolve(value.entries.get(key));
  return found !== null && found.kind !== "null";
}

/** /AS, or the dictionary of the appearances by state, is a reference, which not every program follows. */
function hasStateElsewhere(
  document: PdfDocument,
  { value, bytes }: Located<PdfDict>,
  appearance: IndirectObject,
): boolean {
  const normal = document.dict(value.entries.get("AP"), bytes)?.value.entries.get("N");
  const isByState = normal?.kind !== "ref" || normal.num !== appearance.num;
  return isByState && (normal?.kind === "ref" || value.entries.get("AS")?.kind === "ref");
}

function visibilityOf(document: PdfDocument, { value }: Located<PdfDict>): Visibility {
  const flags = document.number(value.entries.get("F")) ?? 0;
  if ((flags & HIDDEN) !== 0) {
    return 0;
  }
  const isPrinted = (flags & PRINT) !== 0;
  const isShown = (flags & NO_VIEW) === 0;
  return ALWAYS & ~(isPrinted ? 0 : ON_PAPER) & ~(isShown ? 0 : ON_SCREEN);
}

/**
 * A rollover or down appearance (12.5.5) that differs from the normal one. Check boxes usually have a down state for each
 * normal one, which is not reported.
 */
function changesUnderPointer(document: PdfDocument, annotation: Located<PdfDict>): boolean {
  const appearances = document.dict(annotation.value.entries.get("AP"), annotation.bytes);
  const [normal, ...others] = ["N", "R", "D"].map((key) => appearances?.value.entries.get(key));
  const isButton = document.name(annotation.value.entries.get("FT")) === "Btn" || annotation.value.entries.has("AS");
  const watched = isButton ? others.slice(0, 1) : others;
  return watched.some(
    (other) =>
      other !== undefined &&
      other.kind !== "null" &&
      !(other.kind === "ref" && normal?.kind === "ref" && other.num === normal.num),
  );
}

/** Several appearances, and none of them is chosen, or one that does not exist: some programs show none, others take one. /Off alone may be missing (12.7.5.2.3). */
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

/** /AP /N, in the state that /AS names. */
function normalAppearance(document: PdfDocument, annotation: Located<PdfDict>): IndirectObject | null {
  const appearances = document.dict(annotation.value.entries.get("AP"), annotation.bytes);
  const normal = appearances?.value.entries.get("N");
  const own = normal?.kind === "ref" ? document.load(normal.num) : null;
  if (own !== null && own.streamStart >= 0) {
    return own;
  }
  const states = appearances && document.dict(normal, appearances.bytes);
  const state = states?.value.entries.get(document.name(annotation.value.entries.get("AS")) ?? "Off");
  const chosen = state?.kind === "ref" ? document.load(state.num) : null;
  return chosen !== null && chosen.streamStart >= 0 ? chosen : null;
}
