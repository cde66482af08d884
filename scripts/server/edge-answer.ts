import { randomBytes } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { toProblem } from "@/lib/api/http/problem";
import { securityHeaders, transportHeaders } from "@/lib/api/http/security-headers";
import { readCookie } from "@/lib/auth/cookies";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import englishFailure from "@/lib/platform/locale/en/failure.json";
import englishRefusal from "@/lib/platform/locale/en/refusal.json";
import {
  languageCookie,
  negotiateLanguage,
  standardLanguage,
  tagOf,
  toLanguage,
} from "@/lib/platform/locale/languages";
import portugueseFailure from "@/lib/platform/locale/pt/failure.json";
import portugueseRefusal from "@/lib/platform/locale/pt/refusal.json";

/** How long an unread body is drained, so that the client sees the answer rather than a reset. */
const drainSeconds = 5;

/** An error answered before any operation runs. */
export interface EdgeRefusal {
  code: ErrorCode;
  /** Replaces the code's status: HTTP has specific statuses for some invalid requests. */
  status?: number;
  detail?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

interface EdgeProblem extends EdgeRefusal {
  /** Origin of the links in the answer. */
  origin: string;
  requestId: string;
  headers?: Record<string, string>;
}

/**
 * Answers a request that does not reach an operation, in the same shape as operations. To a browser that requested a
 * page (`isPage`), it explains an error of the service or its limits in a page that needs neither a script nor a style.
 */
export function answerProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: EdgeProblem,
  isPage: boolean,
): void {
  const answer = writeProblem(problem);
  const isShown = isPage && (answer.status >= 500 || answer.status === 429);
  const { status, headers, text } = isShown ? asPage(answer, request, problem) : answer;
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : text);
}

interface WrittenAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

function writeProblem(problem: EdgeProblem): WrittenAnswer {
  const { detail, retryAfterSeconds } = problem;
  const { headers, body, ...standard } = toProblem(
    new DomainError(problem.code, {
      ...(detail === undefined ? {} : { detail }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }),
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

const pageTexts = {
  en: { failed: englishFailure, ...englishRefusal },
  pt: { failed: portugueseFailure, ...portugueseRefusal },
} as const;

/** The language is that of the browser, because the one of an account or a document is in the database. */
function asPage(answer: WrittenAnswer, { headers }: IncomingMessage, { requestId }: EdgeProblem): WrittenAnswer {
  const language =
    toLanguage(readCookie(headers.cookie ?? null, languageCookie)) ??
    negotiateLanguage(headers["accept-language"] ?? null) ??
    standardLanguage;
  const { failed, unavailable, rateLimited } = pageTexts[language];
  const { title, body } = answer.status === 429 ? rateLimited : answer.status === 503 ? unavailable : failed;
  const text = `<!doctype html>
<html lang="${tagOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body style="font: 1rem/1.5 system-ui, sans-serif">
<main style="max-width: 40rem; margin: 0 auto; padding: 2.5rem 1rem">
<h1 style="font-size: 1.5rem">${title}</h1>
<p>${body}</p>
<p><a href="" style="display: inline-block; padding: 0.75rem 0">${failed.retry}</a></p>
<p><small>${failed.request} ${requestId}</small></p>
</main>
</body>
</html>
`;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      "content-type": "text/html; charset=utf-8",
      "content-length": String(Buffer.byteLength(text)),
    },
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
  HPE_HEADER_OVERFLOW: { status: 431, detail: "The header fields are larger than 16 KiB." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request did not arrive in time." },
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
 * Whether an idle connection waits for the server, which is still working on a response. Otherwise it is unused, or its
 * client reads nothing of a response, which stays in memory until the client reads it or is cut off.
 */
export function isWaitingForUs(socket: Socket): boolean {
  return socket.writableLength === 0 && (unfinished.get(socket)?.size ?? 0) > 0;
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
    headers: {
      ...Object.fromEntries([...securityHeaders, ...transportHeaders(origin)]),
      "X-Request-Id": requestId,
      Connection: "close",
    },
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
