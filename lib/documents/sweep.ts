import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { files } from "@/db/schema/files";
import { systemActor, type Ctx } from "@/lib/context/context";
import type { BlobKey, SweepOutcome } from "@/lib/platform/blobs/blob-store";
import { dayMs } from "@/lib/platform/locale/format";
import { appendAuditEvent, noteFileLock } from "@/lib/records/audit/append";
import { deleteBytes, isBackupRunning, removeBlobs } from "./delete";
import { findNamed, findRecognised, raiseGeneration } from "./storage/pair-storage";

export const retentionDays = 90;
const atOnce = 100;

/** Deletes drafts without any activity for 90 days (docs/spec/limits.md), as their owner could. Returns the number. */
export async function sweepDrafts(ctx: Ctx): Promise<number> {
  const since = sql`now() - make_interval(days => ${retentionDays}::int)`;
  const isOld = sql`${files.createdAt} < ${since}
    and not exists (select from audit_events e where e.file_id = ${files.id} and e.at >= ${since})
    and not exists (select from files pdf join audit_events e on e.file_id = pdf.id where pdf.envelope_id = ${files.id} and e.at >= ${since})`;
  const old = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(sql`${files.status} = 'draft'`, isNull(files.heldAt), isNull(files.envelopeId), isOld))
    .orderBy(files.createdAt)
    .limit(atOnce);
  return deleteDrafts(
    ctx,
    old.map(({ id }) => id),
  );
}

/**
 * All in one transaction, because a transaction for each takes several times as long. A draft may have been released or
 * held in the meantime, so its row decides. One that somebody is changing is left to the next run. Returns the number.
 */
async function deleteDrafts(ctx: Ctx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count, gone } = await ctx.tx(async (tx) => {
    const free = tx.db
      .select({ id: files.id })
      .from(files)
      .where(
        and(sql`${files.id} = any(${sql.param([...ids])}::int[])`, eq(files.status, "draft"), isNull(files.heldAt)),
      )
      .orderBy(files.id)
      .for("update", { skipLocked: true });
    const deleted = await tx.db
      .update(files)
      .set({ status: "deleted", deletedAt: sql`now()` })
      .where(sql`${files.id} = any(array(${free}))`)
      .returning();
    for (const file of deleted) {
      noteFileLock(tx, file.id);
      await appendAuditEvent(tx, systemActor, file.id, {
        type: "file.deleted",
        doc: { sha256: file.sha256 },
        data: { from: "draft" },
      });
    }
    return { count: deleted.length, gone: await deleteBytes(tx, deleted) };
  });
  await removeBlobs(ctx, gone);
  return count;
}

const graceMilliseconds = dayMs;

/**
 * `foreign`: database and storage belong to different instances. `set_back`: the database is older than the storage. In
 * both cases no blob can be proved to be an orphan.
 */
type BlobSweep = SweepOutcome | { kind: "foreign" | "set_back" };

/**
 * Moves bytes that are not referenced by a row and are older than a day to the trash: leftovers of lost races, refused
 * releases and crashes. Safe while documents are being stored, because storing a blob again makes it new. Moves nothing
 * if database and storage are not a pair or the database was set back, and only leftovers of known documents if more
 * than 5 % of the blobs are unknown. Then health fails until a sweep ends normally.
 */
export async function sweepBlobs(ctx: Ctx): Promise<BlobSweep> {
  const outcome = await sweep(ctx);
  await writeSweepState(ctx, outcome);
  if (outcome.kind === "foreign")
    ctx.log.error("sweep: the storage belongs to another instance than the database; nothing was moved");
  if (outcome.kind === "set_back") ctx.log.error("sweep: the database is older than the storage; nothing was moved");
  if (outcome.kind === "stopped")
    ctx.log.error(outcome, "sweep: too many stored files are unknown to the database; none of them was moved");
  return outcome;
}

const settingName = "blob_sweep";

/** The outcome of the last sweep: `stopped` with the unknown blobs, of all. */
export type SweepState =
  | { kind: "swept" | "foreign" | "set_back" }
  | { kind: "stopped"; orphans: number; total: number };

async function writeSweepState({ db }: Ctx, outcome: BlobSweep): Promise<void> {
  const state: SweepState = outcome.kind === "swept" ? { kind: "swept" } : outcome;
  await db.execute(sql`insert into settings (name, value) values (${settingName}, ${JSON.stringify(state)}::jsonb)
    on conflict (name) do update set value = excluded.value where settings.value <> excluded.value`);
}

/** `swept` before the first sweep. */
export async function readSweepState({ db }: Pick<Ctx, "db">): Promise<SweepState> {
  const state = await readStored(db);
  return state === null || state.kind === "confirmed" ? { kind: "swept" } : state;
}

async function readStored(db: Db): Promise<SweepState | { kind: "confirmed" } | null> {
  const { rows } = await db.execute<{ value: SweepState | { kind: "confirmed" } }>(
    sql`select value from settings where name = ${settingName}`,
  );
  return rows[0]?.value ?? null;
}

/** An operator has confirmed the database after a stopped sweep. The next one moves every unknown blob to the trash. */
export async function confirmStoppedSweep(db: Db): Promise<void> {
  await db.execute(sql`update settings set value = '{"kind": "confirmed"}'
    where name = ${settingName} and value ->> 'kind' = 'stopped'`);
}

async function sweep(ctx: Ctx): Promise<BlobSweep> {
  const generation = await raiseGeneration(ctx.db, ctx.blobs);
  if (generation !== "raised") return { kind: generation };
  const now = await ctx.now();
  return ctx.blobs.sweepOrphans({
    known: (keys) => keptKeys(ctx, keys),
    recognised: (keys) => findRecognised(ctx.db, keys),
    isConfirmed: (await readStored(ctx.db))?.kind === "confirmed",
    olderThan: new Date(now.getTime() - graceMilliseconds),
    now,
  });
}

/**
 * While a backup runs, bytes without rows may still belong to its snapshot. The lock is checked after the rows were
 * read.
 */
async function keptKeys(ctx: Ctx, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const named = await findNamed(ctx.db, keys);
  return (await isBackupRunning(ctx.db)) ? new Set(keys) : named;
}
