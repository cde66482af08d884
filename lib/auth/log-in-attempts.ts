import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { clearAttempts, countAttempt, foreverSeconds, undoAttempt } from "@/lib/rates/attempts";
import { networkOf } from "@/lib/rates/network";

/** One try to log in, counted before the password is looked at, so that parallel guesses cannot outrun the counter. */
export interface LogInAttempt {
  /** The password was right: forgets the failures of this account and network. */
  succeeded: () => Promise<void>;
  /** Nothing was verified (the server was too busy): as if not tried. */
  withdraw: () => Promise<void>;
}

/** Throws `rate_limited` over 10 failures per account and network, or 50 per network, in 15 minutes (POLICY.md section 1). */
export async function beginLogInAttempt(ctx: Ctx, email: string): Promise<LogInAttempt> {
  const { loginWindowSeconds, loginFailuresPerAccountAndNetwork, loginFailuresPerNetwork } = ctx.limits;
  const network = networkOf(ctx.request?.address ?? "");
  const pairKey = `login:${fingerprint(email)}:${network}`;
  const networkKey = networkKeyOf(network);
  const pair = await countAttempt(ctx, pairKey, loginWindowSeconds);
  const all = await countAttempt(ctx, networkKey, loginWindowSeconds);
  const secondsLeft = Math.max(pair.count > loginFailuresPerAccountAndNetwork ? pair.secondsLeft : 0, all.count > loginFailuresPerNetwork ? all.secondsLeft : 0);
  if (secondsLeft > 0) {
    ctx.log.warn({ request: ctx.request?.id, network }, "log-in: throttled");
    throw new DomainError("rate_limited", { retryAfterSeconds: secondsLeft, detail: "Too many failed log-ins; wait before you try again" });
  }
  return {
    succeeded: async () => {
      await clearAttempts(ctx, pairKey);
      await undoAttempt(ctx, networkKey);
    },
    withdraw: async () => {
      await undoAttempt(ctx, pairKey);
      await undoAttempt(ctx, networkKey);
    },
  };
}

/** A token that is nobody's: 256 bits cannot be guessed, but who tries is slowed like everybody. */
export async function countWrongToken(ctx: Ctx): Promise<DomainError> {
  const attempts = await countAttempt(ctx, networkKeyOf(networkOf(ctx.request?.address ?? "")), ctx.limits.loginWindowSeconds);
  if (attempts.count <= ctx.limits.loginFailuresPerNetwork) return new DomainError("invalid_credentials");
  return new DomainError("rate_limited", { retryAfterSeconds: attempts.secondsLeft, detail: "Too many failed log-ins; wait before you try again" });
}

/** Failures in a row of an address that has no account, so that it locks exactly like one that has. */
export async function countFailureWithoutAccount(ctx: Ctx, email: string): Promise<number> {
  const attempts = await countAttempt(ctx, `login-row:${fingerprint(email)}`, foreverSeconds);
  return attempts.count;
}

function networkKeyOf(network: string): string {
  return `login-network:${network}`;
}

function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}
