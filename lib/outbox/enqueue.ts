import { outboxJobs } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import type { OutboxKind, OutboxPayloads } from "./kinds";

export interface EnqueueOptions {
  /** A second job with this key is not enqueued, ever. */
  dedupeKey?: string;
  runAt?: Date;
  /** Sealed under the purpose "outbox"; wiped when the job is done or dead. */
  secret?: string;
}

/** Adds a job in the caller's transaction. Call `ctx.wakeOutbox()` after the commit to have it done at once. */
export async function enqueue<Kind extends OutboxKind>(
  ctx: Ctx,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  options: EnqueueOptions = {},
): Promise<void> {
  await ctx.db
    .insert(outboxJobs)
    .values({
      kind,
      payload: { ...payload },
      sealed: options.secret === undefined ? null : ctx.secrets.seal("outbox", options.secret),
      dedupeKey: options.dedupeKey ?? null,
      ...(options.runAt ? { runAt: options.runAt } : {}),
    })
    .onConflictDoNothing({ target: outboxJobs.dedupeKey });
}
