import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** When its connection to a server breaks, a load balancer answers 502 without a Retry-After. */
const pauseAfter502Ms = 200;

/** The connections of one caller. Lightweight, because the caller shares the machine with the measured server. */
export interface Caller {
  call<Body>(method: string, path: string, authorization: string | null, body?: unknown): Promise<Body>;
  close(): void;
}

interface RepeatingCaller extends Caller {
  /** Requests that were answered 502 or 503 and retried. */
  readonly refused: number;
}

interface CallerOptions {
  /**
   * Retries a request answered 503 after the delay that the answer names, and one answered 502. By key: with the same
   * Idempotency-Key, as clients should. A key costs the server extra statements, so measurements do without.
   */
  repeats?: "by_key" | "without_key";
}

/** Calls below /api/v1. `body` is an object, or text that is already JSON. Throws for every answer except 2xx. */
export function makeCaller(origin: string, { repeats }: CallerOptions = {}): RepeatingCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let refused = 0;
  return {
    get refused() {
      return refused;
    },
    async call<Body>(method: string, path: string, authorization: string | null, body?: unknown): Promise<Body> {
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      const url = origin + (path.startsWith("/metrics") ? path : `/api/v1${path}`);
      const key = repeats === "by_key" && method !== "GET" ? randomUUID() : null;
      let answer = await send(agent, url, method, { authorization, key }, text);
      while (repeats !== undefined && (answer.status === 503 || answer.status === 502)) {
        refused += 1;
        if (answer.status === 503 && answer.retryAfterSeconds === null)
          throw new Error(`${method} ${path} answered 503 without Retry-After`);
        await sleep(answer.retryAfterSeconds === null ? pauseAfter502Ms : answer.retryAfterSeconds * 1000);
        answer = await send(agent, url, method, { authorization, key }, text);
      }
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
      return (answer.text.startsWith("{") ? JSON.parse(answer.text) : answer.text) as Body;
    },
    close: () => agent.destroy(),
  };
}

function send(
  agent: Agent,
  url: string,
  method: string,
  { authorization, key }: { authorization: string | null; key: string | null },
  body: string | undefined,
): Promise<{ status: number; text: string; retryAfterSeconds: number | null }> {
  const headers = {
    ...(authorization === null ? {} : { authorization }),
    ...(key === null ? {} : { "idempotency-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          retryAfterSeconds: response.headers["retry-after"] ? Number(response.headers["retry-after"]) : null,
        }),
      );
    })
      .on("error", reject)
      .end(body);
  });
}
