// Code of the worker threads for preparing and signing (dist/pdf-signing.mjs). Each export is a task that is called
// by its name.
import { augment as augmentFile, type AugmentSpec } from "@/lib/pades/augmentation/augment";
import { listSignatures as listSignaturesOf } from "@/lib/pades/augmentation/list-signatures";
import { certify as certifyFile, seal as sealFile, type CertifySpec, type SealSpec } from "@/lib/pades/seal";
import { signFields } from "@/lib/pades/sign-fields";
import { missingGlyphs as glyphsMissingIn } from "@/lib/pdf/appearance/text-outlines";
import { prepareDocument, type PreparationPlan } from "@/lib/pdf/fields/prepare";
import { readFormFields } from "@/lib/pdf/freeze/read-form-fields";
import { toImageXObject } from "@/lib/pdf/images/image-xobject";
import { previewAppearance, type AppearancePreview } from "./appearance-preview";
import type { SignSpec } from "./engine";
import { withSource, workerTask, type FileTask } from "./worker-task";

export const prepare = workerTask(({ segments, spec }: FileTask<PreparationPlan>) =>
  withSource(segments, (source) => prepareDocument(source, spec)),
);

export const certify = workerTask(({ segments, spec }: FileTask<CertifySpec>, askForCms) =>
  withSource(segments, (source) => certifyFile(source, spec, askForCms)),
);

export const sign = workerTask(({ segments, spec }: FileTask<SignSpec>, askForCms) => {
  const images = Object.fromEntries(Object.entries(spec.images).map(([key, png]) => [key, toImageXObject(png)]));
  return withSource(segments, (source) => signFields(source, { ...spec, images }, askForCms));
});

export const seal = workerTask(({ segments, spec }: FileTask<SealSpec>, askForCms) =>
  withSource(segments, (source) => sealFile(source, spec, askForCms)),
);

export const augment = workerTask(({ segments, spec }: FileTask<AugmentSpec>, askForToken) =>
  withSource(segments, (source) => augmentFile(source, spec, askForToken)),
);

export const listSignatures = workerTask(({ segments }: FileTask<null>) => withSource(segments, listSignaturesOf));

export const formFields = workerTask(({ segments }: FileTask<null>) => withSource(segments, readFormFields));

export const appearancePreview = workerTask(({ images, ...spec }: AppearancePreview) =>
  previewAppearance({
    ...spec,
    images: Object.fromEntries(Object.entries(images).map(([key, png]) => [key, toImageXObject(Buffer.from(png))])),
  }),
);

export const missingGlyphs = workerTask((texts: string[]) => [...new Set(texts.flatMap(glyphsMissingIn))]);
