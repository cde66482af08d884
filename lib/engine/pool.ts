import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import type { ReaderFindings } from "@/lib/engine/pictures/compare-readers";
import type { ReadFacts } from "@/lib/engine/pictures/page-facts";
import type { ListedSignature } from "@/lib/pades/augmentation/list-signatures";
import { DEFAULT_PLACEHOLDER_BYTES, type CmsMaker, type SignedTail } from "@/lib/pades/sign-revision";
import type { VerificationReport } from "@/lib/pades/verify/report/report";
import type { PlannedVerification } from "@/lib/pades/verify/verify-pdf";
import type { Preparation } from "@/lib/pdf/fields/prepare";
import type { FormFields } from "@/lib/pdf/freeze/read-form-fields";
import type { CleanedImage, NormalisedImage } from "@/lib/pdf/images/clean-image";
import { openSegments, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { ConverterConfig } from "@/lib/platform/converter-config";
import { addPictureResults, type Renderers } from "./compare-pictures";
import { convertFile } from "./convert/convert";
import type { FrozenAgain, PdfEngine, VerifySpec } from "./engine";
import { ingestWithRepair } from "./ingest-with-repair";
import type { ChildJobName } from "./lines/child-jobs";
import { startChildren, startConverters, startSecondReaders, type Children } from "./lines/children";
import { startTaskPool, type TaskPool } from "./lines/task-pool";
import { EngineTimeoutError, ownTurn, Turns, type Turn } from "./lines/waiting-line";
import type { FreeMargins, FreeMarginsRequest } from "./pages/free-margins";
import type { PageImageRequest } from "./pages/render-page";
import type { TakeInInput, TakenIn } from "./take-in";
import { withBuffers } from "./worker-task";

interface EngineOptions {
  /**
   * Folder with the bundles pdf-take-in.mjs, pdf-verify.mjs, pdf-signing.mjs, pdf-report.mjs, pdf-child.mjs,
   * pdf-convert.mjs and pdf-watchdog.mjs.
   */
  distDir: string;
  /** Limit for repaired files. */
  maxPdfBytes: number;
  /** The converter for office files. No conversion when omitted. */
  converter?: ConverterConfig | null;
  /** The number of worker threads per pool. Default: one per core, at most four. */
  threads?: number;
}

/** A caller may send 120 uploads a minute, possibly all at once. */
const mostInLine = { maxWaiting: 512, maxWaitingPerCaller: 128 };
const signingMs = 10_000;
const freezeMs = 2_800;
/** Above the verifier's own budget of 2.5 s, within which it responds, and below the 3 s promised for a response. */
const verifyMs = 2_900;
/**
 * Drawing gets the time that the rules leave of `answer`, at most `most`. That leaves room up to the 3 s for the last
 * page and for starting a child. Unchanged pages get `others`.
 */
const pictureMs = { answer: 2_400, most: 1_500, others: 600 };
const mostPictures = 500;
/** A report of a thousand events has 40 pages. */
const reportMs = 30_000;
const glyphsMs = 3_000;
/** Below the 3 s within which a bomb must be answered, with room for starting a child. An ordinary page takes 20 ms. */
const pageImageMs = 2_500;
const imageMs = 2_500;
/**
 * This job is mostly our own arithmetic and takes a fraction of a second. The sender of the image is waiting for the
 * answer.
 */
const cleanedImageMs = 4_500;
/**
 * No page is started after `budget`. A page that hangs is ended with its child. Five hundred ordinary pages take
 * less.
 */
const textMs = { budget: 1_500, limit: 2_500 };

/**
 * Starts the engine. Separate pools keep uploads and verifications from delaying or ending a signature: one task per
 * thread where untrusted bytes are read, and many where tasks mostly wait for a CMS. Verification gets half of the
 * threads because it takes seconds.
 */
export function startEngine({
  distDir,
  maxPdfBytes,
  converter = null,
  threads = Math.min(4, availableParallelism()),
}: EngineOptions): PdfEngine {
  const takeInBundle = path.join(distDir, "pdf-take-in.mjs");
  const verifyBundle = path.join(distDir, "pdf-verify.mjs");
  const signingBundle = path.join(distDir, "pdf-signing.mjs");
  const reading = startTaskPool({
    bundleOf: () => takeInBundle,
    threads,
    tasksPerThread: 1,
    maxWaiting: 256,
    timeoutError: tooLarge,
  });
  // In front of the pool, so that the time limit of a file starts with its turn.
  const intake = new Turns(threads, mostInLine);
  const verifiers = Math.ceil(threads / 2);
  const verifying = startTaskPool({
    bundleOf: () => verifyBundle,
    threads: verifiers,
    tasksPerThread: 1,
    maxWaiting: verifiers,
    timeoutError: tooLarge,
  });
  const turns = new Turns(verifiers, { maxWaiting: 256, maxWaitingPerCaller: 64 });
  const signing = startTaskPool({
    bundleOf: () => signingBundle,
    threads,
    tasksPerThread: 8,
    maxWaiting: 1024,
    timeoutError: timedOut,
  });
  const reports = startTaskPool({
    bundleOf: () => path.join(distDir, "pdf-report.mjs"),
    threads: 1,
    tasksPerThread: 1,
    maxWaiting: 1024,
    timeoutError: timedOut,
  });
  const children = startChildren(distDir, Math.min(2, threads));
  const secondReaders = startSecondReaders(distDir, Math.min(2, threads));
  const converters = startConverters(distDir, 1);
  const conversions = new Turns(1, { maxWaiting: 64, maxWaitingPerCaller: 16 }, true);
  const slowPages = new SlowPages();

  const childrenFor = (caller: Turn): Children => inTurnOf(children, caller);

  const engineFor = (caller: Turn): PdfEngine => ({
    forCaller: engineFor,
    ingest: (file, size, values = "painted") =>
      intake.run(caller, () =>
        ingestWithRepair(reading, childrenFor(caller), { path: file, size }, { maxBytes: maxPdfBytes, values }),
      ),
    freezeAgain: (base, values) =>
      intake.run(caller, () => freezeAgain(reading, { segment: base, stage: "rewritten", values })),
    convert: (upload, spec, turn = caller) =>
      conversions.run(turn, () =>
        convertFile({ children: converters, converter, maxBytes: maxPdfBytes }, upload, spec),
      ),
    prepare: async (segments, spec) =>
      withBuffers(await signing.run("prepare", { segments, spec }, { limitMs: signingMs })) as Preparation,
    freeMargins: (segments, request) => freeMargins(childrenFor(caller), segments, request),
    appearanceImage: async (spec, widthPx) => {
      const pdf = Buffer.from((await signing.run("appearancePreview", spec, { limitMs: signingMs })) as Uint8Array);
      return withTemporaryFile(pdf, async (place) =>
        Buffer.from(
          await children.run("render", { segments: [place], page: 1, widthPx, format: "png" }, pageImageMs, caller),
        ),
      );
    },
    certify: (segments, spec, makeCms) => signWith(signing, "certify", segments, spec, makeCms),
    sign: (segments, spec, makeCms) => signWith(signing, "sign", segments, spec, makeCms),
    seal: (segments, spec, makeCms) => signWith(signing, "seal", segments, spec, makeCms),
    augment: (segments, spec, stamp) => signWith(signing, "augment", segments, spec, stamp),
    listSignatures: async (segments) =>
      withBuffers(
        await signing.run("listSignatures", { segments, spec: null }, { limitMs: signingMs }),
      ) as ListedSignature[],
    formFields: async (segments) =>
      (await signing.run("formFields", { segments, spec: null }, { limitMs: signingMs })) as FormFields,
    verify: (segments, spec = {}, turn = caller) =>
      verify(
        { ...verifying, run: (...task) => turns.run(turn, () => verifying.run(...task)) },
        { pdfium: inTurnOf(children, turn), pdfjs: inTurnOf(secondReaders, turn) },
        segments,
        spec,
      ),
    compareReaders: (segments) =>
      readTwice(
        {
          pdfium: childrenFor(caller),
          pdfjs: inTurnOf(secondReaders, caller),
          compare: (one, other) => intake.run(caller, () => compareFacts(reading, one, other)),
        },
        segments,
      ),
    sealedReport: async (report, seal, makeCms) =>
      Buffer.from((await reports.run("sealedReport", { report, seal }, { limitMs: reportMs, makeCms })) as Uint8Array),
    missingGlyphs: async (texts) => (await signing.run("missingGlyphs", texts, { limitMs: glyphsMs })) as string[],
    pageImage: (segments, request, turn = caller) =>
      slowPages.draw(nameOf(segments, request), pageImageMs, async () =>
        Buffer.from(await children.run("render", { segments: [...segments], ...request }, pageImageMs, turn)),
      ),
    textLines: (segments, request) =>
      children.run("textLines", { segments: [...segments], ...request, budgetMs: textMs.budget }, textMs.limit, caller),
    pageText: async (segments, page, turn = caller) =>
      children.run("pageText", { segments: [...segments], page }, pageImageMs, turn),
    normaliseImage: async (bytes) =>
      withBuffers(await children.run("normaliseImage", { bytes }, imageMs, caller)) as NormalisedImage,
    drawLogo: async (bytes) =>
      withBuffers(await children.run("drawLogo", { bytes }, imageMs, caller)) as NormalisedImage,
    cleanImage: async (bytes, keepPaper) =>
      withBuffers(await children.run("cleanImage", { bytes, keepPaper }, cleanedImageMs, caller)) as CleanedImage,
    converter: converter?.kind ?? null,
    load: () => [
      { pool: "take-in", ...withLine(reading.load(), intake.waiting) },
      { pool: "verify", ...withLine(verifying.load(), turns.waiting) },
      { pool: "signing", ...signing.load() },
      { pool: "report", ...reports.load() },
      { pool: "pdfium", ...children.load() },
      { pool: "pdfjs", ...secondReaders.load() },
      { pool: "convert", ...withLine(converters.load(), conversions.waiting) },
    ],
    async close() {
      children.close();
      secondReaders.close();
      converters.close();
      await Promise.all([reading.close(), verifying.close(), signing.close(), reports.close()]);
    },
  });
  return engineFor(ownTurn);
}

/** The parts of a caller's job wait in that caller's line. */
function inTurnOf<Jobs extends ChildJobName>(children: Children<Jobs>, caller: Turn): Children<Jobs> {
  return { ...children, run: (job, input, limitMs, turn = caller) => children.run(job, input, limitMs, turn) };
}

async function freezeAgain(reading: TaskPool, task: TakeInInput): Promise<FrozenAgain> {
  const taken = withBuffers(await reading.run("takeIn", task, { limitMs: freezeMs })) as TakenIn;
  if (taken.kind !== "ready" || !taken.tail) throw new Error("a file that had a form has none");
  const { tail, shadow, size, sha256 } = taken;
  return { tail, shadow, size, sha256 };
}

const marginsMs = { budget: 1_500, limit: 4_000, whole: 15_000 };

/** Reads as many pages as the total time allows, a few at a time so that other jobs get their turn. */
async function freeMargins(
  children: Pick<Children<"freeMargins">, "run">,
  segments: readonly SegmentPath[],
  request: Pick<FreeMarginsRequest, "sizes" | "taken" | "maxPages">,
): Promise<FreeMargins> {
  const endsAt = performance.now() + marginsMs.whole;
  const margins: FreeMargins["margins"] = [];
  let [nextPage, pageCount] = [1, 1];
  while (nextPage <= Math.min(pageCount, request.maxPages) && performance.now() < endsAt) {
    const task = { ...request, segments: [...segments], firstPage: nextPage, budgetMs: marginsMs.budget };
    const read = await children.run("freeMargins", task, marginsMs.limit).catch((error: unknown) => {
      // A page that cannot be drawn in time gets no mark.
      if (error instanceof EngineTimeoutError || error instanceof PdfError) return null;
      throw error;
    });
    if (!read && nextPage === 1) return { margins, nextPage, pageCount };
    margins.push(...(read?.margins ?? []));
    nextPage = read?.nextPage ?? nextPage + 1;
    pageCount = read?.pageCount ?? pageCount;
  }
  return { margins, nextPage, pageCount };
}

async function withTemporaryFile<T>(bytes: Buffer, use: (place: SegmentPath) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "paraph-preview-"));
  try {
    const place = path.join(folder, "preview.pdf");
    await writeFile(place, bytes);
    return await use({ path: place, size: bytes.length });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the verifications that wait in front of their pool, where callers take turns. */
function withLine<Load extends { waiting: number }>(load: Load, inLine: number): Load {
  return { ...load, waiting: load.waiting + inLine };
}

/** A key for one picture of one document. Blobs never change, so their paths identify the bytes. */
function nameOf(segments: readonly SegmentPath[], { page, widthPx }: PageImageRequest): string {
  return JSON.stringify([segments.map(({ path: place }) => place), page, widthPx]);
}

async function verify(
  tasks: TaskPool,
  renderers: Renderers,
  segments: readonly SegmentPath[],
  { pictures = false, ...spec }: VerifySpec,
): Promise<VerificationReport> {
  const startedAt = performance.now();
  const endsAt = startedAt + (spec.milliseconds ?? pictureMs.answer);
  if (pictures && mayHaveRevisions(segments)) {
    renderers.pdfium.warm();
    renderers.pdfjs.warm();
  }
  const planned = (await tasks.run(
    "verify",
    { segments, spec: { ...spec, plan: pictures } },
    { limitMs: verifyMs },
  )) as PlannedVerification;
  return addPictureResults(renderers, segments, planned, {
    budgetMs: Math.min(pictureMs.most, endsAt - performance.now()),
    othersMs: Math.max(0, startedAt + pictureMs.others - performance.now()),
    maxPages: mostPictures,
  });
}

const searchedTail = 128 * 1024;

/**
 * Whether the end of a file mentions two signatures. If so, the renderers are started while the rules are applied. A
 * wrong guess only costs or saves time.
 */
function mayHaveRevisions(segments: readonly SegmentPath[]): boolean {
  const source = openSegments(segments);
  try {
    const from = Math.max(0, source.size - searchedTail);
    return (
      source
        .read(from, source.size - from)
        .toString("latin1")
        .split("/ByteRange").length > 2
    );
  } finally {
    source.close();
  }
}

/** A timeout on an untrusted file is the file's fault. */
function tooLarge(task: string, limitMs: number): Error {
  return new PdfError("too_large", `${task} takes longer than ${limitMs} ms`);
}

/** An accepted file is not at fault when it takes long. */
function timedOut(task: string, limitMs: number): Error {
  return new EngineTimeoutError(task, limitMs);
}

/** Signs, and repeats with a placeholder of twice the size when the CMS did not fit (long chains). */
async function signWith<Tails = SignedTail>(
  tasks: TaskPool,
  name: "certify" | "sign" | "seal" | "augment",
  segments: readonly SegmentPath[],
  spec: { placeholderBytes?: number },
  makeCms: CmsMaker,
): Promise<Tails> {
  const attempt = async (input: typeof spec) =>
    withBuffers(await tasks.run(name, { segments, spec: input }, { limitMs: signingMs, makeCms })) as Tails;
  try {
    return await attempt(spec);
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== "placeholder_too_small") {
      throw error;
    }
    return attempt({ ...spec, placeholderBytes: 2 * (spec.placeholderBytes ?? DEFAULT_PLACEHOLDER_BYTES) });
  }
}

interface TwoReaders {
  pdfium: Children<"readFacts">;
  pdfjs: Children<"readFacts">;
  compare: (one: ReadFacts, other: ReadFacts) => Promise<ReaderFindings>;
}

/**
 * Runs in a thread that can be ended, because the server's own thread must keep answering requests. Throws
 * EngineTimeoutError.
 */
async function compareFacts(reading: TaskPool, one: ReadFacts, other: ReadFacts): Promise<ReaderFindings> {
  try {
    return (await reading.run("compareReaders", { one, other }, { limitMs })) as ReaderFindings;
  } catch (error) {
    throw error instanceof PdfError ? timedOut("compareReaders", limitMs) : error;
  }
}

const budgetMs = 4_000;
const limitMs = 6_000;
const maxPages = 200;

/**
 * Reads an accepted file with both programs and compares what they show, page by page. A file that one of them cannot
 * open at all differs on page 1. Throws EngineTimeoutError, EngineBusyError, EngineLostError. A retry may then
 * succeed.
 */
export async function readTwice(
  { pdfium, pdfjs, compare }: TwoReaders,
  segments: readonly SegmentPath[],
): Promise<ReaderFindings> {
  const task = { segments: [...segments], maxPages, budgetMs };
  const [one, other] = await Promise.all([
    factsOrRefusal(pdfium.run("readFacts", task, limitMs)),
    factsOrRefusal(pdfjs.run("readFacts", task, limitMs)),
  ]);
  if (one && other) return compare(one, other);
  const of = Math.max(one?.of ?? 0, other?.of ?? 0);
  return { compared: 0, of, differences: of > 0 ? [{ code: "unreadable", page: 1 }] : [] };
}

/**
 * Null for a file that the reader refuses. A file that is too large for the reader has no pages, which is not a
 * difference.
 */
async function factsOrRefusal(reading: Promise<ReadFacts>): Promise<ReadFacts | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.code === "too_large" ? { of: 0, pages: [], sheets: [] } : null;
  }
}

const firstRestMs = 60_000;
const longestRestMs = 3_600_000;
const mostPages = 1000;

interface SlowPage {
  until: number;
  restMs: number;
}

/**
 * Remembers pages that could not be drawn in time, so that repeated requests do not occupy a child again. The cause
 * may be a busy machine, so a page rests for a minute at first, and twice as long each further time.
 */
export class SlowPages {
  private readonly pages = new Map<string, SlowPage>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Runs `draw`, unless this page exceeded its time limit a short while ago. In that case, throws
   * `EngineTimeoutError` at once.
   */
  async draw<Image>(page: string, limitMs: number, draw: () => Promise<Image>): Promise<Image> {
    const known = this.pages.get(page);
    if (known && this.now() < known.until) throw new EngineTimeoutError("render", limitMs);
    try {
      const image = await draw();
      this.pages.delete(page);
      return image;
    } catch (error) {
      if (error instanceof EngineTimeoutError) this.remember(page, known);
      throw error;
    }
  }

  private remember(page: string, known: SlowPage | undefined): void {
    const restMs = known ? Math.min(longestRestMs, known.restMs * 2) : firstRestMs;
    this.pages.delete(page);
    this.pages.set(page, { restMs, until: this.now() + restMs });
    const [oldest] = this.pages.keys();
    if (this.pages.size > mostPages && oldest !== undefined) this.pages.delete(oldest);
  }
}
