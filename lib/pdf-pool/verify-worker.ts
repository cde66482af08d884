// Code of the worker threads for verification (dist/pdf-verify.mjs). Each export is a task, called by its name.
import { verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import { withSource, type FileTask } from "./file-task";
import { workerTask } from "./worker-task";

export const verify = workerTask(({ segments, spec }: FileTask<VerifyOptions>) => withSource(segments, (source) => verifyPdf(source, spec)));
