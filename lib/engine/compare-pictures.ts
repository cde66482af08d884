import type { Children } from "@/lib/engine/lines/children";
import { EngineBusyError, EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import { judgePictures, type DrawnPlan } from "@/lib/pades/verify/pictures/judge-pictures";
import type { ComparedRevisions, PicturePlan, Renderer, StopReason } from "@/lib/pades/verify/report/picture-report";
import type { VerificationReport } from "@/lib/pades/verify/report/report";
import type { PlannedVerification } from "@/lib/pades/verify/verify-pdf";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

/** The two programs that draw. */
export type Renderers = Readonly<Record<Renderer, Children<"compareRevisions">>>;

export interface PictureLimits {
  /** No page is started after this many milliseconds. */
  budgetMs: number;
  /**
   * The limit of `first` for pages that are unchanged according to our own reader, or that already compared as equal.
   */
  othersMs: number;
  /** The number of pages to compare in addition to those that changed. */
  maxPages: number;
}

/** Milliseconds that a page in progress may still take when the time is up. Then its process is ended. */
const lastPageMs = 350;
const shortestMs = 60;

/**
 * Draws the planned pages in both programs at once, and adds the results to the report. Answers within the budget
 * plus one page.
 */
export async function addPictureResults(
  renderers: Renderers,
  segments: readonly SegmentPath[],
  { report, plan }: PlannedVerification,
  limits: PictureLimits,
): Promise<VerificationReport> {
  if (!plan) return report;
  return judgePictures(report, plan, await drawPictures(renderers, segments, plan, limits));
}

/** Runs one renderer on a plan, within the budget and for at least one page. Never throws because of the file. */
export async function drawPictures(
  renderers: Renderers,
  segments: readonly SegmentPath[],
  plan: PicturePlan,
  limits: PictureLimits,
): Promise<DrawnPlan> {
  const [pdfium, pdfjs] = await Promise.all([
    drawPlan(renderers.pdfium, segments, plan, limits),
    drawPlan(renderers.pdfjs, segments, plan, limits),
  ]);
  return { pdfium, pdfjs };
}

async function drawPlan(
  children: Children<"compareRevisions">,
  segments: readonly SegmentPath[],
  plan: PicturePlan,
  { budgetMs, othersMs, maxPages }: PictureLimits,
): Promise<ComparedRevisions> {
  if (budgetMs < shortestMs) return unseen(plan, "time");
  const { revisions, first } = plan;
  const limitMs = budgetMs + lastPageMs;
  // An absolute time: a child that has to be started begins later, but the answer must not come later.
  const othersUntil = Date.now() + othersMs;
  const drawing = children
    .run("compareRevisions", { segments: [...segments], revisions, first, maxPages, budgetMs, othersUntil }, limitMs)
    .catch((error: unknown) => unseen(plan, reasonFor(error)));
  return within(limitMs, drawing, () => unseen(plan, "busy"));
}

/** Covers the time that a job waits for its turn or for its process to start, which its own limit does not include. */
async function within<T>(limitMs: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A failing renderer must never fail a verification. */
function reasonFor(error: unknown): StopReason {
  if (error instanceof PdfError) return error.code === "too_large" ? "too_large" : "unreadable";
  if (error instanceof EngineTimeoutError) return "time";
  return error instanceof EngineBusyError ? "busy" : "unreadable";
}

function unseen({ revisions, pageSizes }: PicturePlan, stopped: StopReason): ComparedRevisions {
  const of = pageSizes.length;
  return revisions.map(() => ({
    pages: 0,
    of,
    unchanged: 0,
    missing: of === 0 ? [] : [{ from: 1, to: of }],
    stopped,
    places: [],
  }));
}
