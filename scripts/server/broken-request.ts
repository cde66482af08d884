import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { drainSeconds, writeProblem, type EdgeRefusal } from "./edge-answer";
import { makeRequestId } from "./request-id";

/** What the parser could not read, by Node's name for it. */
const refusals: Record<string, Pick<EdgeRefusal, "status" | "detail">> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: "The header fields are larger than 16 KiB" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request did not arrive in time" },
};

/** The answers that are not finished, by connection: what breaks behind a request may meet one half sent. */
const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();

/** Notes that a request is being answered on its connection. */
export function noteAnswering(request: IncomingMessage, response: ServerResponse): void {
  const answers = unfinished.get(request.socket) ?? new Set();
  unfinished.set(request.socket, answers.add(response));
  response.once("close", () => answers.delete(response));
}

/**
 * Answers, in our shape, what is no HTTP request or did not arrive in time: for `clientError`, where there is no response to
 * write to. The connection is closed after it. Where an answer has begun, the connection is cut: nothing may be mixed into it.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex, origin: string): void {
  // Each further piece of what was refused is reported again.
  if (socket.writableEnded) return;
  const answers = [...(unfinished.get(socket) ?? [])];
  if (error.code === "ECONNRESET" || !socket.writable || answers.some((answer) => answer.headersSent)) {
    socket.destroy();
    return;
  }
  const requestId = String(answers[0]?.getHeader("x-request-id") ?? makeRequestId());
  const refusal = refusals[error.code ?? ""] ?? {};
  const { status, headers, text } = writeProblem({
    code: "malformed_request",
    ...refusal,
    origin,
    requestId,
    headers: { "X-Request-Id": requestId, Connection: "close" },
  });
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}\r\n${head.join("")}\r\n${text}`);
  setTimeout(() => socket.destroy(), drainSeconds * 1000).unref();
}
