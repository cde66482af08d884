import type { Bitmap, DrawnDocument, OpenForDrawing, PageLayers } from "@/lib/engine/pages/bitmap";
import type {
  ComparedRevision,
  ComparedRevisions,
  PageRange,
  PicturePlan,
  PlaceShare,
  RevisionToCompare,
  StopReason,
} from "@/lib/pades/verify/report/picture-report";
import { prefixOf, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

export interface RevisionsTask extends Pick<PicturePlan, "revisions" | "first"> {
  /** Pages beyond this number are skipped, unless they are listed in `first`. */
  maxPages: number;
  /** No further page is started after this time. */
  budgetMs: number;
  /**
   * The limit of `first` for pages that are not in `first` or that already compared as equal: a point in time, in
   * milliseconds since 1970.
   */
  othersUntil: number;
}

/** At most this many places are reported per page. */
const mostPlaces = 100;
const mostRanges = 50;

interface OpenRevision {
  task: RevisionToCompare;
  document: DrawnDocument;
  result: ComparedRevision;
  compared: Set<number>;
  unchanged: ReadonlySet<number>;
  sameContent: ReadonlySet<number>;
  /** Pages that were compared only by their layers, not yet as a whole. */
  byLayers: Set<number>;
}

/**
 * Renders pages of earlier revisions and of the final file, each opened as a separate file, and returns where they
 * differ. A page is skipped only for lack of time or memory, or because the renderer cannot read the file. Pages
 * drawn from the same bytes in both files need no comparison in that case.
 */
export async function compareRevisions(
  open: OpenForDrawing,
  source: ByteSource,
  task: RevisionsTask,
): Promise<ComparedRevisions> {
  const startedAt = performance.now();
  const results = task.revisions.map((): ComparedRevision => ({
    pages: 0,
    of: 0,
    unchanged: 0,
    missing: [],
    stopped: null,
    places: [],
  }));
  const final = await openOrStop(open, source, results);
  if (!final) return results;
  const opened: OpenRevision[] = [];
  try {
    for (const [index, revision] of task.revisions.entries()) {
      const result = results[index];
      const document = result && (await openOrStop(open, prefixOf(source, revision.end), [result]));
      if (document)
        opened.push({
          task: revision,
          document,
          result,
          compared: new Set(),
          unchanged: new Set(revision.unchanged),
          sameContent: new Set(revision.sameContent),
          byLayers: new Set(),
        });
    }
    await comparePages(final, opened, task, startedAt);
    return results;
  } finally {
    for (const { document } of opened) await document.close();
    await final.close();
  }
}

async function openOrStop(
  open: OpenForDrawing,
  source: ByteSource,
  results: readonly ComparedRevision[],
): Promise<DrawnDocument | null> {
  try {
    return await open(source);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    for (const result of results) result.stopped = stoppedBy(error);
    return null;
  }
}

function stoppedBy(error: PdfError): StopReason {
  return error.code === "too_large" ? "too_large" : "unreadable";
}

async function comparePages(
  final: DrawnDocument,
  revisions: readonly OpenRevision[],
  task: RevisionsTask,
  startedAt: number,
): Promise<void> {
  for (const { document, result } of revisions) result.of = Math.max(final.pages, document.pages);
  const last = Math.max(0, ...revisions.map(({ result }) => result.of));
  const order = pagesInOrder(task, last);
  const isOver = (): boolean => performance.now() - startedAt > task.budgetMs;
  for (const page of order) {
    if (isOver()) break;
    await compareLayers(final, revisions, page);
  }
  for (const isSameSoFar of [false, true]) {
    for (const page of order) {
      const isPressing = !isSameSoFar && task.first.includes(page);
      if (isOver() || (!isPressing && Date.now() > task.othersUntil)) break;
      await comparePage(
        final,
        revisions.filter(
          ({ result, unchanged, byLayers }) =>
            page <= result.of && (unchanged.has(page) || byLayers.has(page)) === isSameSoFar,
        ),
        page,
      );
    }
  }
  for (const { result, compared, unchanged } of revisions) {
    result.pages = compared.size;
    result.unchanged = [...unchanged].filter((page) => page <= result.of && !compared.has(page)).length;
    result.missing = missingRanges((page) => compared.has(page) || unchanged.has(page), result.of);
    if (result.missing.length > 0) result.stopped ??= "time";
  }
}

/** Pages that changed, followed by all others in order. */
function pagesInOrder({ first, maxPages }: RevisionsTask, last: number): number[] {
  const order = new Set([...first, ...Array.from({ length: Math.min(last, maxPages) }, (_, index) => index + 1)]);
  return [...order].filter((page) => page >= 1 && page <= last);
}

function missingRanges(isDone: (page: number) => boolean, of: number): PageRange[] {
  const ranges: PageRange[] = [];
  for (let page = 1; page <= of && ranges.length < mostRanges; page++) {
    if (isDone(page)) continue;
    const last = ranges.at(-1);
    if (last?.to === page - 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  return ranges;
}

/**
 * A faster comparison of pages whose content is drawn from the same bytes: the renderer must arrive at the same
 * operators, and only the annotations are drawn. It takes a third of the time. It can only find that a page is
 * unchanged. Everything else is left to the drawing of the whole page.
 */
async function compareLayers(final: DrawnDocument, revisions: readonly OpenRevision[], page: number): Promise<void> {
  const open = revisions.filter(({ sameContent, unchanged }) => sameContent.has(page) && !unchanged.has(page));
  if (open.length === 0) return;
  const drawnFinal = await layersOf(final, page);
  for (const { document, task, compared, byLayers } of drawnFinal ? open : []) {
    const drawn = await layersOf(document, page);
    if (!drawn || !drawnFinal || drawn.content !== drawnFinal.content) continue;
    if (differingPlaces(drawn.annotations, drawnFinal.annotations, task.ignored[page] ?? []).length > 0) continue;
    compared.add(page);
    byLayers.add(page);
  }
}

/** Null where the page cannot be drawn in layers. */
async function layersOf(document: DrawnDocument, page: number): Promise<PageLayers | null> {
  try {
    return (await document.layers?.(page)) ?? null;
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

async function comparePage(final: DrawnDocument, revisions: readonly OpenRevision[], page: number): Promise<void> {
  if (revisions.length === 0) return;
  const drawnFinal = await drawPage(final, page);
  for (const { document, task, result, compared } of revisions) {
    const drawn = await drawPage(document, page);
    if (drawn instanceof PdfError && drawnFinal instanceof PdfError) {
      result.stopped = stoppedBy(drawn);
      continue;
    }
    compared.add(page);
    const places =
      drawn instanceof PdfError || drawnFinal instanceof PdfError
        ? [[0, 0, 1, 1] as const]
        : placesOf(drawn, drawnFinal, task.ignored[page] ?? []);
    for (const place of places) if (result.places.length < mostPlaces) result.places.push({ page, place });
  }
}

/** A page that exists in only one of the files differs as a whole. */
function placesOf(drawn: Bitmap | null, drawnFinal: Bitmap | null, ignored: readonly PlaceShare[]): PlaceShare[] {
  if (drawn && drawnFinal) return differingPlaces(drawn, drawnFinal, ignored);
  return drawn || drawnFinal ? [[0, 0, 1, 1]] : [];
}

/** Null where the document has no such page. The error where it cannot be drawn. */
async function drawPage(document: DrawnDocument, page: number): Promise<Bitmap | PdfError | null> {
  if (page > document.pages) return null;
  try {
    return await document.draw(page);
  } catch (error) {
    if (error instanceof PdfError) return error;
    throw error;
  }
}

interface Cells {
  columns: number;
  rows: number;
  marked: Uint8Array;
}

/** Differing pixels up to this far apart belong to one place. */
const cellPx = 8;

/** The edge of a field is smoothed into the adjacent pixels. */
const edgePx = 1;

const wholePage: PlaceShare = [0, 0, 1, 1];

/**
 * Areas where two bitmaps from the same renderer differ. Rendering is deterministic, so every pixel counts and no
 * tolerance can hide a digit. Areas inside `ignored` are skipped. Bitmaps of different sizes differ as a whole.
 */
export function differingPlaces(one: Bitmap, other: Bitmap, ignored: readonly PlaceShare[]): PlaceShare[] {
  if (one.width !== other.width || one.height !== other.height) return [wholePage];
  if (one.pixels.equals(other.pixels)) return [];
  const cells = markCells(one, other, ignoredPixels(one, ignored));
  return groupCells(cells).map(([left, top, right, bottom]) => [
    (left * cellPx) / one.width,
    (top * cellPx) / one.height,
    Math.min(1, (right * cellPx) / one.width),
    Math.min(1, (bottom * cellPx) / one.height),
  ]);
}

/** One byte per pixel, 1 inside an ignored area. Null when nothing is ignored. */
function ignoredPixels({ width, height }: Bitmap, ignored: readonly PlaceShare[]): Uint8Array | null {
  if (ignored.length === 0) return null;
  const mask = new Uint8Array(width * height);
  for (const [left, top, right, bottom] of ignored) {
    const from = Math.max(0, Math.floor(left * width) - edgePx);
    const to = Math.min(width, Math.ceil(right * width) + edgePx);
    const last = Math.min(height, Math.ceil(bottom * height) + edgePx);
    for (let row = Math.max(0, Math.floor(top * height) - edgePx); row < last; row++) {
      if (from < to) mask.fill(1, row * width + from, row * width + to);
    }
  }
  return mask;
}

function markCells(one: Bitmap, other: Bitmap, mask: Uint8Array | null): Cells {
  const { width, height } = one;
  const columns = Math.ceil(width / cellPx);
  const cells = {
    columns,
    rows: Math.ceil(height / cellPx),
    marked: new Uint8Array(columns * Math.ceil(height / cellPx)),
  };
  const rowBytes = width * 4;
  for (let row = 0; row < height; row++) {
    const start = row * rowBytes;
    if (one.pixels.compare(other.pixels, start, start + rowBytes, start, start + rowBytes) === 0) continue;
    for (let column = 0; column < width; column++) {
      const at = start + column * 4;
      const isSame = one.pixels.readUInt32LE(at) === other.pixels.readUInt32LE(at);
      if (isSame || mask?.[row * width + column] === 1) continue;
      cells.marked[Math.floor(row / cellPx) * columns + Math.floor(column / cellPx)] = 1;
    }
  }
  return cells;
}

type CellBox = [left: number, top: number, right: number, bottom: number];

/** The bounding boxes of adjacent marked cells, diagonals included. */
function groupCells({ columns, rows, marked }: Cells): CellBox[] {
  const boxes: CellBox[] = [];
  for (let start = marked.indexOf(1); start >= 0; start = marked.indexOf(1, start + 1)) {
    const box: CellBox = [columns, rows, 0, 0];
    const waiting = [start];
    marked[start] = 0;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      box[0] = Math.min(box[0], column);
      box[1] = Math.min(box[1], row);
      box[2] = Math.max(box[2], column + 1);
      box[3] = Math.max(box[3], row + 1);
      for (const near of neighbours(column, row, { columns, rows })) {
        if (marked[near] !== 1) continue;
        marked[near] = 0;
        waiting.push(near);
      }
    }
    boxes.push(box);
  }
  return boxes;
}

function neighbours(column: number, row: number, { columns, rows }: Pick<Cells, "columns" | "rows">): number[] {
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) found.push(y * columns + x);
  }
  return found;
}
