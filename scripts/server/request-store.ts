import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Facts of a request that Next does not pass on. */
export interface ServedRequest {
  requestId: string;
  /** The caller's address, after `TRUST_PROXY`. */
  clientAddress: string;
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Lives on globalThis, because Next loads its own copy of every module: `lib/api/http` finds it there under the same symbol.
 */
export const requestStore = new AsyncLocalStorage<ServedRequest>();

(globalThis as Record<symbol, unknown>)[Symbol.for("paraph.request")] = requestStore;
