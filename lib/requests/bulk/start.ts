import { sql } from "drizzle-orm";
import { bulkRows, bulkSends, type BulkSend } from "@/db/schema/bulk";
import { assertMayRequest } from "@/lib/accounts/actor";
import { bytesPerRow } from "@/lib/accounts/stored-bytes";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { takeStorage } from "@/lib/documents/storage-left";
import { DomainError, pointerStep, type Violation } from "@/lib/platform/errors";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { findInvitationWait } from "@/lib/requests/notices/invitation-limits";
import { readBulkFile } from "./check";
import type { BulkProblem, NewBulkSend } from "./schema";

/** The most problems that the response lists; a file may have thousands. */
const namedProblems = 100;

/**
 * `POST /templates/{id}/bulk-sends`: stores a bulk send with its rows and queues its first job, all in one transaction.
 * The rows are sent by `sendBulkRows`. Throws `email_unproved`, `validation_failed` with a pointer such as
 * `/csv/rows/12/Tenant e-mail`, and what `readBulkFile` throws.
 */
export async function startBulkSend(
  ctx: Ctx,
  actor: Actor,
  input: NewBulkSend & { id: number },
): Promise<{ bulkSendId: number }> {
  const acting = assertMayRequest(actor);
  const { whole, good, problems } = await readBulkFile(ctx, actor, input);
  const refusing = input.skipProblems ? problems.filter(({ row }) => row === null) : problems;
  if (refusing.length > 0) throw refusal(refusing);
  if (good.length === 0) throw refusal(problems);
  // Throws now for an account that may not send at all, but not for one that only has to wait.
  await findInvitationWait(ctx, acting.account, []);
  const made = await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    await takeStorage(tx, acting.account.id, JSON.stringify(good).length + good.length * bytesPerRow);
    const [bulkSend] = await tx.db
      .insert(bulkSends)
      .values({
        ownerId: acting.account.id,
        templateId: whole.template.id,
        templateVersion: whole.version.number,
        name: input.name ?? whole.version.name,
        credentialsVersion: acting.account.credentialsVersion,
        total: good.length,
      })
      .returning();
    if (!bulkSend) throw new Error("the bulk send was not stored");
    await tx.db.insert(bulkRows).values(good.map((row) => ({ bulkSendId: bulkSend.id, ...row })));
    await enqueueBulkSend(tx, bulkSend);
    await markDone(tx, { bulkSendId: bulkSend.id });
    return { bulkSendId: bulkSend.id };
  });
  ctx.wakeOutbox();
  return made;
}

function refusal(problems: readonly BulkProblem[]): DomainError {
  const violations = problems.slice(0, namedProblems).map(({ row, column, code, detail }): Violation => {
    const steps = [...(row === null ? [] : ["rows", String(row)]), ...(column === null ? [] : [column])];
    return {
      pointer: ["/csv", ...steps.map(pointerStep)].join("/"),
      code,
      detail: row === null ? detail : `Row ${row}: ${detail}`,
    };
  });
  return new DomainError("validation_failed", {
    violations,
    ...(violations[0] ? { detail: violations[0].detail } : {}),
  });
}

/** Queues the job that continues a bulk send, in the caller's transaction. One job for each turn of a bulk send. */
export async function enqueueBulkSend(
  tx: Ctx,
  { id, turn }: Pick<BulkSend, "id" | "turn">,
  runAt?: Date,
): Promise<void> {
  await enqueue(
    tx,
    "bulkSend",
    { bulkSendId: id, turn },
    { dedupeKey: `bulk:${id}:${turn}`, ...(runAt ? { runAt } : {}) },
  );
}

/**
 * Every hour: gives running bulk sends without a pending job a new one. A job is lost when a process of an older
 * version, which does not know its kind, takes it during an update.
 */
export async function reviveBulkSends(ctx: Ctx): Promise<number> {
  const revived = await ctx.tx(async (tx) => {
    const { rows } = await tx.db.execute<{ id: number; turn: number }>(sql`
      update bulk_sends sending set turn = turn + 1 where state = 'running' and not exists (
        select from outbox_jobs job where job.dedupe_key = 'bulk:' || sending.id || ':' || sending.turn and job.done_at is null and job.dead_at is null)
      returning id, turn`);
    for (const row of rows) await enqueueBulkSend(tx, row);
    return rows.length;
  });
  if (revived > 0) ctx.wakeOutbox();
  return revived;
}

/**
 * Deletes the addresses and values of rows some time after their bulk send has ended (docs/spec/limits.md), and cancels
 * bulk sends that were paused that long ago. States, documents and problems stay.
 */
export async function sweepBulkRows(ctx: Ctx): Promise<void> {
  const before = sql`now() - make_interval(days => ${ctx.limits.bulkRowDays}::int)`;
  await ctx.tx(async (tx) => {
    const abandoned = await tx.db.execute<{ id: number }>(sql`
      update bulk_sends sending set state = 'cancelled', paused_reason = null, ended_at = now()
      where state = 'paused' and created_at < ${before}
        and not exists (select from bulk_rows r where r.bulk_send_id = sending.id and r.changed_at >= ${before}) returning id`);
    const ended = await tx.db.execute<{ id: number }>(sql`
      update bulk_sends set content_deleted_at = now() where ended_at < ${before} and content_deleted_at is null returning id`);
    const idsOf = ({ rows }: { rows: { id: number }[] }) => `{${rows.map(({ id }) => id).join(",")}}`;
    await tx.db.execute(sql`
      update bulk_rows set state = 'cancelled', changed_at = now() where bulk_send_id = any(${idsOf(abandoned)}::int[]) and state = 'queued'`);
    await tx.db.execute(sql`
      update bulk_rows set people = '[]', "values" = '{}', title = null where bulk_send_id = any(${idsOf(ended)}::int[])`);
  });
}
