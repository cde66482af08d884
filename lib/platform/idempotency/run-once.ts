import { setTimeout as sleep } from "node:timers/promises";
import { withHeldKey, type Ctx, type HeldKey } from "@/lib/platform/context";
import { beginKey } from "./begin";
import { readMade, type Made } from "./keys";
import { freeKey, keepLease, readAnswer, storeAnswer, type StoredAnswer } from "./settle";

const freeingMs = 1000;

/** One request that carries a key. */
export interface KeyedRequest {
  /** HMAC of operation, caller and key, and of what was asked. */
  key: string;
  asked: string;
  /** Throws when the caller may not get the stored answer any more; null where no further check is needed. */
  assertMayReplay: (() => Promise<void>) | null;
  /** Executes the operation. A refusal that changed something is returned, not thrown: it counts as done. */
  run: (ctx: Ctx) => Promise<StoredAnswer>;
  /** Renders the lost answer of what was done; null where the operation may simply run again. */
  again: ((ctx: Ctx, made: Made) => Promise<StoredAnswer>) | null;
}

interface Outcome {
  answer: StoredAnswer;
  isReplayed: boolean;
}

/**
 * Executes a request once, however often it is sent (docs/spec/api.md#idempotency-and-concurrency). Throws what `beginKey` throws, and what
 * `run` throws: then nothing was done, and the key is free.
 */
export async function runOnce(ctx: Ctx, request: KeyedRequest): Promise<Outcome> {
  const begun = await beginKey(ctx, request.key, request.asked);
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

/** The error does not wait long for a database that may be its cause. A key that cannot be released becomes free when its lease expires. */
async function freeSoon(ctx: Ctx, held: HeldKey): Promise<void> {
  const freeing = freeKey(ctx, held).catch(() => undefined);
  await Promise.race([freeing, sleep(freeingMs, undefined, { ref: false })]);
}

/** The operation is done, and a failure to store its answer must not make it look failed. A repeated call renders it again. */
async function tryToStore(ctx: Ctx, held: HeldKey, answer: StoredAnswer): Promise<void> {
  await storeAnswer(ctx, held, answer).catch((error: unknown) =>
    ctx.log.warn({ request: ctx.request?.id, err: error }, "idempotency: an answer was not stored"),
  );
}
