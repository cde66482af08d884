// Code of the worker threads for verification (dist/pdf-verify.mjs). Each export is a task that is called by its
// name.
import { verifyAndPlan, verifyPdf, type PlannedVerification, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import { withSource, workerTask, type FileTask } from "./worker-task";

export const verify = workerTask(
  ({ segments, spec: { plan, ...options } }: FileTask<VerifyOptions & { plan: boolean }>) =>
    withSource(segments, (source): PlannedVerification =>
      plan ? verifyAndPlan(source, options) : { report: verifyPdf(source, options), plan: null },
    ),
);
