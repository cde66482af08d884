import { isDatabaseLost } from "@/db/lost-database";
import type { Operation } from "@/lib/api/operations/operation";
import { resolveVisitor } from "@/lib/auth/resolve-actor";
import { withRequest, type Actor, type Ctx } from "@/lib/context/context";
import { linkHash } from "@/lib/context/idempotency/keys";
import { countPage, countRequest, isSpent, type RateState, type RequestKind } from "@/lib/context/rates/request-rates";
import { withCaller } from "@/lib/documents/engine-turn";
import { DomainError } from "@/lib/platform/errors";
import { processWide } from "@/lib/platform/next/process-wide";
import { noteForwardedCaller, pageFacts, requestStore, type ServedRequest } from "@/lib/platform/next/served-request";
import { countProblem } from "@/lib/platform/telemetry/counters";
import { errorType } from "@/lib/platform/telemetry/tracing";
import { runtime } from "@/lib/runtime";
import { linkIn } from "./answer-once";
import { isCounted } from "./possible-errors";
import { toDomainError } from "./responses";

/**
 * Counts a request before it is processed. Returns the values of `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10). If the counters are unavailable, reads continue and everything else is
 * `unavailable`, because calls that change something, send a code or sign must not become unlimited.
 */
export async function countApiRequest(
  ctx: Ctx,
  operation: Operation,
  actor: Actor,
  params: unknown,
): Promise<RateState[]> {
  noteCaller(ctx, actor);
  if (!isCounted(operation)) return [];
  const link = linkIn(operation, params);
  return withCounters(ctx, {
    subject: "requests",
    count: () => countRequest(ctx, actor, link === null ? null : linkHash(link), requestKindOf(operation)),
    otherwise: (error) => uncounted(operation, error),
    isPassedOn: () => false,
  });
}

/**
 * Counts a request for a page. If only the counters are unavailable, it is shown. Throws `rate_limited`, and what a
 * lost database throws.
 */
async function countPageRequest(ctx: Ctx, actor: Actor, link: string | null): Promise<void> {
  noteCaller(ctx, actor);
  const states = await withCounters(ctx, {
    subject: "pages",
    count: async () => [await countPage(ctx, actor, link)],
    otherwise: () => [],
    isPassedOn: isDatabaseLost,
  });
  assertNotSpent(states);
}

/** For the warning about a proxy that is not trusted (`isProxyUntrusted`). */
function noteCaller({ request }: Ctx, actor: Actor): void {
  if (actor.kind === "account") noteForwardedCaller(request?.address ?? "", `account:${actor.account.id}`);
  if (actor.kind === "guest") noteForwardedCaller(request?.address ?? "", `guest:${actor.signRequestId}`);
}

interface Counting {
  /** For the log. */
  subject: "requests" | "pages";
  count: () => Promise<RateState[]>;
  /** The result while the counters are unavailable. */
  otherwise: (error: unknown) => RateState[];
  /** Errors that are thrown instead, and not remembered. */
  isPassedOn: (error: unknown) => boolean;
}

/** Failed counters are not retried for a moment, because waiting for them each time would delay every reader. */
const pauseMs = 1000;
const failures = new WeakMap<Ctx["secrets"], { error: unknown; until: number }>();

async function withCounters(ctx: Ctx, { subject, count, otherwise, isPassedOn }: Counting): Promise<RateState[]> {
  const failed = failures.get(ctx.secrets);
  if (failed && performance.now() < failed.until && !isPassedOn(failed.error)) return otherwise(failed.error);
  try {
    return await count();
  } catch (error) {
    if (isPassedOn(error)) throw error;
    failures.set(ctx.secrets, { error, until: performance.now() + pauseMs });
    ctx.log.warn({ request: ctx.request?.id, err: error }, `rates: ${subject} are not counted`);
    return otherwise(error);
  }
}

function uncounted({ method, countedAs }: Operation, cause: unknown): RateState[] {
  if (method === "GET" || countedAs === "status") return [];
  throw new DomainError("unavailable", { cause });
}

/** Throws `rate_limited` if one of the policies is used up. */
export function assertNotSpent(states: readonly RateState[]): void {
  if (!isSpent(states)) return;
  const [name, retryAfterSeconds] = [states.at(-1)?.name, Math.max(...states.map(({ retrySeconds }) => retrySeconds))];
  throw new DomainError("rate_limited", {
    retryAfterSeconds,
    detail: `Too many requests. The limit is ${states.at(-1)?.quota} a minute (${name}).`,
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

/** A document or attachment to be stored, a document to be verified, or a query about certificates. */
function requestKindOf({ bodyKind, caller, copiesDocument, countedAs }: Operation): RequestKind {
  if (countedAs) return countedAs;
  if (copiesDocument) return "upload";
  if (bodyKind === "file" || bodyKind === "document") return "upload";
  if (bodyKind === "pdf") return caller === "public" ? "verification" : "upload";
  return bodyKind === "json-with-file" && caller === "requester" ? "upload" : null;
}

export interface PageVisitor {
  ctx: Ctx;
  actor: Actor;
}

/** Of pages, once something has needed them. */
const visitors = processWide("visitors", () => new WeakMap<ServedRequest, Promise<PageVisitor>>());

/**
 * The signed-in account that requests a page, or the public. Looked up once per request: our server needs it before the
 * page, and so do the page, its frame and its language. It is in this module, and not in `page-request.ts`, because our
 * server's bundle of routes loads nothing of Next.
 */
export function pageVisitor(requestHeaders: Pick<Headers, "get">): Promise<PageVisitor> {
  const served = requestStore.getStore();
  if (!served) return resolve(requestHeaders);
  const visitor = visitors.get(served) ?? resolve(requestHeaders);
  visitors.set(served, visitor);
  return visitor;
}

async function resolve(requestHeaders: Pick<Headers, "get">): Promise<PageVisitor> {
  const ctx = withRequest(runtime().ctx, pageFacts(requestHeaders));
  const actor = await resolveVisitor(ctx, requestHeaders, null);
  return { ctx: withCaller(ctx, actor), actor };
}

/** The sign link in the path of its page, or null. */
export function linkOfSignPage(pathAndQuery: string): string | null {
  return /^\/sign\/([0-9a-f-]{36})(?:[/?]|$)/i.exec(pathAndQuery)?.[1] ?? null;
}

/**
 * Counts the request for a page, before Next renders anything. It needs the database, so a page that cannot be shown is
 * refused while its status can still be set: Next sends the status of data for a page before it has any. Throws
 * `rate_limited`, and what the database throws.
 */
export async function admitPage(requestHeaders: Pick<Headers, "get">): Promise<void> {
  try {
    const { ctx, actor } = await pageVisitor(requestHeaders);
    const link = linkOfSignPage(requestStore.getStore()?.request.url ?? "");
    await countPageRequest(ctx, actor, link === null ? null : linkHash(link));
  } catch (error) {
    const { code, cause } = toDomainError(error);
    countProblem(code, cause === undefined ? null : errorType(cause));
    if (code === "unavailable") runtime().ctx.log.warn({ request: pageFacts(requestHeaders).id, err: error }, code);
    throw error;
  }
}
