import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { countAttempt } from "./attempts";
import { networkOf } from "./network";

/**
 * What a sign link that leads nowhere answers: `not_found`, and `rate_limited` from the 61st a minute and network on
 * (docs/spec/limits.md). Counts the miss, so call it once, outside a transaction, and throw what it returns.
 */
export async function linkMiss(ctx: Ctx): Promise<DomainError> {
  const network = networkOf(ctx.request?.address ?? "");
  const misses = await countAttempt(ctx, `link-miss:${network}`, 60);
  if (misses.count <= ctx.limits.linkMissesPerMinute) return new DomainError("not_found");
  return new DomainError("rate_limited", {
    retryAfterSeconds: misses.secondsLeft,
    detail: "Too many links that lead nowhere",
  });
}
