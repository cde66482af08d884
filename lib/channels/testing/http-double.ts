import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect } from "vitest";
import { MessagingError } from "../messenger";

/** One request as the provider sees it. */
export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpDouble {
  url: string;
  calls: ReceivedCall[];
}

/** The double's response to a call: a complete one, none, or raw output such as a partial response. */
export type Answer =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | "silence"
  | { write: (response: ServerResponse) => void };

/** Local servers that answer like a provider; all of them stop after each test. */
export function useHttpDoubles(): (answer: Answer | ((call: ReceivedCall) => Answer)) => Promise<HttpDouble> {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (answer) => {
    const calls: ReceivedCall[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const call = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
        calls.push(call);
        give(typeof answer === "function" ? answer(call) : answer, response);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
  };
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === "silence") return;
  if ("write" in answer) return answer.write(response);
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? "");
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers }).end(body);
}

/** The error of an attempt that must fail. */
export async function failureOf(attempt: Promise<unknown>): Promise<MessagingError> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MessagingError);
  return error as MessagingError;
}

/** All content of this error that a log line could contain. */
export function everythingOf(error: Error): string {
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    causes.push(at.message, at.stack ?? "", JSON.stringify(at));
  return causes.join("\n");
}
