import type { z } from "zod";
import type { JobCount, JobRow } from "./list";
import { mayRetry } from "./may-retry";
import type { jobAnswer, jobListAnswer } from "./schema";
import { shownError } from "./shown-error";
import type { JobKind } from "./status";

export function toJobWire({ job, isRunning, isScheduled, file }: JobRow): z.infer<typeof jobAnswer> {
  const { template } = job.payload;
  return {
    id: job.id,
    kind: job.kind as JobKind,
    state: job.deadAt !== null ? "dead" : isRunning ? "running" : isScheduled ? "scheduled" : "waiting",
    file: file && { fileId: file.id, uuid: file.uuid },
    template: typeof template === "string" ? template : null,
    attempts: job.attempts,
    lastError: job.lastError === null ? null : shownError(job.lastError),
    nextTryAt: job.deadAt === null ? job.runAt.toISOString() : null,
    createdAt: job.createdAt.toISOString(),
    deadAt: job.deadAt?.toISOString() ?? null,
    mayRetry: mayRetry(job),
  };
}

export function toJobListWire({
  rows,
  counts,
  next,
}: {
  rows: readonly JobRow[];
  counts: readonly JobCount[];
  next: number | null;
}): z.infer<typeof jobListAnswer> {
  return {
    data: rows.map(toJobWire),
    counts: counts.map(({ kind, ...count }) => ({ kind: kind as JobKind, ...count })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}

export function toJobsRetryWire(retried: number): { message: string; retried: number } {
  return { message: retried === 1 ? "One job is tried again" : `${String(retried)} jobs are tried again`, retried };
}
