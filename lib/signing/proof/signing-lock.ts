import type { Ctx } from "@/lib/context/context";
import { methodKinds } from "@/lib/context/sign-methods/registry";
import { codeLock, liveCode, nextCodeAt, readCodes, secondsUntil, type CodeAttempt } from "./code-history";
import { isLockedForGood } from "./password-attempts";
import { findSigningKey } from "./unlock-signing-key";

/** A lock after wrong tries. `until` is null when only a new signing password, or another signer, helps. */
export interface SigningLock {
  until: Date | null;
  retryAfterSeconds: number;
}

/**
 * The lock caused by wrong codes to sign or wrong signing passwords; null when the signer may try. A guest has no
 * account.
 */
export async function readSigningLock(
  ctx: Ctx,
  signing: Pick<CodeAttempt, "file" | "signRequest">,
  accountId: number | null,
): Promise<SigningLock | null> {
  const now = await ctx.now();
  const { kind } = methodKinds[signing.signRequest.signMethod];
  if (kind === "code") return readCodesLock(ctx, { ...signing, viaLink: true, purpose: "sign" }, now);
  if (kind === "link") return null;
  return accountId === null ? null : passwordLock(ctx, accountId, now);
}

async function passwordLock(ctx: Ctx, accountId: number, now: Date): Promise<SigningLock | null> {
  const key = await findSigningKey(ctx, accountId);
  if (!key?.lockedUntil || key.lockedUntil <= now) return null;
  return isLockedForGood(key.lockedUntil)
    ? { until: null, retryAfterSeconds: 24 * 3600 }
    : lockUntil(key.lockedUntil.getTime(), now);
}

/** The lock caused by wrong codes of one purpose; null when one more may be tried or sent. */
export async function readCodesLock(ctx: Ctx, attempt: CodeAttempt, now: Date): Promise<SigningLock | null> {
  const codes = await readCodes(ctx, attempt, now);
  const lock = codeLock(ctx, attempt, codes, now);
  if (lock)
    return lock.isForGood
      ? { until: null, retryAfterSeconds: secondsUntil(lock.until, now) }
      : lockUntil(lock.until, now);
  const live = liveCode(codes, attempt, now);
  if (!live || live.wrongTries < ctx.limits.codeWrongTries) return null;
  const next = nextCodeAt(ctx, attempt, codes, now);
  return next > now ? lockUntil(next.getTime(), now) : null;
}

function lockUntil(until: number, now: Date): SigningLock {
  return { until: new Date(until), retryAfterSeconds: secondsUntil(until, now) };
}
