import { LookBudget, BudgetSpent, type LookLimits } from "@/lib/pdf/content/budget";
import { areaOf, intersection, isEmpty, type Box } from "@/lib/pdf/content/geometry";
import { isSameColour, WHITE } from "@/lib/pdf/content/graphics-state";
import {
  ALWAYS,
  AT_ANY_ZOOM,
  FOR_EVERYBODY,
  layerStates,
  ON_PAPER,
  ON_SCREEN,
  type Visibility,
} from "@/lib/pdf/content/layer-states";
import { countItems, isBlankText, lettersOf, type Letter, type Mark, type TextMark } from "@/lib/pdf/content/marks";
import { FontCache } from "@/lib/pdf/content/resources";
import type { PdfDocument } from "@/lib/pdf/document";
import { DocumentDrawing } from "@/lib/pdf/drawing/document-drawing";
import { isMissingFace, type Oddity } from "@/lib/pdf/drawing/oddity";
import { resourcesOf, type PdfPage } from "@/lib/pdf/pages";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { ContentReader, type ReadingRoom } from "./content-reader";
import { PageView, type SeenAnnotation } from "./page-view";
import { readAnnotations } from "./read-annotations";
import { shadowCodes, type ShadowCode, type ShadowFinding } from "./shadow-findings";
import { SpokenElements } from "./spoken-elements";

/** For an upload: some 100 ms. */
export const UPLOAD_LOOK: LookLimits = {
  pages: 200,
  operators: 120_000,
  pageOperators: 60_000,
  bytes: 6 * 2 ** 20,
  data: 16 * 2 ** 20,
  smallData: 64 * 2 ** 20,
  comparisons: 50_000_000,
  drawing: true,
};
/**
 * For a verification, which should take little longer than hashing the file: inspecting fifty pages took half as long
 * as that.
 */
export const VERIFICATION_LOOK: LookLimits = {
  pages: 20,
  operators: 10_000,
  pageOperators: 5_000,
  bytes: 2 ** 19,
  data: 0,
  smallData: 0,
  comparisons: 1_000_000,
  drawing: false,
};

/** Findings of one kind that are listed by page. Further ones are counted. */
const LISTED_PAGES = 20;

/**
 * Content of the pages beyond what a screen shows, by page and kind. It never causes a file to be refused or a
 * verdict to change.
 * @param pages the pages to inspect, starting with the first
 * @param pageCount number of pages of the document, if `pages` has fewer
 */
export function findShadowContent(
  document: PdfDocument,
  pages: readonly PdfPage[],
  limits: LookLimits,
  pageCount = pages.length,
): ShadowFinding[] {
  const room = openRoom(document, limits);
  const findings: ShadowFinding[] = [];
  const missed: number[] = [];
  let looked = 0;
  for (const page of pages.slice(0, limits.pages)) {
    const outcome = lookAt(room, page);
    if (outcome === "document") {
      break;
    }
    looked += 1;
    if (outcome === "page") {
      missed.push(page.index + 1);
    } else {
      findings.push(...outcome);
    }
  }
  const unseen = missed.length + pageCount - looked;
  const first = missed[0] ?? looked + 1;
  return [
    ...listed(findings),
    ...(unseen > 0 ? [{ code: "page_not_looked_at" as const, page: first, count: unseen }] : []),
  ];
}

/**
 * The places of text in the page's content, without annotations, in the page's own space. Null if that took too long
 * or the content cannot be read.
 */
export function placesOfText(document: PdfDocument, page: PdfPage, limits: LookLimits): readonly Box[] | null {
  const marks = orNullOverBudget(() => marksOf(openRoom(document, { ...limits, drawing: false }), page).marks);
  return marks && marks.flatMap((mark) => (isText(mark) ? [mark.box] : []));
}

/** Something that a page shows on the screen or on paper. */
export interface ShownItem {
  what: "text" | "picture" | "drawing" | "stroke";
  /** The visible part, in the page's own space. */
  box: Box;
  /** Object number of the annotation that shows it, or null for the page's own content. */
  annotation: number | null;
  /** The letters of a text on an upright line, otherwise null. */
  letters: readonly Letter[] | null;
}

/** Lines and areas smaller than this, in points, are strokes: rules, underlines and frames, or letters made of them. */
const LEAST_DRAWING = 2;

/**
 * The visible content of the page and its annotations, except white backgrounds. Null if that took too long or the
 * content cannot be read.
 */
export function itemsShown(document: PdfDocument, page: PdfPage, limits: LookLimits): readonly ShownItem[] | null {
  return orNullOverBudget(() => {
    const room = openRoom(document, { ...limits, drawing: false });
    const reader = marksOf(room, page, true);
    const annotations = new Map(readAnnotations(room, reader, page).map(({ index, object }) => [index, object.num]));
    const whole: Box = [page.box.x0, page.box.y0, page.box.x1, page.box.y1];
    return reader.marks
      .filter((mark) => mark.visibility !== 0)
      .flatMap((mark) => {
        const annotation = mark.annotation === null ? null : (annotations.get(mark.annotation) ?? -1);
        const letters = mark.kind === "text" ? lettersOf(mark) : null;
        return partsOf(mark)
          .map(({ what, box }) => ({ what, box: intersection(intersection(box, mark.clip), whole) }))
          .map((part) => ({ ...part, annotation, letters }));
      });
  });
}

function isText(mark: Mark): mark is TextMark {
  return mark.kind === "text" && !isBlankText(mark);
}

function partsOf(mark: Mark): Pick<ShownItem, "what" | "box">[] {
  const { box } = mark;
  if (mark.kind === "text") {
    return isText(mark) && !mark.isInkless ? [{ what: "text", box }] : [];
  }
  if (mark.what === "image") {
    return [{ what: "picture", box }];
  }
  if (isSameColour(mark.colour, WHITE)) {
    return [];
  }
  if (mark.strokes.length > 0 && !mark.isSolid) {
    return mark.strokes.map((stroke) => ({ what: "stroke", box: stroke }));
  }
  const isThin = box[2] - box[0] < LEAST_DRAWING || box[3] - box[1] < LEAST_DRAWING;
  return [{ what: isThin ? "stroke" : "drawing", box }];
}

function marksOf(room: ReadingRoom, page: PdfPage, keepsThin = false): ContentReader {
  const reader = new ContentReader(room, keepsThin);
  reader.page(page.object, resourcesOf(room.document, page.object), visibleBox(page));
  return reader;
}

function orNullOverBudget<Seen>(look: () => Seen): Seen | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof BudgetSpent || error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

function openRoom(document: PdfDocument, limits: LookLimits): ReadingRoom {
  const budget = new LookBudget(limits);
  return {
    document,
    layers: layerStates(document),
    fonts: new FontCache(document),
    budget,
    elements: new SpokenElements(document, budget),
    drawing: limits.drawing ? new DocumentDrawing(document, budget) : null,
  };
}

function lookAt(room: ReadingRoom, page: PdfPage): ShadowFinding[] | "page" | "document" {
  try {
    room.budget.beginPage();
    room.drawing?.beginPage(page.object);
    const reader = marksOf(room, page);
    const view = new PageView(page, reader.marks, readAnnotations(room, reader, page), room.budget);
    return findingsOf(view, page.index + 1, room.drawing?.found ?? [], reader.copied?.count ?? 0);
  } catch (error) {
    if (error instanceof BudgetSpent) {
      return error.scope;
    }
    // An unreadable page is reported by the renderers.
    if (error instanceof PdfError) {
      return "page";
    }
    throw error;
  }
}

function findingsOf(view: PageView, page: number, oddities: readonly Oddity[], copied: number): ShadowFinding[] {
  const counts: Partial<Record<ShadowCode, number>>[] = [
    findLayered(view),
    findAnnotations(view),
    { covered_text: findCovered(view) },
    { invisible_text: findInvisible(view) },
    { off_page: findOffPage(view) },
    { copied_differently: copied },
    { font_not_embedded: oddities.filter(isMissingFace).length },
    { drawn_differently: oddities.filter((oddity) => !isMissingFace(oddity)).length },
  ];
  return shadowCodes
    .map((code) => ({ code, page, count: counts.reduce((sum, count) => sum + (count[code] ?? 0), 0) }))
    .filter(({ count }) => count > 0);
}

/** A mark repeated on a thousand pages is listed once. */
function listed(findings: readonly ShadowFinding[]): ShadowFinding[] {
  return shadowCodes.flatMap((code) => {
    const own = findings.filter((finding) => finding.code === code);
    const rest = own.slice(LISTED_PAGES);
    return [
      ...own.slice(0, LISTED_PAGES),
      ...(rest[0] ? [{ code: "more_pages" as const, page: rest[0].page, count: rest.length }] : []),
    ];
  });
}

function visibleBox({ box }: PdfPage): Box {
  // Clipping to the page is applied last, to distinguish text outside the page from text that was clipped away.
  const far = 1e6;
  return [box.x0 - far, box.y0 - far, box.x1 + far, box.y1 + far];
}

/**
 * Lines of text outside the visible part of the page (CropBox within MediaBox). Crop marks and colour bars are not
 * text.
 */
function findOffPage(view: PageView): number {
  const outside = view.texts.filter(
    (text) =>
      text.annotation === null &&
      !text.isInkless &&
      (text.visibility & ON_SCREEN) !== 0 &&
      isEmpty(intersection(text.box, view.box)),
  );
  return countItems(outside.filter((text) => !isBlankText(text)));
}

/** Types meant for the screen only: a link or an icon is not expected on paper. */
const FOR_THE_SCREEN = new Set(["Link", "Text", "FileAttachment", "Sound", "Movie", "Screen", "RichMedia", "3D"]);
const NEARLY_ALL = 0.9;

/** Annotations that show only on the screen, only on paper, nowhere, outside the page, or over nearly all of it. */
function findAnnotations(view: PageView): Partial<Record<ShadowCode, number>> {
  const found: Partial<Record<ShadowCode, number>> = {};
  for (const annotation of view.annotations) {
    for (const code of annotation.isDrawn || annotation.changesUnderPointer ? codesOf(view, annotation) : []) {
      found[code] = (found[code] ?? 0) + 1;
    }
  }
  return found;
}

function codesOf(view: PageView, { subtype, visibility, rect, changesUnderPointer }: SeenAnnotation): ShadowCode[] {
  const code = layerCode(visibility);
  const isForScreen = FOR_THE_SCREEN.has(subtype);
  if (code === "hidden_layer") {
    return ["hidden_annotation"];
  }
  const onPage = intersection(rect, view.box);
  const codes: [boolean, ShadowCode][] = [
    [code === "printed_not_shown", "printed_not_shown"],
    [code === "shown_not_printed" && !isForScreen, "shown_not_printed"],
    [!isForScreen && isEmpty(onPage), "off_page"],
    [!isForScreen && areaOf(onPage) > NEARLY_ALL * areaOf(view.box), "covered_page"],
  ];
  return [
    ...codes.filter(([holds]) => holds).map(([, found]) => found),
    ...conditionCodes(visibility),
    ...(changesUnderPointer && !isForScreen ? ["shown_under_pointer" as const] : []),
  ];
}

/**
 * Lines of text covered by something opaque: a rectangle, a picture, or the drawing of an annotation. Text beneath a
 * scan of the page is meant for searching, and text that is drawn again above the cover can be read.
 */
function findCovered(view: PageView): number {
  const covered = view.texts.filter(
    (text) => isOnScreen(text) && !text.isInkless && isOnPage(view, text) && isCovered(view, text),
  );
  if (covered.length === 0) {
    return 0;
  }
  const hidden = new Set(covered);
  const open = new Set(view.texts.filter((text) => !hidden.has(text)).map(placeOf));
  return countItems(covered.filter((text) => !open.has(placeOf(text)) && !isBlankText(text)));
}

function isOnPage(view: PageView, { box, clip }: TextMark): boolean {
  return !isEmpty(intersection(intersection(box, clip), view.box));
}

function isCovered({ paints, isScan }: PageView, { points, order }: TextMark): boolean {
  for (let at = 0; at < points.length; at += 2) {
    const over = paints
      .at(points[at] ?? 0, points[at + 1] ?? 0)
      .filter((paint) => paint.order > order && paint.isOpaque);
    if (
      over.length === 0 ||
      (isScan && over.every(({ what, annotation }) => what === "image" && annotation === null))
    ) {
      return false;
    }
  }
  return true;
}

function placeOf({ points, codes }: TextMark): string {
  return `${Math.round(points[0])} ${Math.round(points[1])} ${Buffer.from(codes).toString("latin1")}`;
}

type LayerCode = Extract<ShadowCode, "printed_not_shown" | "shown_not_printed" | "hidden_layer">;
type ConditionCode = Extract<ShadowCode, "shown_at_some_zoom" | "shown_to_some">;

/**
 * Page content that its layers show only on screen, only in print, in neither, or conditionally. Differences between
 * readers count.
 */
function findLayered(view: PageView): Partial<Record<LayerCode | ConditionCode, number>> {
  const found = new Map<LayerCode | ConditionCode, Mark[]>();
  for (const mark of view.marks) {
    const code = mark.annotation === null ? layerCode(mark.visibility) : null;
    const conditions = mark.annotation === null && mark.visibility !== ALWAYS ? conditionCodes(mark.visibility) : [];
    for (const each of code === null ? conditions : [code, ...conditions]) {
      found.set(each, [...(found.get(each) ?? []), mark]);
    }
  }
  return Object.fromEntries([...found].map(([code, marks]) => [code, countItems(marks)]));
}

/** Conditions on the visibility of content that is shown at all. */
function conditionCodes(visibility: Visibility): ConditionCode[] {
  if ((visibility & (ON_SCREEN | ON_PAPER)) === 0) {
    return [];
  }
  const conditions: [Visibility, ConditionCode][] = [
    [AT_ANY_ZOOM, "shown_at_some_zoom"],
    [FOR_EVERYBODY, "shown_to_some"],
  ];
  return conditions.filter(([bit]) => (visibility & bit) === 0).map(([, code]) => code);
}

function layerCode(visibility: Visibility): LayerCode | null {
  const [shown, printed] = [visibility & ON_SCREEN, visibility & ON_PAPER];
  if (shown === 0 && printed === 0) {
    return "hidden_layer";
  }
  if (shown !== ON_SCREEN && printed !== 0) {
    return "printed_not_shown";
  }
  return printed === ON_PAPER ? null : "shown_not_printed";
}

/** Smaller letters, in points, look like a hairline rather than text. */
const UNREADABLE = 0.7;

/**
 * Invisible lines of text: without ink and without an image that they describe, in the background colour, too small, or
 * clipped away.
 */
function findInvisible(view: PageView): number {
  const invisible = view.texts.filter((text) => isOnScreen(text) && isWithin(view, text) && isInvisible(view, text));
  return countItems(invisible.filter((text) => !isBlankText(text)));
}

/** Whether every reader shows it, as far as layers are concerned. */
function isOnScreen({ visibility }: TextMark): boolean {
  return (visibility & ON_SCREEN) === ON_SCREEN;
}

function isWithin(view: PageView, { box }: TextMark): boolean {
  return !isEmpty(intersection(box, view.box));
}

function isInvisible(view: PageView, text: TextMark): boolean {
  if (text.isInkless) {
    return !view.isScan && !isBehindPicture(view, text);
  }
  // Every reader scales and clips the drawing of an annotation to its rectangle.
  const isOut = text.annotation === null && (text.height < UNREADABLE || isEmpty(intersection(text.box, text.clip)));
  return isOut || hasColourOfGround(view, text);
}

/** OCR text is over or under the picture that it was recognized in. */
function isBehindPicture({ images, budget }: PageView, { points }: TextMark): boolean {
  budget.compare(images.length);
  return images.some(
    ({ box }) => points[2] >= box[0] && points[2] <= box[2] && points[3] >= box[1] && points[3] <= box[3],
  );
}

function hasColourOfGround({ paints }: PageView, { colour, points, order }: TextMark): boolean {
  if (colour === null) {
    return false;
  }
  for (let at = 0; at < points.length; at += 2) {
    const ground = paints.at(points[at] ?? 0, points[at + 1] ?? 0).filter((paint) => paint.order < order);
    const last = ground.findLastIndex(({ isSolid }) => isSolid);
    // Shapes over the last solid background may or may not reach this point, so each of them must have the same
    // colour as well.
    const candidates = [
      ...ground.slice(last + 1).map((paint) => paint.colour),
      ground[last]?.colour ?? (last < 0 ? WHITE : null),
    ];
    if (!candidates.every((candidate) => isSameColour(candidate, colour))) {
      return false;
    }
  }
  return true;
}
