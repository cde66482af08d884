import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { idempotencyKeys, type IdempotencyKey } from "@/db/schema/api-calls";
import type { Ctx, HeldKey } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** An execution without a heartbeat for this long counts as dead, in seconds; it renews three times as often. */
export const leaseSeconds = 15;

export type Begun =
  | { kind: "held"; held: HeldKey }
  /** The operation is done, and its answer was stored. */
  | { kind: "answered"; row: IdempotencyKey & { sealedAnswer: Buffer } }
  /** The operation is done, and its answer was lost. */
  | { kind: "done"; row: IdempotencyKey };

const attempts = 5;

/**
 * Acquires a key for one execution, or returns the outcome of the first. Throws `idempotency_key_reused` when the key belongs to another
 * request, `idempotency_in_progress` while the first is running.
 */
export async function beginKey(ctx: Ctx, key: string, asked: string): Promise<Begun> {
  const held: HeldKey = { key, run: randomUUID() };
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await insertKey(ctx, held, asked)) return { kind: "held", held };
    const begun = await lookAtKey(ctx, held, asked);
    if (begun) return begun;
  }
  throw inProgress(1);
}

/** Reads first: an insert that conflicts with an uncommitted change would wait for that transaction. */
async function insertKey(ctx: Ctx, { key, run }: HeldKey, asked: string): Promise<boolean> {
  const inserted = await ctx.db.execute(sql`
    insert into idempotency_keys (key, run, asked, leased_until) select ${key}, ${run}::uuid, ${asked}, ${leaseEnd()}
    where not exists (select from idempotency_keys where key = ${key}) on conflict do nothing`);
  return inserted.rowCount === 1;
}

/** Null when the key has just become free: try again. */
async function lookAtKey(ctx: Ctx, held: HeldKey, asked: string): Promise<Begun | null> {
  const isOver = sql`${idempotencyKeys.createdAt} <= now() - make_interval(secs => ${ctx.limits.idempotencyKeySeconds})`;
  const [found] = await ctx.db
    .select({
      row: idempotencyKeys,
      isOver: sql<boolean>`${isOver}`,
      leaseLeft: sql<number>`extract(epoch from ${idempotencyKeys.leasedUntil} - clock_timestamp())::float8`,
    })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, held.key));
  if (!found) return null;
  const { row } = found;
  if (found.isOver) {
    await ctx.db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, held.key), isOver));
    return null;
  }
  if (row.asked !== asked)
    throw new DomainError("idempotency_key_reused", {
      detail: "This Idempotency-Key came with another request before",
    });
  if (row.sealedAnswer) return { kind: "answered", row: { ...row, sealedAnswer: row.sealedAnswer } };
  if (row.doneAt) return { kind: "done", row };
  if (found.leaseLeft > 0) throw inProgress(found.leaseLeft);
  return (await takeOver(ctx, held, row)) ? { kind: "held", held } : null;
}

/** The previous execution died before it had a lasting effect. */
async function takeOver(ctx: Ctx, { key, run }: HeldKey, dead: IdempotencyKey): Promise<boolean> {
  const taken = await ctx.db
    .update(idempotencyKeys)
    .set({ run, leasedUntil: leaseEnd() })
    .where(
      and(
        eq(idempotencyKeys.key, key),
        eq(idempotencyKeys.run, dead.run),
        isNull(idempotencyKeys.doneAt),
        lte(idempotencyKeys.leasedUntil, sql`clock_timestamp()`),
      ),
    )
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
}

export function leaseEnd() {
  return sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;
}

function inProgress(retryAfterSeconds: number): DomainError {
  return new DomainError("idempotency_in_progress", {
    retryAfterSeconds,
    detail: "The first request with this Idempotency-Key is still under way",
  });
}
