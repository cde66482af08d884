import { annotationsOf } from "@/lib/pdf/active/active-content";
import { ALWAYS, ON_PAPER, ON_SCREEN, type Visibility } from "@/lib/pdf/content/layer-states";
import type { PdfDocument } from "@/lib/pdf/document";
import { isDrawnAnewBySome, isDrawnBySome, isOddlyDrawn, SELF_DRAWN } from "@/lib/pdf/drawing/plain-annotation";
import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { PdfPage } from "@/lib/pdf/pages";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import type { ContentReader, ReadingRoom } from "./content-reader";
import type { SeenAnnotation } from "./page-view";

/** Annotation flags (ISO 32000-2, table 167). Lock flags have no visible effect. */
const HIDDEN = 2,
  PRINT = 4,
  NO_VIEW = 32;
const MAX_ANNOTATIONS = 2_000;
/** The annotations of a page. Their appearances are added to the marks of `reader`. */
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
      const marks = reader.marks.slice(before);
      const isOdd =
        appearance !== null &&
        (isOddlyDrawn(document, object, { rect, appearance }, marks) ||
          (subtype === "Widget" && isDrawnAnewBySome(document, object, marks)));
      if (isOdd) {
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

/** /Annots that is not an array: some programs then draw a single annotation. */
function isNoList(document: PdfDocument, { object }: PdfPage): boolean {
  const list = document.resolve(object.value.entries.get("Annots"));
  return list !== null && list.kind !== "array" && list.kind !== "null";
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
 * A rollover or down appearance (12.5.5) that differs from the normal one. Checkboxes usually have a down state for
 * each normal one, which is not reported.
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

/** /AP /N, in the state given by /AS. */
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
