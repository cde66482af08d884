import { Agent, request } from "node:http";
import type { Caller } from "../journeys/keep-alive-client";

/** One answer from the client's view. Status 0 means that the connection broke. */
export interface Noted {
  status: number;
  hasRetryAfter: boolean;
  milliseconds: number;
}

/** An answer that keeps its caller from continuing. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`answered ${String(status)}: ${text.slice(0, 300)}`);
  }
}

/** The caller disconnected; this is not a fault of the service. */
export class LeftError extends Error {
  constructor() {
    super("the caller left");
  }
}

export interface NotingCaller extends Caller {
  /** Sends any body and returns the body of the answer. Throws RefusedError for status 300 and above. */
  send(method: string, path: string, headers: Record<string, string>, body?: Buffer | string): Promise<Buffer>;
  /**
   * Closes every connection, including those with pending requests, like people who close the page. Pending and later
   * calls throw LeftError; neither is reported.
   */
  leave(): void;
}

/** A client with as many connections as it needs that reports every answer to `note`. */
export function makeNotingCaller(origin: string, note: (answer: Noted) => void): NotingCaller {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  let hasLeft = false;
  const send: NotingCaller["send"] = (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      if (hasLeft) return reject(new LeftError());
      const startedAt = performance.now();
      const done = (status: number, hasRetryAfter: boolean): void =>
        note({ status, hasRetryAfter, milliseconds: performance.now() - startedAt });
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const broken = (error: Error): void => {
        if (hasLeft) return reject(new LeftError());
        done(0, false);
        reject(error);
      };
      request(origin + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part)).on("error", broken);
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          done(status, response.headers["retry-after"] !== undefined);
          if (status < 300) resolve(Buffer.concat(parts));
          else reject(new RefusedError(status, Buffer.concat(parts).toString()));
        });
      })
        .on("error", broken)
        .end(body);
    });
  return {
    send,
    async call<Body>(method: string, path: string, authorization: string | null, body?: unknown): Promise<Body> {
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      const headers = {
        ...(authorization === null ? {} : { authorization }),
        ...(text === undefined ? {} : { "content-type": "application/json" }),
      };
      const answer = await send(method, path.startsWith("/metrics") ? path : `/api/v1${path}`, headers, text);
      return (answer[0] === 0x7b ? JSON.parse(answer.toString()) : answer.toString()) as Body;
    },
    leave: () => {
      hasLeft = true;
      agent.destroy();
    },
    close: () => agent.destroy(),
  };
}
