import { and, eq, sql } from "drizzle-orm";
import { idempotencyKeys, type MadeIds } from "@/db/schema/idempotency";
import type { Ctx } from "@/lib/context";
import { DomainError, type ErrorDetails } from "@/lib/errors";

/** The member of `made` that says the act was a refusal. */
export const refusedMark = "refused";

/**
 * Notes that an act is done, in the act's own transaction, so that the same request sent again after a crash is answered and not
 * done again (docs/spec/api.md#idempotency-and-concurrency). Call it once, last in the transaction: the row stays locked until that ends. `made`
 * holds the ids from which the answer can be rendered again, `secret` what is answered once and stored nowhere else in clear.
 * Does nothing without an Idempotency-Key. Throws `idempotency_in_progress`, which takes the act back, when another execution took
 * the key over because this one seemed dead.
 */
export async function markDone(tx: Ctx, made: MadeIds, secret?: string): Promise<void> {
  const { heldKey } = tx;
  if (!heldKey) return;
  const sealedSecret = secret === undefined ? null : tx.secrets.seal("idempotency", secret);
  const marked = await tx.db
    .update(idempotencyKeys)
    .set({ doneAt: sql`now()`, made, sealedSecret })
    .where(and(eq(idempotencyKeys.key, heldKey.key), eq(idempotencyKeys.run, heldKey.run)))
    .returning({ key: idempotencyKeys.key });
  if (marked.length === 0) throw new DomainError("idempotency_in_progress");
}

/** The same for a refusal that changed something, such as a wrong code that was counted. Call it in the transaction that counts. */
export async function markRefused(tx: Ctx, refusal: DomainError): Promise<void> {
  const { code, detail, attemptsLeft, retryAfterSeconds, violations } = refusal;
  await markDone(
    tx,
    { [refusedMark]: code },
    JSON.stringify({ detail, attemptsLeft, retryAfterSeconds, violations } satisfies {
      [name in keyof ErrorDetails]: unknown;
    }),
  );
}
