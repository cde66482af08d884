import type { Operation } from "@/lib/api/operation";
import { isCounted } from "@/lib/api/possible-errors";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { linkHash } from "@/lib/platform/idempotency/keys";
import { countRequest, isSpent, type RateState, type RequestKind } from "@/lib/platform/rates/request-rates";
import { linkIn } from "./answer-once";

/**
 * Counts a request before it is processed. Returns the values of `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10). If the counters are unavailable, reads continue and everything else is `unavailable`, because
 * calls that change something, send a code or sign must not become unlimited.
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
    return await countRequest(ctx, actor, link === null ? null : linkHash(link), requestKindOf(operation));
  } catch (error) {
    failures.set(ctx.secrets, { error, until: performance.now() + pauseMs });
    ctx.log.warn({ request: ctx.request?.id, err: error }, "rates: requests are not counted");
    return uncounted(operation, error);
  }
}

/** Failed counters are not retried for a moment, because waiting for them each time would delay every reader. */
const pauseMs = 1000;
const failures = new WeakMap<Ctx["secrets"], { error: unknown; until: number }>();

function uncounted({ method }: Operation, cause: unknown): RateState[] {
  if (method === "GET") return [];
  throw new DomainError("unavailable", { cause });
}

/** Throws `rate_limited` if one of the policies is used up. */
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

/** A document or attachment to be stored, or a document to be verified. */
function requestKindOf({ bodyKind, caller, copiesDocument }: Operation): RequestKind {
  if (copiesDocument) return "upload";
  if (bodyKind === "file" || bodyKind === "document") return "upload";
  if (bodyKind === "pdf") return caller === "public" ? "verification" : "upload";
  return bodyKind === "json-with-file" && caller === "requester" ? "upload" : null;
}
