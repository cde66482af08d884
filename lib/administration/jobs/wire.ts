import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { outboxJobs, type OutboxJob } from "@/db/schema/work";
import type { jobAnswer, jobListAnswer } from "@/lib/administration/schema";
import { factsOf, type AccountTemplate } from "@/lib/records/outbox/kinds";
import type { JobKind } from "../schema";
import type { JobCount, JobRow } from "./list";

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

/** Templates of account mails that contain a link. */
const secretTemplates = ["confirmation"] satisfies AccountTemplate[];

/**
 * Whether an administrator may retry the job now. A failed job with a secret may not: the secret was deleted. Nor may a job that was never
 * tried: it is scheduled, and an expiry check that runs too early would not run again.
 */
export function mayRetry({
  kind,
  payload,
  deadAt,
  attempts,
}: Pick<OutboxJob, "kind" | "payload" | "deadAt" | "attempts">): boolean {
  return deadAt === null ? attempts > 0 : !carriesSecret(kind, payload);
}

function carriesSecret(kind: string, { template }: OutboxJob["payload"]): boolean {
  const secretKind = factsOf(kind)?.carriesSecret === true;
  return secretKind || (kind === "accountMail" && secretTemplates.some((secret) => secret === template));
}

/** The negation of `carriesSecret` for the jobs of a kind, in SQL. */
export function hasNoSecret(kind: string): SQL {
  if (factsOf(kind)?.carriesSecret === true) return sql`false`;
  if (kind !== "accountMail") return sql`true`;
  return sql`${outboxJobs.payload} ->> 'template' <> all(${sql.param(secretTemplates)}::text[])`;
}

const longest = 300;

/**
 * An error of a job as an administrator may read it: its first line, without what drivers append of the values, and without what could be
 * an address, a number, a link or a token of somebody.
 */
export function shownError(error: string): string {
  const [firstLine = ""] = error.split(/\r\n|\r|\n|\bparams:/);
  return firstLine
    .replace(/\bhttps?:\/\/\S+/gi, "…")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "…")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "…")
    .replace(/\b[A-Za-z0-9_-]{24,}\b/g, "…")
    .replace(/\+?\d[\d\s-]{5,}\d/g, "…")
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, longest);
}
