import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { apiClient, type ApiClient } from "../api-client";

/** Longer than a dead process's lease on a job (60 s) plus a server start. */
export const patienceMs = 150_000;
const pauseMs = 200;

/**
 * A client that retries a request that got no answer, 502 or 503, with the same Idempotency-Key, as docs/operations.md
 * asks of clients behind a load balancer.
 */
export function persistentClient(origin: string): ApiClient {
  const inner = apiClient(origin);
  return {
    origin,
    call(method, where, options = {}) {
      const headers = method === "GET" ? {} : { "idempotency-key": randomUUID() };
      return untilAnswered(async () => {
        const answer = await inner.call<never>(method, where, { ...options, headers });
        const { code } = answer.body as { code?: string };
        return answer.status === 503 || code === "idempotency_in_progress" ? undefined : answer;
      });
    },
    bytes: (where, as) => untilAnswered(() => inner.bytes(where, as)),
  };
}

async function untilAnswered<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const isLast = performance.now() > endsAt;
    const answer = await ask().catch((error: unknown) => {
      if (isLast) throw error;
      return undefined;
    });
    if (answer !== undefined) return answer;
    if (isLast) throw new Error("the server stayed busy");
    await sleep(pauseMs);
  }
}
