import { and, eq, sql } from "drizzle-orm";
import { bulkRows, bulkSends, type BulkPauseReason, type BulkSend, type BulkState } from "@/db/schema/bulk";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError } from "@/lib/platform/errors";
import { lockOwnBulkSend } from "./show";
import { enqueueBulkSend } from "./start";

/** Pauses a bulk send for a reason that concerns all of its rows, unless it was changed in the meantime. */
export async function pauseForReason(
  ctx: Ctx,
  { id, turn }: Pick<BulkSend, "id" | "turn">,
  reason: BulkPauseReason,
): Promise<void> {
  ctx.log.warn({ bulkSend: id, reason }, "a bulk send was paused");
  await ctx.db
    .update(bulkSends)
    .set({ state: "paused", pausedReason: reason, waitsUntil: null })
    .where(and(eq(bulkSends.id, id), eq(bulkSends.turn, turn), eq(bulkSends.state, "running")));
}

/** `POST /bulk-sends/{id}/pause`: no further row is sent once it has returned. Throws `not_found`, `file_closed`. */
export function pauseBulkSend(ctx: Ctx, actor: Actor, input: { id: number }): Promise<void> {
  return change(ctx, actor, input.id, "pause", async (tx, bulkSend) => {
    await tx.db
      .update(bulkSends)
      .set({ state: "paused", pausedReason: "owner", waitsUntil: null })
      .where(eq(bulkSends.id, bulkSend.id));
  });
}

/** `POST /bulk-sends/{id}/resume`: continues with the queued rows. Throws `not_found`, `file_closed`. */
export function resumeBulkSend(ctx: Ctx, actor: Actor, input: { id: number }): Promise<void> {
  return change(ctx, actor, input.id, "resume", (tx, bulkSend) => run(tx, actor, bulkSend));
}

/**
 * `POST /bulk-sends/{id}/cancel`: the queued rows are never sent. Documents already sent are kept. Throws
 * `not_found`, `file_closed`.
 */
export function cancelBulkSend(ctx: Ctx, actor: Actor, input: { id: number }): Promise<void> {
  return change(ctx, actor, input.id, "cancel", async (tx, bulkSend) => {
    await tx.db
      .update(bulkRows)
      .set({ state: "cancelled", notBefore: null, changedAt: sql`now()` })
      .where(and(eq(bulkRows.bulkSendId, bulkSend.id), eq(bulkRows.state, "queued")));
    await tx.db
      .update(bulkSends)
      .set({ state: "cancelled", pausedReason: null, waitsUntil: null, endedAt: sql`now()` })
      .where(eq(bulkSends.id, bulkSend.id));
  });
}

/**
 * `POST /bulk-sends/{id}/retry`: queues the failed rows again. Throws `not_found`, `file_closed`, `content_deleted`.
 */
export function retryBulkSend(ctx: Ctx, actor: Actor, input: { id: number }): Promise<void> {
  return change(ctx, actor, input.id, "retry", async (tx, bulkSend) => {
    if (bulkSend.contentDeletedAt !== null) throw new DomainError("content_deleted");
    const again = await tx.db
      .update(bulkRows)
      .set({ state: "queued", problem: null, changedAt: sql`now()` })
      .where(and(eq(bulkRows.bulkSendId, bulkSend.id), eq(bulkRows.state, "failed")))
      .returning({ number: bulkRows.number });
    if (again.length > 0) await run(tx, actor, bulkSend);
  });
}

/** Starts a new turn, so that the previous turn's job is outdated. */
async function run(tx: Ctx, actor: Actor, bulkSend: BulkSend): Promise<void> {
  const { account } = assertMayRequest(actor);
  const [next] = await tx.db
    .update(bulkSends)
    .set({
      state: "running",
      pausedReason: null,
      waitsUntil: null,
      endedAt: null,
      turn: bulkSend.turn + 1,
      credentialsVersion: account.credentialsVersion,
    })
    .where(eq(bulkSends.id, bulkSend.id))
    .returning();
  if (next) await enqueueBulkSend(tx, next);
}

/** Repeating a completed action changes nothing. */
async function change(
  ctx: Ctx,
  actor: Actor,
  id: number,
  action: BulkAction,
  work: (tx: Ctx, bulkSend: BulkSend) => Promise<void>,
): Promise<void> {
  const acting = assertMayRequest(actor);
  await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const bulkSend = await lockOwnBulkSend(tx, acting, id);
    if (assertBulkAction(action, bulkSend.state)) await work(tx, bulkSend);
    await markDone(tx, { bulkSendId: bulkSend.id });
  });
  ctx.wakeOutbox();
}

/** Called when the job of a bulk send has failed. */
export async function pauseAfterFailure(
  tx: Ctx,
  { bulkSendId, turn }: { bulkSendId: number; turn: number },
): Promise<void> {
  await pauseForReason(tx, { id: bulkSendId, turn }, "internal");
}

type BulkAction = "pause" | "resume" | "cancel" | "retry";

/** `true`: changes the bulk send. `false`: already done, so nothing happens. Absent: refused. */
const allowed: Readonly<Record<BulkAction, Partial<Record<BulkState, boolean>>>> = {
  pause: { running: true, paused: false },
  resume: { paused: true, running: false },
  cancel: { running: true, paused: true, cancelled: false },
  retry: { running: true, paused: true, completed: true, cancelled: true },
};

/** Whether the action changes a bulk send in this state. Throws `file_closed` if the state does not allow it. */
function assertBulkAction(action: BulkAction, state: BulkState): boolean {
  const result = allowed[action][state];
  if (result === undefined) throw new DomainError("file_closed", { detail: `The bulk send is ${state}.` });
  return result;
}
