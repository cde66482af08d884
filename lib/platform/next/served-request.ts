import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dayMs } from "@/lib/platform/locale/format";
import { processWide } from "./process-wide";

/** The caller's address and headers. Recorded in the audit trail, never returned. */
export interface RequestFacts {
  id: string;
  address: string;
  userAgent: string;
  /** Aborts if the client disconnects before the response. Not set for pages. */
  left?: AbortSignal;
}

/**
 * Facts about a request that Next does not pass on: the address of the socket (vercel/next.js#47793), our request id,
 * and the response itself.
 */
export interface ServedRequest {
  requestId: string;
  /** The caller's address, determined with `TRUST_PROXY`. */
  clientAddress: string;
  /** Trace context of the trusted proxy in front, if any; log lines include it even while tracing is off. */
  trace: { traceId: string; spanId: string } | null;
  request: IncomingMessage;
  response: ServerResponse;
  /** The first error that a page did not handle. */
  failure?: unknown;
}

/** Set by scripts/server/http-server.ts. */
export const requestStore = processWide("request", () => new AsyncLocalStorage<ServedRequest>());

/** The id that Next gives each build. Set by scripts/server/operator-paths.ts. */
export const servedBuild = processWide("build", () => ({ build: "development" }));

/**
 * Addresses whose requests named a proxy although none is trusted, with the time (ms) of the last one, and the last
 * callers from each with the time of their last request.
 */
const forwarders = processWide("forwarders", () => new Map<string, { at: number; callers: Map<string, number> }>());
const mostForwarders = 100;
/** Different callers from one address: more than the tokens and sessions of one person. */
const manyCallers = 3;

/** Records a request that names a proxy. Called by scripts/server/incoming-request.ts. */
export function noteForwarder(address: string): void {
  const { callers } = forwarders.get(address) ?? { callers: new Map<string, number>() };
  forwarders.delete(address);
  forwarders.set(address, { at: Date.now(), callers });
  const [oldest] = forwarders.keys();
  if (forwarders.size > mostForwarders && oldest !== undefined) forwarders.delete(oldest);
}

/** Records who calls from an address that named a proxy: an account or a guest, with whatever credential. */
export function noteForwardedCaller(address: string, caller: string): void {
  const callers = forwarders.get(address)?.callers;
  if (!callers) return;
  callers.delete(caller);
  callers.set(caller, Date.now());
  const [oldest] = callers.keys();
  if (callers.size > manyCallers && oldest !== undefined) callers.delete(oldest);
}

/** Whether several callers shared an address that named a proxy, within the last day. */
export function isProxyUntrusted(): boolean {
  const since = Date.now() - dayMs;
  return [...forwarders.values()].some(
    ({ at, callers }) => at >= since && [...callers.values()].filter((last) => last >= since).length >= manyCallers,
  );
}

/** True behind our own server, which sets `X-Request-Id` on every response itself. */
export function isServed(): boolean {
  return requestStore.getStore() !== undefined;
}

/** Id and address come from our server, never from a header. A handler called directly generates its own id. */
export function requestFacts(request: { headers: Pick<Headers, "get">; signal: AbortSignal }): RequestFacts {
  return { ...pageFacts(request.headers), left: request.signal };
}

/**
 * Sets the status of this page, which Next cannot (discussion 53225 of vercel/next.js), such as 410 for an expired link
 * (docs/spec/interface.md#link-states). Call it before the page has rendered anything.
 */
export function answerWithStatus(status: number, answerHeaders: Record<string, string> = {}): void {
  const response = requestStore.getStore()?.response;
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
}

/**
 * Allows pages of these origins to show this page in a frame, which is otherwise forbidden (decision 81). Call it
 * before the page has rendered anything.
 */
export function allowFrames(origins: readonly string[]): void {
  const response = requestStore.getStore()?.response;
  if (!response || response.headersSent) return;
  const policy = String(response.getHeader("content-security-policy") ?? "frame-ancestors 'none'");
  response.setHeader(
    "content-security-policy",
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(" ")}`),
  );
  response.removeHeader("x-frame-options");
  response.setHeader("cross-origin-resource-policy", "cross-origin");
}

/** True for a HEAD, which Next renders like a GET although no one sees the page. */
export function isHeadRequest(): boolean {
  return requestStore.getStore()?.request.method === "HEAD";
}

/**
 * Records the error of a page. Next answers any with 500, also a lost database (`replaceForeignRefusals`). Called by
 * instrumentation.ts, the only place to which Next reports the error itself.
 */
export function noteFailure(error: unknown): void {
  const served = requestStore.getStore();
  if (served) served.failure ??= error;
}

/** Path and query requested by the browser, without the parameter that Next adds when it fetches part of a page. */
export function servedPath(): string {
  const url = new URL(requestStore.getStore()?.request.url ?? "/", "http://localhost");
  url.searchParams.delete("_rsc");
  return `${url.pathname}${url.search}`;
}

/** The facts of a page's request, of which only headers are known. */
export function pageFacts(headers: Pick<Headers, "get">): RequestFacts {
  const facts = requestStore.getStore();
  return {
    id: facts?.requestId ?? crypto.randomUUID(),
    address: facts?.clientAddress ?? "127.0.0.1",
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
  };
}
