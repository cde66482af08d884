import type { Operation } from "@/lib/api/operation";
import { isCounted } from "@/lib/api/possible-errors";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { linkHash } from "@/lib/platform/idempotency/keys";
import { countRequest, isSpent, type RateState, type RequestKind } from "@/lib/platform/rates/request-rates";
import { linkIn } from "./answer-once";

/**
 * Counts a request before anything is done for it. Answers what the caller's answer says of it, in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10). When the counters cannot be had, reading goes on and everything else is `unavailable`: what
 * changes something, sends a code or signs must not become unlimited.
 */
export async function countApiRequest(
  ctx: Ctx,
  operation: Operation,
  actor: Actor,
  params: unknown,
): Promise<RateState[]> {
  if (!isCounted(operation)) return [];
  const link = linkIn(operation, params);
  const failed = failures.get(ctx.secrets);
  if (failed && performance.now() < failed.until) return uncounted(operation, failed.error);
  try {
    return await countRequest(ctx, actor, link === null ? null : linkHash(link), kindOf(operation));
  } catch (error) {
    failures.set(ctx.secrets, { error, until: performance.now() + pauseMs });
    ctx.log.warn({ request: ctx.request?.id, err: error }, "rates: requests are not counted");
    return uncounted(operation, error);
  }
}

/** Counters that failed are left alone for a moment: to wait for them again and again would hold up every reader. */
const pauseMs = 1000;
const failures = new WeakMap<Ctx["secrets"], { error: unknown; until: number }>();

function uncounted({ method }: Operation, cause: unknown): RateState[] {
  if (method === "GET") return [];
  throw new DomainError("unavailable", { cause });
}

/** Throws `rate_limited` when one of the policies is spent. */
export function assertNotSpent(states: readonly RateState[]): void {
  if (!isSpent(states)) return;
  const [name, retryAfterSeconds] = [states.at(-1)?.name, Math.max(...states.map(({ retrySeconds }) => retrySeconds))];
  throw new DomainError("rate_limited", {
    retryAfterSeconds,
    detail: `Too many requests; the limit is ${states.at(-1)?.quota} a minute (${name})`,
  });
}

export function setRateHeaders(headers: Headers, states: readonly RateState[]): void {
  if (states.length === 0) return;
  headers.set("ratelimit-policy", states.map(({ name, quota }) => `"${name}";q=${quota};w=60`).join(", "));
  headers.set(
    "ratelimit",
    states.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${Math.ceil(resetSeconds)}`).join(", "),
  );
}

/** A document that comes in, to be kept or to be verified. */
function kindOf({ method, bodyKind, caller }: Operation): RequestKind {
  if (method !== "POST") return null;
  if (bodyKind === "pdf") return caller === "public" ? "verification" : "upload";
  return bodyKind === "json-with-file" && caller === "requester" ? "upload" : null;
}
