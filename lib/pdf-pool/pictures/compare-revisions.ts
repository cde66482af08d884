import type {
  ComparedRevision,
  ComparedRevisions,
  PicturePlan,
  PlaceShare,
  RevisionToCompare,
} from "@/lib/pades/verify/pictures/picture-plan";
import type { PageRange, StopReason } from "@/lib/pades/verify/pictures/picture-report";
import { prefixOf, type ByteSource } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import type { Bitmap, DrawnDocument, OpenForDrawing } from "./bitmap";
import { differingPlaces } from "./compare-bitmaps";

export interface RevisionsTask extends Pick<PicturePlan, "revisions" | "first"> {
  /** Pages beyond this number are left out, unless they are among the first. */
  maxPages: number;
  /** No further page is begun once this time has gone by. */
  budgetMs: number;
  /** The same for pages that are not among the first, or that a revision says are unchanged. */
  othersMs: number;
}

/** A page that differs in more places is reported by these. */
const mostPlaces = 100;
const mostRanges = 50;

interface OpenRevision {
  task: RevisionToCompare;
  document: DrawnDocument;
  result: ComparedRevision;
  compared: Set<number>;
  unchanged: ReadonlySet<number>;
}

/**
 * Draws pages of earlier revisions and of the final file, each opened as a file of its own, and answers where they differ. A page is left out only for want of
 * time or memory, or because the renderer cannot read the file; those that are drawn from the same bytes in both are then no loss.
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
        opened.push({ task: revision, document, result, compared: new Set(), unchanged: new Set(revision.unchanged) });
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
  for (const isUnchanged of [false, true]) {
    for (const page of order) {
      const limitMs =
        !isUnchanged && task.first.includes(page) ? task.budgetMs : Math.min(task.budgetMs, task.othersMs);
      if (performance.now() - startedAt > limitMs) break;
      await comparePage(
        final,
        revisions.filter(({ result, unchanged }) => page <= result.of && unchanged.has(page) === isUnchanged),
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

/** Those that changed, then all others from the first on. */
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

/** A page that only one of both has differs as a whole. */
function placesOf(drawn: Bitmap | null, drawnFinal: Bitmap | null, ignored: readonly PlaceShare[]): PlaceShare[] {
  if (drawn && drawnFinal) return differingPlaces(drawn, drawnFinal, ignored);
  return drawn || drawnFinal ? [[0, 0, 1, 1]] : [];
}

/** Null where the document has no such page; the error where it cannot be drawn. */
async function drawPage(document: DrawnDocument, page: number): Promise<Bitmap | PdfError | null> {
  if (page > document.pages) return null;
  try {
    return await document.draw(page);
  } catch (error) {
    if (error instanceof PdfError) return error;
    throw error;
  }
}
