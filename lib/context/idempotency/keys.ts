import { and, eq, sql } from "drizzle-orm";
import { idempotencyKeys, type IdempotencyKey, type MadeIds } from "@/db/schema/api-calls";
import type { Actor, Ctx } from "@/lib/context/context";
import { networkOf } from "@/lib/context/rates/request-rates";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError, errorCodes, invalid, type ErrorDetails } from "@/lib/platform/errors";

/**
 * The header's value, or null without the header. Throws `validation_failed` unless it is 1 to 255 visible ASCII
 * characters.
 */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw invalid(
    "/header/Idempotency-Key",
    "format_invalid",
    "Idempotency-Key must be 1 to 255 visible ASCII characters",
  );
}

/**
 * The owner of a key: an account with any credential, a guest, the holder of a sign link, or otherwise the caller's
 * network. Different callers may use the same key for their own requests.
 */
export function callerOf(ctx: Pick<Ctx, "request">, actor: Actor, link: string | null): string {
  if (actor.kind === "account") return `account:${actor.account.id}`;
  if (actor.kind === "guest") return `guest:${actor.signRequestId}`;
  if (link !== null) return `link:${linkHash(link)}`;
  return `network:${networkOf(ctx.request?.address ?? "")}`;
}

/** Base64url characters of 128 bits. */
const randomLength = 22;
const fewestCharacters = 8;

/** False for a key that others could guess, such as "1" or one of zeros and a number. A UUID is random. */
export function looksRandom(key: string): boolean {
  return key.length >= randomLength && new Set(key).size >= fewestCharacters;
}

/** Identifies a link without revealing it. */
export function linkHash(link: string): string {
  return sha256Hex(link.toLowerCase());
}

/** The facts recorded by `markDone` before the response was lost. A recorded secret is under `secret`. */
export type Made = MadeIds;

/** The facts of a completed operation. Throws its error if it was refused. */
export function readMade(ctx: Pick<Ctx, "secrets">, row: Pick<IdempotencyKey, "made" | "sealedSecret">): Made {
  const secret = row.sealedSecret ? ctx.secrets.open("idempotency", row.sealedSecret).toString() : null;
  const refused = errorCodes.find((code) => code === row.made?.[refusedMark]);
  if (refused) throw new DomainError(refused, JSON.parse(secret ?? "{}") as ErrorDetails);
  return { ...row.made, ...(secret === null ? {} : { secret }) };
}

/** An id that the operation recorded: `madeId(made, "fileId")`. */
export function madeId(made: Made, name: string): number {
  const id = made[name];
  if (typeof id !== "number") throw new Error(`the operation noted no ${name}`);
  return id;
}

/** The file that the operation created or changed. */
export function madeFile(made: Made): { fileId: number } {
  return { fileId: madeId(made, "fileId") };
}

/** Several ids that the operation recorded. */
export function madeIds(made: Made, name: string): readonly number[] {
  const ids = made[name];
  if (!Array.isArray(ids)) throw new Error(`the operation noted no ${name}`);
  return ids as readonly number[];
}

/** A text that the operation recorded: `madeText(made, "secret")`. */
export function madeText(made: Made, name: string): string {
  const text = made[name];
  if (typeof text !== "string") throw new Error(`the operation noted no ${name}`);
  return text;
}

/** The member of `made` that marks a refusal. */
const refusedMark = "refused";

/**
 * Records in its own transaction that an operation is complete, so that the same request sent again after a crash gets
 * a response without being executed again (docs/spec/api.md#idempotency-and-concurrency). Call it once, last in the
 * transaction: the row stays locked until the transaction ends. `made` contains the ids from which the response can be
 * rendered again, `secret` a value that is returned once and stored nowhere else in clear. Does nothing without an
 * Idempotency-Key. Throws `idempotency_in_progress`, which rolls the operation back, if another execution took over the
 * key because this one seemed dead.
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

/**
 * Like `markDone`, for a refusal that changed something, such as a counted wrong code. Call it in the transaction that
 * counts.
 */
export async function markRefused(tx: Ctx, refusal: DomainError): Promise<void> {
  const { code, detail, reason, bound, attemptsLeft, retryAfterSeconds, violations } = refusal;
  await markDone(
    tx,
    { [refusedMark]: code },
    JSON.stringify({ detail, reason, bound, attemptsLeft, retryAfterSeconds, violations } satisfies {
      [name in keyof ErrorDetails]: unknown;
    }),
  );
}

/** Deletes keys past their retention. Returns the number. */
export async function sweepIdempotencyKeys(ctx: Ctx): Promise<number> {
  const gone = await ctx.db
    .delete(idempotencyKeys)
    .where(sql`${idempotencyKeys.createdAt} <= now() - make_interval(secs => ${ctx.limits.idempotencyKeySeconds})`)
    .returning({ key: idempotencyKeys.key });
  return gone.length;
}
