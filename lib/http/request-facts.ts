import type { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { RequestFacts } from "@/lib/context";

/** What our server puts beside each request (scripts/server/request-store.ts). */
interface ServedRequest {
  requestId: string;
  clientAddress: string;
}

const storeKey = Symbol.for("paraph.request");

function served(): ServedRequest | undefined {
  return (globalThis as { [storeKey]?: AsyncLocalStorage<ServedRequest> })[storeKey]?.getStore();
}

/** True behind our own server, which sets `X-Request-Id` on every answer itself. */
export function isServed(): boolean {
  return served() !== undefined;
}

/** Id and address come from our server, never from a header; a handler that is called directly gets an id of its own. */
export function requestFacts(request: Request): RequestFacts {
  const facts = served();
  return {
    id: facts?.requestId ?? randomUUID(),
    address: facts?.clientAddress ?? "127.0.0.1",
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 500),
  };
}
