import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency";
import type { Ctx, HeldKey } from "@/lib/platform/context";
import { leaseEnd, leaseSeconds } from "./begin";

/** An answer as it went out: everything but what belongs to one sending, such as the request id. */
export interface StoredAnswer {
  status: number;
  headers: [string, string][];
  body: string;
}

/** Keys are kept for days, beyond any storage quota: a caller who repeats a call with a large answer must not fill the disk. */
const keptAnswerBytes = 16 * 1024;

/**
 * Stores the answer, which ends the execution. A secret noted meanwhile is in the answer, and wiped beside it. A larger answer is not kept: it is
 * rendered again from what was noted, and what noted nothing may run again.
 */
export async function storeAnswer(ctx: Ctx, held: HeldKey, answer: StoredAnswer): Promise<void> {
  if (Buffer.byteLength(answer.body) > keptAnswerBytes) return freeKey(ctx, held);
  await ctx.db
    .update(idempotencyKeys)
    .set({
      sealedAnswer: ctx.secrets.seal("idempotency", JSON.stringify(answer)),
      doneAt: sql`coalesce(${idempotencyKeys.doneAt}, now())`,
      sealedSecret: null,
    })
    .where(isHeld(held));
}

/** Nothing was done: the key is free again. What was done stays done. */
export async function freeKey(ctx: Ctx, held: HeldKey): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(isHeld(held), isNull(idempotencyKeys.doneAt)));
}

export function readAnswer(ctx: Pick<Ctx, "secrets">, sealed: Buffer): StoredAnswer {
  return JSON.parse(ctx.secrets.open("idempotency", sealed).toString()) as StoredAnswer;
}

/** Says at intervals that the execution lives, until the answered function is called. */
export function keepLease(ctx: Ctx, held: HeldKey): () => void {
  const renew = (): void =>
    void ctx.db
      .update(idempotencyKeys)
      .set({ leasedUntil: leaseEnd() })
      .where(isHeld(held))
      .catch(() => undefined);
  const timer = setInterval(renew, (leaseSeconds / 3) * 1000).unref();
  return () => clearInterval(timer);
}

function isHeld({ key, run }: HeldKey): SQL | undefined {
  return and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.run, run));
}
