import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isDatabaseLost } from "@/db/lost-database";
import { problemKinds } from "@/lib/api/http/problem";
import { toDomainError } from "@/lib/api/http/responses";
import { securityHeaders, transportHeaders } from "@/lib/api/http/security-headers";
import { requestStore, type ServedRequest } from "@/lib/platform/next/served-request";
import { within } from "@/lib/platform/telemetry/tracing";
import type { Admission } from "./admission";
import { applyContentPolicy } from "./content-policy";
import {
  answerBrokenRequest,
  answerProblem,
  boundDrain,
  isWaitingForUs,
  makeRequestId,
  noteAnswering,
  type EdgeRefusal,
} from "./edge-answer";
import { isBuiltFile, isInternalToNext, replaceForeignRefusals } from "./host-next";
import { beginRequest, clientAddress, noteForwarded, overwriteForwardedHeaders, readTarget } from "./incoming-request";
import type { Metrics } from "./metrics";
import { answerOperator, operatorAnswer, type ServedVersion } from "./operator-paths";
import type { Routing } from "./route-table";

export interface HttpServerOptions {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Classifies requests below /api/v1, by the path below it. */
  routeApi: (method: string, path: string) => Routing;
  /** Classifies other paths; an unknown one may be a page. */
  routeOrigin: (method: string, path: string) => Routing;
  /** Origin of the links in problem documents. */
  publicUrl: string;
  isProduction: boolean;
  trustedHops: number;
  isStopping: () => boolean;
  /** Whether `/readyz` may answer 200: false while the start is still creating the first account. */
  isReady: (request: IncomingMessage) => boolean;
  version: ServedVersion;
  /** Null: `/metrics` is not a special path. */
  metrics: Metrics | null;
  /**
   * Counts a request for a page, and looks up its caller. Throws if the page may not be shown, or cannot be without the
   * database. Null: every page is passed on.
   */
  admitPage: ((requestHeaders: Pick<Headers, "get">) => Promise<void>) | null;
  /** Null: every request is processed immediately. */
  admission: Admission | null;
  onDefect: (error: unknown, requestId: string) => void;
  /** Milliseconds within which a client must send a request's header; 12,000 by default. */
  headerMs?: number;
  /** Replaces `stalledSeconds` in tests; in milliseconds. */
  stalledMs?: number;
}

/** A client that reads nothing of a response for this long is cut off. */
export const stalledSeconds = 60;

/**
 * Our own server in front of Next: addresses, request ids, API paths and methods, time-outs
 * (docs/ARCHITECTURE.md#processes).
 */
export function makeHttpServer(options: HttpServerOptions): Server {
  const { headerMs = 12_000 } = options;
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    // Node's own answer to a missing Host has no body and no id; `refusalOfProtocol` gives ours.
    requireHostHeader: false,
    headersTimeout: headerMs,
    // By default Node checks its time limits every 30 s, so that a header sent byte by byte could hold a connection for
    // a minute.
    connectionsCheckingInterval: headerMs / 6,
  });
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  // Node measures the time without a byte in either direction. With a listener, it closes nothing itself.
  server.timeout = options.stalledMs ?? stalledSeconds * 1000;
  server.on("timeout", (socket: Socket) => {
    if (!isWaitingForUs(socket)) socket.destroy();
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, options);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, options, {
      code: "malformed_request",
      status: 417,
      detail: "The header Expect may ask for 100-continue only.",
    });
  });
  const refuseBroken = (error: Error, socket: Duplex): void => answerBrokenRequest(error, socket, options.publicUrl);
  server.on("clientError", refuseBroken);
  server.on("connect", (_request, socket: Duplex) => refuseBroken(new Error("CONNECT"), socket));
  return server;
}

/** A request, its response, and how it is refused. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  address: string;
  /** Set once the path is known. A page's refusal is a page if the client accepts HTML. */
  isPage: boolean;
  refuse: Refuse;
}

type Refuse = (refusal: EdgeRefusal, headers?: Record<string, string>) => void;

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpServerOptions,
  refused?: EdgeRefusal,
): Promise<void> {
  const exchange = beginExchange(request, response, options);
  const broken = refused ?? refusalOfProtocol(request);
  if (broken) return exchange.refuse(broken);
  const answerOwn = ownAnswer(exchange, options);
  if (answerOwn) return answerOwn();
  const routing = judge(request, response, options);
  const route = routeOf(routing);
  exchange.isPage = isForPage(request, routing);
  const seen = isLight(request, routing)
    ? null
    : beginRequest(request, response, { route, requestId: exchange.requestId, trustedHops: options.trustedHops });
  options.metrics?.observe(request, response, route);
  if (await rejectEarly(exchange, routing, options)) return;
  await servePage(exchange, seen, options);
}

/** Sets the headers of every response, and determines the caller's address. */
function beginExchange(request: IncomingMessage, response: ServerResponse, options: HttpServerOptions): Exchange {
  const requestId = makeRequestId();
  const address = clientAddress(request.socket.remoteAddress ?? "", request.headers, options.trustedHops);
  noteForwarded(request.socket.remoteAddress ?? "", request.headers, options.trustedHops);
  overwriteForwardedHeaders(request.headers, address, options.trustedHops);
  response.setHeader("x-request-id", requestId);
  for (const [name, value] of [...securityHeaders, ...transportHeaders(options.publicUrl)])
    response.setHeader(name, value);
  boundDrain(request, response);
  noteAnswering(request, response);
  if (options.isStopping()) response.setHeader("connection", "close");
  const exchange: Exchange = {
    ...{ request, response, requestId, address },
    isPage: false,
    refuse: (refusal, headers = {}) => {
      const isShown = exchange.isPage && (request.headers.accept ?? "").includes("text/html");
      answerProblem(request, response, { ...refusal, origin: options.publicUrl, requestId, headers }, isShown);
    },
  };
  return exchange;
}

/** Answers a path for operators, ahead of the queue. Null for any other path. */
function ownAnswer(
  { request, response, refuse }: Exchange,
  options: HttpServerOptions,
): (() => void | Promise<void>) | null {
  const { metrics } = options;
  const [path = ""] = (request.url ?? "").split("?");
  const answer = operatorAnswer(path, options.version);
  if (answer && !isReading(request.method ?? ""))
    return () => answerWrongMethod(request, response, ["GET", "HEAD"], refuse);
  if (answer) return () => answerOperator(answer, request, response);
  return metrics && path === "/metrics" ? () => answerMetrics(metrics, request, response, refuse) : null;
}

/** Answers what is not served at all, and what the service has no capacity for. Returns whether it did. */
async function rejectEarly(
  { request, response, address, isPage, refuse }: Exchange,
  routing: Routing,
  { isReady, admission }: HttpServerOptions,
): Promise<boolean> {
  if (routing.kind === "unknown") refuse({ code: "not_found" });
  else if (routing.kind === "wrong_method") answerWrongMethod(request, response, routing.allow, refuse);
  else if (routing.pattern === "/readyz" && !isReady(request))
    refuse({ code: "unavailable", detail: "The service is starting.", retryAfterSeconds: 1 });
  else if (
    admission &&
    !isLight(request, routing) &&
    !(await admission.admits(request, response, { address, isPage: isPage && !isForLogIn(request) }))
  )
    refuse({
      code: "unavailable",
      detail: "The service is overloaded. Try again in a few seconds.",
      retryAfterSeconds: 2,
    });
  else return false;
  return true;
}

/** Lets Next or a route of ours answer. Errors that reach the server become problems. */
async function servePage(
  { request, response, requestId, address, isPage, refuse }: Exchange,
  seen: ReturnType<typeof beginRequest> | null,
  options: HttpServerOptions,
): Promise<void> {
  const served: ServedRequest = { requestId, clientAddress: address, trace: seen?.trace ?? null, request, response };
  const refuseForeign = (refusal: EdgeRefusal): void => {
    const allow = [response.getHeader("allow") ?? ["GET", "HEAD"]].flat().join(", ");
    refuse(refusal, refusal.code === "method_not_allowed" ? { allow } : {});
  };
  try {
    await requestStore.run(served, () =>
      within(seen?.span ?? null, async () => {
        if (isPage) await options.admitPage?.({ get: (name) => headerOf(request, name) });
        replaceForeignRefusals(request, response, refuseForeign, (status) => refusalOfPage(status, served.failure));
        await options.handle(request, response);
      }),
    );
  } catch (error) {
    const refusal = expectedRefusal(error);
    if (!refusal) options.onDefect(error, requestId);
    if (response.headersSent) response.destroy();
    else refuse(refusal ?? { code: "internal" });
  }
}

/**
 * A lost database also replaces a page that Next would send with 200 because the error is inside one of its boundaries.
 * Of a page that has begun, nothing is replaced.
 */
function refusalOfPage(status: number, failure: unknown): EdgeRefusal | null {
  return status >= 500 || isDatabaseLost(failure) ? expectedRefusal(failure) : null;
}

/** Errors that say something about the state of the service or the caller's limits: a lost database, too many pages. */
function expectedRefusal(error: unknown): EdgeRefusal | null {
  if (error === undefined) return null;
  const { code, retryAfterSeconds, detail } = toDomainError(error);
  const { status } = problemKinds[code];
  return code === "internal" || (status < 500 && status !== 429) ? null : { code, retryAfterSeconds, detail };
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  return [headers[name.toLowerCase()] ?? []].flat().join(", ") || null;
}

/** Pages and the paths of next-auth, which pages call. Both count, unlike files. */
function isForPage(request: IncomingMessage, routing: Routing): boolean {
  return !isLight(request, routing) && routing.kind === "known" && routing.pattern === undefined;
}

/** Paths of next-auth, which wait for a thread that hashes a password. */
function isForLogIn({ url }: IncomingMessage): boolean {
  return (url ?? "").startsWith("/api/auth/");
}

/** A pattern and never a path, because a path may be a secret. */
function routeOf(routing: Routing): string {
  return routing.kind === "known" ? (routing.pattern ?? "page") : routing.kind;
}

/** Cheap requests and operators' endpoints are always answered. */
function isLight({ url }: IncomingMessage, routing: Routing): boolean {
  if (routing.kind === "known" && (routing.pattern === "/healthz" || routing.pattern === "/readyz")) return true;
  return isBuiltFile(url ?? "");
}

async function answerMetrics(
  metrics: Metrics,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: Refuse,
): Promise<void> {
  if (request.method !== "GET") return refuse({ code: "method_not_allowed" }, { allow: "GET" });
  if (!metrics.admits(request)) return refuse({ code: "unauthenticated" }, { "www-authenticate": "Bearer" });
  return metrics.answer(response);
}

/** RFC 9112 section 3.2: exactly one Host, and a path as the target, since this is no proxy. */
function refusalOfProtocol(request: IncomingMessage): EdgeRefusal | null {
  const hosts = request.headersDistinct["host"]?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1"))
    return { code: "malformed_request", detail: "A request needs one Host header." };
  if (!request.url?.startsWith("/"))
    return { code: "malformed_request", detail: "The target of a request must be a path." };
  return null;
}

/** Normalises both spellings of the API before anything reads the path. */
function judge(request: IncomingMessage, response: ServerResponse, options: HttpServerOptions): Routing {
  const method = request.method ?? "GET";
  const target = readTarget(request.url ?? "");
  if (target.kind === "nothing") return { kind: "unknown" };
  request.url = target.url;
  if (target.kind === "api") return options.routeApi(method, target.path);
  applyContentPolicy(request, response, target.path, options);
  const routing = options.routeOrigin(method, target.path);
  if (routing.kind !== "unknown") return routing;
  if (!options.isProduction) return { kind: "known" };
  if (isInternalToNext(target.path)) return routing;
  return isReading(method) || isForLogIn(request)
    ? { kind: "known" }
    : { kind: "wrong_method", allow: ["GET", "HEAD"] };
}

/** Pages can only be read: Next would answer any method with the page. */
function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function answerWrongMethod(request: IncomingMessage, response: ServerResponse, allow: string[], refuse: Refuse): void {
  const headers = { allow: allow.join(", ") };
  if (request.method !== "OPTIONS") return refuse({ code: "method_not_allowed" }, headers);
  response.writeHead(204, headers);
  response.end();
}
