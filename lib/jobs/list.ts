import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs, type OutboxJob } from "@/db/schema/work";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { JobQuery } from "./schema";

export interface JobRow {
  job: OutboxJob;
  isRunning: boolean;
  isScheduled: boolean;
  file: { id: number; uuid: string } | null;
}

export interface JobCount {
  kind: string;
  waiting: number;
  dead: number;
  scheduled: number;
}

const isScheduled = sql`(${outboxJobs.deadAt} is null and ${outboxJobs.attempts} = 0 and ${outboxJobs.runAt} > now())`;

const standardLength = 50;

/** Work that waits or was given up, or where asked for what is scheduled, newest first, and how much of each kind there is. `next` is the cursor of the next page. Throws `forbidden`. */
export async function listJobs(ctx: Ctx, actor: Actor, { state, kind, cursor, length = standardLength }: JobQuery): Promise<{ rows: JobRow[]; counts: JobCount[]; next: number | null }> {
  assertAdmin(actor);
  const rows = await select(ctx).where(and(
    isNull(outboxJobs.doneAt),
    stateIs(state),
    kind === undefined ? undefined : eq(outboxJobs.kind, kind),
    cursor === undefined ? undefined : lt(outboxJobs.id, cursor),
  )).orderBy(desc(outboxJobs.id)).limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page.map(toRow), counts: await countJobs(ctx), next: rows.length > length ? (page.at(-1)?.job.id ?? null) : null };
}

/** One job, also one that is done by now. Throws `forbidden`, `not_found`. */
export async function getJob(ctx: Ctx, actor: Actor, id: number): Promise<JobRow> {
  assertAdmin(actor);
  const [row] = await select(ctx).where(eq(outboxJobs.id, id));
  if (!row) throw new DomainError("not_found");
  return toRow(row);
}

async function countJobs(ctx: Ctx): Promise<JobCount[]> {
  return ctx.db.select({
    kind: outboxJobs.kind,
    waiting: sql<number>`(count(*) filter (where ${outboxJobs.deadAt} is null and not ${isScheduled}))::int`,
    scheduled: sql<number>`(count(*) filter (where ${isScheduled}))::int`,
    dead: sql<number>`(count(*) filter (where ${outboxJobs.deadAt} is not null))::int`,
  }).from(outboxJobs).where(isNull(outboxJobs.doneAt)).groupBy(outboxJobs.kind).orderBy(outboxJobs.kind);
}

function stateIs(state: JobQuery["state"]) {
  if (state === "dead") return isNotNull(outboxJobs.deadAt);
  if (state === "scheduled") return isScheduled;
  return and(sql`not ${isScheduled}`, state === "waiting" ? isNull(outboxJobs.deadAt) : undefined);
}

/** A job names its document, or, of a code, the challenge that does. */
function select(ctx: Ctx) {
  const isRunning = sql<boolean>`${outboxJobs.leasedUntil} is not null and ${outboxJobs.leasedUntil} > now()`;
  const isOfJob = eq(files.id, sql`coalesce((${outboxJobs.payload}->>'fileId')::int, ${signRequests.fileId})`);
  return ctx.db.select({ job: outboxJobs, isRunning, isScheduled: sql<boolean>`${isScheduled}`, fileId: files.id, uuid: files.uuid }).from(outboxJobs)
    .leftJoin(challenges, eq(challenges.id, sql`(${outboxJobs.payload}->>'challengeId')::int`))
    .leftJoin(signRequests, eq(signRequests.id, challenges.signRequestId))
    .leftJoin(files, isOfJob).$dynamic();
}

function toRow({ fileId, uuid, ...row }: Omit<JobRow, "file"> & { fileId: number | null; uuid: string | null }): JobRow {
  return { ...row, file: fileId === null || uuid === null ? null : { id: fileId, uuid } };
}
