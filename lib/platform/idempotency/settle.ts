import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/api-calls";
import type { Ctx, HeldKey } from "@/lib/platform/context";
import { leaseEnd, leaseSeconds } from "./begin";

/** An answer as sent, without the parts that differ each time, such as the request id. */
export interface StoredAnswer {
  status: number;
  headers: [string, string][];
  body: string;
}

/** Keys are kept for days, beyond any storage quota: a caller who repeats a call with a large answer must not fill the disk. */
const keptAnswerBytes = 16 * 1024;

/**
 * Stores the answer, which ends the execution. A recorded secret is wiped, because the answer contains it. A larger answer is not stored
 * but rendered again from the recorded facts; without any, the operation may run again.
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

/** Nothing was done: releases the key. A completed operation stays completed. */
export async function freeKey(ctx: Ctx, held: HeldKey): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(isHeld(held), isNull(idempotencyKeys.doneAt)));
}

export function readAnswer(ctx: Pick<Ctx, "secrets">, sealed: Buffer): StoredAnswer {
  return JSON.parse(ctx.secrets.open("idempotency", sealed).toString()) as StoredAnswer;
}

/** Sends heartbeats for the execution until the returned function is called. */
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
