// Entry of the pool's worker threads (dist/pdf-worker.mjs). Each export is a task, called by its name.
import { certify as certifyFile, type CertifySpec } from "@/lib/pades/certify";
import { seal as sealFile, type SealSpec } from "@/lib/pades/seal";
import { signFields } from "@/lib/pades/sign-fields";
import { verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/byte-source";
import { toImageXObject } from "@/lib/pdf/image-xobject";
import { prepareDocument, type PreparationPlan } from "@/lib/pdf/prepare";
import { missingGlyphs as glyphsMissingIn } from "@/lib/pdf/text-outlines";
import type { SignSpec } from "./engine";
import { takeIn as takeInUpload } from "./take-in";
import { workerTask } from "./worker-task";

interface FileTask<Spec> {
  segments: SegmentPath[];
  spec: Spec;
}

/** Opens a file for one piece of work, and closes it whatever happens. */
async function withSource<T>(segments: readonly SegmentPath[], use: (source: ByteSource) => Promise<T> | T): Promise<T> {
  const source = openSegments(segments);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

export const takeIn = workerTask(takeInUpload);

export const prepare = workerTask(({ segments, spec }: FileTask<PreparationPlan>) => withSource(segments, (source) => prepareDocument(source, spec)));

export const certify = workerTask(({ segments, spec }: FileTask<CertifySpec>, askForCms) =>
  withSource(segments, (source) => certifyFile(source, spec, askForCms)),
);

export const sign = workerTask(({ segments, spec }: FileTask<SignSpec>, askForCms) => {
  const images = Object.fromEntries(Object.entries(spec.images).map(([key, png]) => [key, toImageXObject(png)]));
  return withSource(segments, (source) => signFields(source, { ...spec, images }, askForCms));
});

export const seal = workerTask(({ segments, spec }: FileTask<SealSpec>, askForCms) => withSource(segments, (source) => sealFile(source, spec, askForCms)));

export const verify = workerTask(({ segments, spec }: FileTask<VerifyOptions>) => withSource(segments, (source) => verifyPdf(source, spec)));

export const missingGlyphs = workerTask((texts: string[]) => [...new Set(texts.flatMap(glyphsMissingIn))]);
