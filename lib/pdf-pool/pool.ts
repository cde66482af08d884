import { availableParallelism } from "node:os";
import path from "node:path";
import type { ListedSignature } from "@/lib/pades/augmentation/list-signatures";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import { DEFAULT_PLACEHOLDER_BYTES } from "@/lib/pades/signature-dictionary";
import type { VerificationReport } from "@/lib/pades/verify/report";
import type { PlannedVerification } from "@/lib/pades/verify/verify-pdf";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import type { Preparation } from "@/lib/pdf/fields/prepare";
import type { CleanedImage } from "@/lib/pdf/images/clean-image";
import type { NormalisedImage } from "@/lib/pdf/images/normalise-image";
import { startChildren, startSecondReaders } from "./children";
import type { PdfEngine, VerifySpec } from "./engine";
import { EngineTimeoutError } from "./engine-errors";
import { ingestWithRepair } from "./ingest-with-repair";
import { readTwice } from "./pictures/read-twice";
import { seePictures, type Renderers } from "./pictures/see-pictures";
import type { PageImageRequest } from "./render-page";
import { SlowPages } from "./slow-pages";
import { startTaskPool, type TaskPool } from "./task-pool";
import { withBuffers } from "./thread-values";

export interface EngineOptions {
  /** Folder of the bundles pdf-take-in.mjs, pdf-verify.mjs, pdf-signing.mjs, pdf-report.mjs, pdf-child.mjs and pdf-watchdog.mjs. */
  distDir: string;
  /** No repaired file may be larger. */
  maxPdfBytes: number;
  /** Worker threads of each pool; one for each core, at most four, when left out. */
  threads?: number;
}

const signingMs = 10_000;
/** Above the verifier's own budget of 2.5 s, which it answers within; below the 3 s in which an answer is promised. */
const verifyMs = 2_900;
/** Pictures have what the rules leave of `answer`, at most `most`: the last page and a fresh child fit in between this and the 3 s. Pages that did not change have `others`. */
const pictureMs = { answer: 2_400, most: 1_500, others: 600 };
const mostPictures = 500;
/** A thousand events make 40 pages. */
const reportMs = 30_000;
const glyphsMs = 3_000;
/** Below the 3 s in which a bomb is answered, with room for a fresh child to start. An ordinary page takes 20 ms. */
const pageImageMs = 2_500;
const imageMs = 2_500;
/** It is our own arithmetic that takes a part of a second; whoever sent the picture waits for it. */
const cleanedImageMs = 4_500;
/** Pages are begun for this long; one that then takes for ever ends with its child. Five hundred ordinary pages take less. */
const textMs = { budget: 1_500, limit: 2_500 };

/**
 * Starts the engine. Pools of their own, so that what strangers upload or let verify can neither delay nor end somebody's signing: one task
 * a thread where unknown bytes are read, many where tasks mostly wait for a CMS. Verification has half of the threads: it lasts seconds.
 */
export function startEngine({
  distDir,
  maxPdfBytes,
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
  const verifying = startTaskPool({
    bundleOf: () => verifyBundle,
    threads: Math.ceil(threads / 2),
    tasksPerThread: 1,
    maxWaiting: 256,
    timeoutError: tooLarge,
  });
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
  const slowPages = new SlowPages();

  return {
    ingest: (file, size) => ingestWithRepair(reading, children, { path: file, size }, maxPdfBytes),
    prepare: async (segments, spec) =>
      withBuffers(await signing.run("prepare", { segments, spec }, { limitMs: signingMs })) as Preparation,
    certify: (segments, spec, makeCms) => signWith(signing, "certify", segments, spec, makeCms),
    sign: (segments, spec, makeCms) => signWith(signing, "sign", segments, spec, makeCms),
    seal: (segments, spec, makeCms) => signWith(signing, "seal", segments, spec, makeCms),
    augment: (segments, spec, stamp) => signWith(signing, "augment", segments, spec, stamp),
    listSignatures: async (segments) =>
      withBuffers(
        await signing.run("listSignatures", { segments, spec: null }, { limitMs: signingMs }),
      ) as ListedSignature[],
    verify: (segments, spec = {}) => verify(verifying, { pdfium: children, pdfjs: secondReaders }, segments, spec),
    compareReaders: (segments) => readTwice({ pdfium: children, pdfjs: secondReaders }, segments),
    sealedReport: async (report, seal, makeCms) =>
      Buffer.from((await reports.run("sealedReport", { report, seal }, { limitMs: reportMs, makeCms })) as Uint8Array),
    missingGlyphs: async (texts) => (await signing.run("missingGlyphs", texts, { limitMs: glyphsMs })) as string[],
    pageImage: (segments, request, turn) =>
      slowPages.draw(nameOf(segments, request), pageImageMs, async () =>
        Buffer.from(await children.run("render", { segments: [...segments], ...request }, pageImageMs, turn)),
      ),
    textLines: (segments, request) =>
      children.run("textLines", { segments: [...segments], ...request, budgetMs: textMs.budget }, textMs.limit),
    pageText: async (segments, page, turn) =>
      children.run("pageText", { segments: [...segments], page }, pageImageMs, turn),
    normaliseImage: async (bytes) =>
      withBuffers(await children.run("normaliseImage", { bytes }, imageMs)) as NormalisedImage,
    cleanImage: async (bytes, keepPaper) =>
      withBuffers(await children.run("cleanImage", { bytes, keepPaper }, cleanedImageMs)) as CleanedImage,
    async close() {
      children.close();
      secondReaders.close();
      await Promise.all([reading.close(), verifying.close(), signing.close(), reports.close()]);
    },
  };
}

/** One picture of one document: blobs never change, so their paths say which bytes these are. */
function nameOf(segments: readonly SegmentPath[], { page, widthPx }: PageImageRequest): string {
  return JSON.stringify([segments.map(({ path: place }) => place), page, widthPx]);
}

async function verify(
  tasks: TaskPool,
  renderers: Renderers,
  segments: readonly SegmentPath[],
  { pictures = false, ...spec }: VerifySpec,
): Promise<VerificationReport> {
  const endsAt = performance.now() + (spec.milliseconds ?? pictureMs.answer);
  const planned = (await tasks.run(
    "verify",
    { segments, spec: { ...spec, plan: pictures } },
    { limitMs: verifyMs },
  )) as PlannedVerification;
  return seePictures(renderers, segments, planned, {
    budgetMs: Math.min(pictureMs.most, endsAt - performance.now()),
    othersMs: pictureMs.others,
    maxPages: mostPictures,
  });
}

/** A stranger's file that takes long is the file's fault. */
function tooLarge(task: string, limitMs: number): Error {
  return new PdfError("too_large", `${task} takes longer than ${limitMs} ms`);
}

/** An accepted file that takes long is not. */
function timedOut(task: string, limitMs: number): Error {
  return new EngineTimeoutError(task, limitMs);
}

/** Signs, and once more with twice the room when the CMS did not fit (long chains). */
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
