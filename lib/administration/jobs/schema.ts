import { z } from "zod";
import { jobKinds, jobStates, listedJobStates, type JobKind, type ListedJobState } from "./status";

export const jobAnswer = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates).meta({
    description: "`scheduled`: not due yet. `waiting`: due, or to be retried. `dead`: failed for good.",
  }),
  file: z
    .object({ fileId: z.int(), uuid: z.string() })
    .nullable()
    .meta({ description: "The document that it is about. Its name and content are its owner's." }),
  template: z.string().nullable().meta({ description: "Which mail." }),
  attempts: z.int(),
  lastError: z.string().nullable().meta({ description: "Without addresses, numbers, links and tokens." }),
  nextTryAt: z.string().nullable(),
  createdAt: z.string(),
  deadAt: z.string().nullable(),
  mayRetry: z.boolean().meta({
    description:
      "False if it is not due yet, or if its message contained a secret that was wiped when the job failed; the person then asks for a new one.",
  }),
});
export const jobListAnswer = z.object({
  data: z.array(jobAnswer),
  counts: z
    .array(z.object({ kind: z.enum(jobKinds), waiting: z.int(), dead: z.int(), scheduled: z.int() }))
    .meta({ description: "Of every kind that has any, whatever the query asks for." }),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
export const jobFilter = z.object({ state: z.enum(listedJobStates).optional(), kind: z.enum(jobKinds).optional() });
export const jobsRetry = z.object({ kind: z.enum(jobKinds) });
export const jobsRetryAnswer = z.object({ message: z.string(), retried: z.int() });

export interface JobQuery {
  state?: ListedJobState | undefined;
  kind?: JobKind | undefined;
  cursor?: number | undefined;
  /** 50 when left out. */
  length?: number | undefined;
}
