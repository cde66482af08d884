import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, lte, sql, type SQL } from "drizzle-orm";
import { idempotencyKeys, type IdempotencyKey } from "@/db/schema/api-calls";
import { withHeldKey, type Ctx, type HeldKey } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { readMade, type Made } from "./keys";

const freeingMs = 1000;

/** One request with a key. */
export interface KeyedRequest {
  /** HMAC of operation, caller and key, and of the requested content. */
  key: string;
  requestHmac: string;
  /** Throws if the caller may no longer get the stored response. Null if no further check is needed. */
  assertMayReplay: (() => Promise<void>) | null;
  /** Executes the operation. A refusal that changed something is returned, not thrown, because it counts as done. */
  run: (ctx: Ctx) => Promise<StoredAnswer>;
  /** Renders the lost response of a completed operation. Null if the operation may simply run again. */
  again: ((ctx: Ctx, made: Made) => Promise<StoredAnswer>) | null;
}

interface Outcome {
  answer: StoredAnswer;
  isReplayed: boolean;
}

/**
 * Executes a request once, however often it is sent (docs/spec/api.md#idempotency-and-concurrency). Throws what
 * `beginKey` throws, and what `run` throws. In that case nothing was done, and the key is free.
 */
export async function runOnce(ctx: Ctx, request: KeyedRequest): Promise<Outcome> {
  const begun = await beginKey(ctx, request.key, request.requestHmac);
  if (begun.kind === "held") {
    const stopRenewing = keepLease(ctx, begun.held);
    return runAndStore(ctx, begun.held, request).finally(stopRenewing);
  }
  await request.assertMayReplay?.();
  if (begun.kind === "answered") return { answer: readAnswer(ctx, begun.row.sealedAnswer), isReplayed: true };
  const made = readMade(ctx, begun.row);
  const answer = request.again ? await request.again(ctx, made) : await request.run(ctx);
  await tryToStore(ctx, begun.row, answer);
  return { answer, isReplayed: true };
}

async function runAndStore(ctx: Ctx, held: HeldKey, { run }: KeyedRequest): Promise<Outcome> {
  const answer = await run(withHeldKey(ctx, held)).catch(async (error: unknown) => {
    await freeSoon(ctx, held);
    throw error;
  });
  await tryToStore(ctx, held, answer);
  return { answer, isReplayed: false };
}

/**
 * The caller's error must not wait long for a database that may be its cause. A key that cannot be released becomes
 * free when its lease expires.
 */
async function freeSoon(ctx: Ctx, held: HeldKey): Promise<void> {
  const freeing = freeKey(ctx, held).catch(() => undefined);
  await Promise.race([freeing, sleep(freeingMs, undefined, { ref: false })]);
}

/**
 * The operation is done, and a failure to store its response must not make it look failed. A repeated call renders it
 * again.
 */
async function tryToStore(ctx: Ctx, held: HeldKey, answer: StoredAnswer): Promise<void> {
  await storeAnswer(ctx, held, answer).catch((error: unknown) =>
    ctx.log.warn({ request: ctx.request?.id, err: error }, "idempotency: an answer was not stored"),
  );
}

/** An execution without a heartbeat for this many seconds counts as dead. It renews three times as often. */
export const leaseSeconds = 15;

export type Begun =
  | { kind: "held"; held: HeldKey }
  /** The operation is done, and its response was stored. */
  | { kind: "answered"; row: IdempotencyKey & { sealedAnswer: Buffer } }
  /** The operation is done, and its response was lost. */
  | { kind: "done"; row: IdempotencyKey };

const attempts = 5;

/**
 * Acquires a key for one execution, or returns the outcome of the first. Throws `idempotency_key_reused` if the key
 * belongs to a different request, and `idempotency_in_progress` while the first is running.
 */
export async function beginKey(ctx: Ctx, key: string, requestHmac: string): Promise<Begun> {
  const held: HeldKey = { key, run: randomUUID() };
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await insertKey(ctx, held, requestHmac)) return { kind: "held", held };
    const begun = await lookAtKey(ctx, held, requestHmac);
    if (begun) return begun;
  }
  throw inProgress(1);
}

/** Reads first, because an insert that conflicts with an uncommitted change would wait for that transaction. */
async function insertKey(ctx: Ctx, { key, run }: HeldKey, requestHmac: string): Promise<boolean> {
  const inserted = await ctx.db.execute(sql`
    insert into idempotency_keys (key, run, asked, leased_until) select ${key}, ${run}::uuid, ${requestHmac}, ${leaseEnd()}
    where not exists (select from idempotency_keys where key = ${key}) on conflict do nothing`);
  return inserted.rowCount === 1;
}

/** Null if the key has just become free and the caller should try again. */
async function lookAtKey(ctx: Ctx, held: HeldKey, requestHmac: string): Promise<Begun | null> {
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
  if (row.requestHmac !== requestHmac)
    throw new DomainError("idempotency_key_reused", {
      detail: "This Idempotency-Key came with another request before.",
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
    detail: "The first request with this Idempotency-Key is still under way.",
  });
}

/** A response as sent, without the parts that differ each time, such as the request id. */
export interface StoredAnswer {
  status: number;
  headers: [string, string][];
  body: string;
}

/**
 * Keys are kept for days and are not part of any storage quota, so a caller who repeats a call with a large response
 * must not be able to fill the disk.
 */
const keptAnswerBytes = 16 * 1024;

/**
 * Stores the response, which ends the execution. A recorded secret is wiped, because the response contains it. A larger
 * response is not stored but rendered again from the recorded facts. Without such facts, the operation may run again.
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

/** Nothing was done, so the key is released. A completed operation stays completed. */
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
