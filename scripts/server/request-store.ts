import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TraceContext } from "@/lib/platform/telemetry/tracing";

/** Facts of a request that Next does not pass on. */
export interface ServedRequest {
  requestId: string;
  /** The caller's address, after `TRUST_PROXY`. */
  clientAddress: string;
  /** Of the proxy in front, where one is trusted; log lines name it while tracing is off too. */
  trace: TraceContext | null;
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Lives on globalThis, because Next loads its own copy of every module: `lib/api/http` finds it there under the same symbol.
 */
export const requestStore = new AsyncLocalStorage<ServedRequest>();

(globalThis as Record<symbol, unknown>)[Symbol.for("paraph.request")] = requestStore;
