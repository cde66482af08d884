import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@/lib/errors";
import { toProblem } from "@/lib/http/problem";

/** How long what nobody reads is drained, so that the client sees the answer rather than a reset. */
export const drainSeconds = 5;

/** What is refused before any operation is asked. */
export interface EdgeRefusal {
  code: "not_found" | "unauthenticated" | "method_not_allowed" | "internal" | "malformed_request" | "unavailable";
  /** In place of the code's own: HTTP has a status of its own for some of what is no valid request. */
  status?: number;
  detail?: string;
}

export interface EdgeProblem extends EdgeRefusal {
  /** Origin of the links in the answer. */
  origin: string;
  requestId: string;
  headers?: Record<string, string>;
}

/** Answers what never reaches an operation, in the shape that operations answer in. */
export function answerProblem(request: IncomingMessage, response: ServerResponse, problem: EdgeProblem): void {
  const { status, headers, text } = writeProblem(problem);
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : text);
}

export function writeProblem(problem: EdgeProblem): { status: number; headers: Record<string, string>; text: string } {
  const { headers, body, ...standard } = toProblem(
    new DomainError(problem.code, problem.detail === undefined ? {} : { detail: problem.detail }),
    problem,
  );
  const status = problem.status ?? standard.status;
  const text = JSON.stringify({ ...body, status });
  return {
    status,
    headers: { ...headers, ...problem.headers, "content-length": String(Buffer.byteLength(text)) },
    text,
  };
}

/** Once answered, an unread body is read for a few seconds and then cut off: a rejected upload must not hold a connection. */
export function boundDrain(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.resume();
    const timer = setTimeout(() => request.socket.destroy(), drainSeconds * 1000);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  });
}
