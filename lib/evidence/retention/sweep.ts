import { sql } from "drizzle-orm";
import { checkClock, hostClocks, type HostClocks } from "@/lib/documents/retention/clock";
import { dueSql, noticeDays } from "@/lib/documents/retention/periods";
import type { Ctx } from "@/lib/platform/context";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { deleteContent } from "./delete-content";

/** An hour's share: the first sweep after a period was set may find most documents due. */
export const atOnce = 200;

interface RetentionSweep {
  announced: number;
  deleted: number;
}

/**
 * Announces what becomes due within the notice period, and deletes the content of what was announced that long ago and is still due. Does
 * nothing while the clock is not to be trusted.
 */
export async function sweepRetention(ctx: Ctx, clocks: HostClocks = hostClocks): Promise<RetentionSweep | "stopped"> {
  if ((await checkClock(ctx, clocks)).stopped !== null) return "stopped";
  await withdrawAnnouncements(ctx);
  const announced = await announce(ctx);
  let deleted = 0;
  for (const id of await findDue(ctx)) if (await deleteContent(ctx, id)) deleted += 1;
  if (announced + deleted > 0) ctx.log.info({ announced, deleted }, "retention: swept");
  return { announced, deleted };
}

/** A longer period, a hold or a document that is open again: a new day is announced when there is one. */
async function withdrawAnnouncements({ db }: Ctx): Promise<void> {
  await db.execute(sql`update files set content_due_at = null where id in (
    select f.id from files f join accounts r on r.id = f.requester_id
    where f.content_due_at is not null and f.content_deleted_at is null and f.envelope_id is null
      and (f.held_at is not null or ${dueSql} is null or ${dueSql} > f.content_due_at))`);
}

async function announce(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    select f.id from files f join accounts r on r.id = f.requester_id
    where coalesce(f.completed_at, f.closed_at, f.deleted_at) is not null and f.content_deleted_at is null and f.content_due_at is null and f.held_at is null and f.envelope_id is null
      and ${dueSql} <= now() + make_interval(days => ${noticeDays}::int)
    order by f.id limit ${atOnce}::int`);
  for (const { id } of rows) await announceOne(ctx, id);
  return rows.length;
}

/** The day and the mails commit together: no day is set without an announcement. */
async function announceOne(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const { rows } = await tx.db.execute<{ at: string | Date }>(sql`
      update files set content_due_at = greatest(${dueOf(fileId)}, now() + make_interval(days => ${noticeDays}::int))
      where id = ${fileId} and content_due_at is null and content_deleted_at is null and held_at is null and ${dueOf(fileId)} is not null
      returning content_due_at as at`);
    const [announced] = rows;
    if (!announced) return;
    const day = new Date(announced.at).toISOString();
    const notified = await tx.db.execute<{ id: number | null }>(sql`
      select null::int as id union all
      select id from sign_requests where file_id = ${fileId} and (signed_at is not null or status = 'approved') and removed_at is null and erased_at is null and notify`);
    for (const { id } of notified.rows)
      await enqueue(
        tx,
        "notification",
        { template: "retention", fileId, signRequestId: id, accountId: null },
        { dedupeKey: `retention-${String(fileId)}-${String(id ?? 0)}-${day}` },
      );
  });
  ctx.wakeOutbox();
}

function dueOf(fileId: number) {
  return sql`(select ${dueSql} from files f join accounts r on r.id = f.requester_id where f.id = ${fileId})`;
}

async function findDue({ db }: Ctx): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select f.id from files f join accounts r on r.id = f.requester_id
    where f.content_due_at <= now() and f.content_deleted_at is null and f.held_at is null and f.envelope_id is null and ${dueSql} <= now()
    order by f.content_due_at, f.id limit ${atOnce}::int`);
  return rows.map(({ id }) => id);
}
