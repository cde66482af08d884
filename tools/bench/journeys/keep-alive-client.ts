import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** One caller's connections. Lean, because the caller shares the machine with the server that is measured. */
export interface Caller {
  call<Body>(method: string, path: string, authorization: string | null, body?: unknown): Promise<Body>;
  close(): void;
}

interface CallerOptions {
  /** Repeats a request that was answered 503, after the time that the answer names and with the same Idempotency-Key. */
  repeats?: boolean;
}

/** Calls below /api/v1; `body` is JSON, or text that is JSON already. Throws for every answer but 2xx. */
export function makeCaller(origin: string, { repeats = false }: CallerOptions = {}): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async call<Body>(method: string, path: string, authorization: string | null, body?: unknown): Promise<Body> {
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      const url = origin + (path.startsWith("/metrics") ? path : `/api/v1${path}`);
      const key = repeats && method !== "GET" ? randomUUID() : null;
      let answer = await send(agent, url, method, { authorization, key }, text);
      while (repeats && answer.status === 503) {
        await sleep(answer.retryAfterSeconds * 1000);
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
): Promise<{ status: number; text: string; retryAfterSeconds: number }> {
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
          retryAfterSeconds: Number(response.headers["retry-after"] ?? 1),
        }),
      );
    })
      .on("error", reject)
      .end(body);
  });
}
