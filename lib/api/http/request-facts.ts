import type { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestFacts } from "@/lib/platform/context";

/** Data that our server attaches to each request (scripts/server/http-server.ts). */
interface ServedRequest {
  requestId: string;
  clientAddress: string;
  request: IncomingMessage;
  response: ServerResponse;
}

const storeKey = Symbol.for("paraph.request");

function served(): ServedRequest | undefined {
  return (globalThis as { [storeKey]?: AsyncLocalStorage<ServedRequest> })[storeKey]?.getStore();
}

/** True behind our own server, which sets `X-Request-Id` on every response itself. */
export function isServed(): boolean {
  return served() !== undefined;
}

/** Id and address come from our server, never from a header. A handler called directly generates its own id. */
export function requestFacts(request: Request): RequestFacts {
  return { ...pageFacts(request.headers), left: request.signal };
}

/** The response that our server is about to send, for pages: Next cannot set 410. */
export function servedResponse(): ServerResponse | undefined {
  return served()?.response;
}

/** Path and query requested by the browser, without the parameter that Next adds when it fetches part of a page. */
export function servedPath(): string {
  const url = new URL(served()?.request.url ?? "/", "http://localhost");
  url.searchParams.delete("_rsc");
  return `${url.pathname}${url.search}`;
}

/** The same for a page, which only has its request's headers. */
export function pageFacts(headers: Pick<Headers, "get">): RequestFacts {
  const facts = served();
  return {
    id: facts?.requestId ?? randomUUID(),
    address: facts?.clientAddress ?? "127.0.0.1",
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
  };
}
