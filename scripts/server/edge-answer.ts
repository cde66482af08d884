import { randomBytes } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { toProblem } from "@/lib/api/http/problem";
import { securityHeaders } from "@/lib/api/http/security-headers";
import { DomainError } from "@/lib/platform/errors";

/** How long an unread body is drained, so that the client sees the answer rather than a reset. */
const drainSeconds = 5;

/** An error answered before any operation runs. */
export interface EdgeRefusal {
  code: "not_found" | "unauthenticated" | "method_not_allowed" | "internal" | "malformed_request" | "unavailable";
  /** Replaces the code's status: HTTP has specific statuses for some invalid requests. */
  status?: number;
  detail?: string;
}

interface EdgeProblem extends EdgeRefusal {
  /** Origin of the links in the answer. */
  origin: string;
  requestId: string;
  headers?: Record<string, string>;
}

/** Answers a request that does not reach an operation, in the same shape as operations. */
export function answerProblem(request: IncomingMessage, response: ServerResponse, problem: EdgeProblem): void {
  const { status, headers, text } = writeProblem(problem);
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : text);
}

function writeProblem(problem: EdgeProblem): { status: number; headers: Record<string, string>; text: string } {
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

/**
 * After the answer, an unread body is read for a few seconds and then cut off, because a rejected upload must not hold
 * a connection.
 */
export function boundDrain(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.resume();
    const timer = setTimeout(() => request.socket.destroy(), drainSeconds * 1000);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  });
}

/** Errors of the HTTP parser, by Node's code. */
const refusals: Record<string, Pick<EdgeRefusal, "status" | "detail">> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: "The header fields are larger than 16 KiB" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request did not arrive in time" },
};

/** Unfinished responses by connection, because a request may fail when its response has been partly sent. */
const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();

/** Records that a request is being answered on its connection. */
export function noteAnswering(request: IncomingMessage, response: ServerResponse): void {
  const answers = unfinished.get(request.socket) ?? new Set();
  unfinished.set(request.socket, answers.add(response));
  response.once("close", () => answers.delete(response));
}

/**
 * Answers, in our shape, a request that is not HTTP or did not arrive in time: for `clientError`, where there is no
 * response object. The connection is closed afterwards. If an answer has already begun, the connection is cut, because
 * nothing may be mixed into it.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex, origin: string): void {
  // Each further chunk of a refused request is reported again.
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
    headers: { ...Object.fromEntries(securityHeaders), "X-Request-Id": requestId, Connection: "close" },
  });
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}\r\n${head.join("")}\r\n${text}`);
  setTimeout(() => socket.destroy(), drainSeconds * 1000).unref();
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of milliseconds and 80 random bits, as 26 characters that sort by time. */
export function makeRequestId(nowMs: number = Date.now()): string {
  let value = (BigInt(nowMs) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < 26; digit += 1) {
    text = crockford.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}

/** Headers dropped together with the body; those of every response, such as the security headers, remain. */
const headersOfBody = [
  "content-encoding",
  "content-length",
  "content-type",
  "etag",
  "last-modified",
  "accept-ranges",
  "transfer-encoding",
];

/**
 * Replaces error responses that are not in our shape by `answer` (docs/spec/api.md#errors: one shape everywhere). Error
 * pages remain for clients that requested a page. Must be called before anything writes to the response.
 */
export function replaceForeignRefusals(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (refusal: EdgeRefusal) => void,
): void {
  const own = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
    flushHeaders: response.flushHeaders.bind(response),
  };
  let isDropped = false;
  const drops = (status: number): boolean => {
    const refusal = isDropped || response.headersSent ? null : foreignRefusal(request, response, status);
    if (refusal === null) return isDropped;
    for (const name of headersOfBody) response.removeHeader(name);
    // Other code that handles the request, such as Next's compression, may have wrapped these methods since; that
    // wrapping is removed.
    Object.assign(response, own);
    answer(refusal);
    isDropped = true;
    Object.assign(response, watched);
    return true;
  };
  const watched = {
    writeHead: (...args: unknown[]) =>
      drops(Number(args[0])) ? response : (Reflect.apply(own.writeHead, response, args) as ServerResponse),
    write: (...args: unknown[]) => drops(response.statusCode) || (Reflect.apply(own.write, response, args) as boolean),
    end: (...args: unknown[]) =>
      drops(response.statusCode) ? response : (Reflect.apply(own.end, response, args) as ServerResponse),
    flushHeaders: () => {
      if (!drops(response.statusCode)) own.flushHeaders();
    },
  };
  Object.assign(response, watched);
}

/** Error responses that Next creates itself, for requests without a route of ours. */
function foreignRefusal(request: IncomingMessage, response: ServerResponse, status: number): EdgeRefusal | null {
  if (status < 400) return null;
  const mediaType = String(response.getHeader("content-type") ?? "");
  if (mediaType.startsWith("application/problem+json") || isPageAskedFor(request, mediaType)) return null;
  if (status >= 500) return { code: "internal" };
  if (status === 404) return { code: "not_found" };
  if (status === 405) return { code: "method_not_allowed" };
  return mediaType === "" || mediaType.startsWith("text/plain") ? { code: "malformed_request", status } : null;
}

/** Whether the client expects HTML, or is Next's own script in a browser that requests data to show the page. */
function isPageAskedFor({ headers }: IncomingMessage, mediaType: string): boolean {
  if (mediaType.startsWith("text/html")) return (headers.accept ?? "").includes("text/html");
  return mediaType.startsWith("text/x-component") && headers["rsc"] !== undefined;
}
