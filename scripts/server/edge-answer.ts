import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError } from "@/lib/errors";
import { toProblem } from "@/lib/http/problem";
import { makeRequestId } from "./request-id";

/** How long a body that nobody reads is drained, so that the client sees the answer rather than a reset. */
const drainSeconds = 5;

export interface EdgeProblem {
  code: "not_found" | "method_not_allowed" | "internal";
  /** Origin of the links in the answer. */
  origin: string;
  requestId: string;
  headers?: Record<string, string>;
}

/** Answers what never reaches an operation, in the shape that operations answer in. */
export function answerProblem(request: IncomingMessage, response: ServerResponse, problem: EdgeProblem): void {
  const { status, headers, body } = toProblem(new DomainError(problem.code), problem);
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, ...problem.headers, "content-length": Buffer.byteLength(text) });
  response.end(request.method === "HEAD" ? undefined : text);
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

const brokenStatus: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers what is no HTTP request, or did not arrive in time; there is no request yet to answer in our shape. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = brokenStatus[error.code ?? ""] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nX-Request-Id: ${makeRequestId()}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
