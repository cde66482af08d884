import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { securityHeaders } from "@/lib/api/http/security-headers";
import { within, type TraceContext } from "@/lib/platform/telemetry/tracing";
import type { Admission } from "./admission";
import { applyContentPolicy } from "./content-policy";
import {
  answerBrokenRequest,
  answerProblem,
  boundDrain,
  makeRequestId,
  noteAnswering,
  replaceForeignRefusals,
  type EdgeRefusal,
} from "./edge-answer";
import { beginRequest, clientAddress, noteForwarded, overwriteForwardedHeaders, readTarget } from "./incoming-request";
import type { Metrics } from "./metrics";
import { answerOperator, operatorAnswer, type ServedVersion } from "./operator-paths";
import type { Routing } from "./route-table";

interface HttpServerOptions {
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
  /** Null: every request is processed immediately. */
  admission: Admission | null;
  onDefect: (error: unknown, requestId: string) => void;
  /** Milliseconds within which a client must send a request's header; 12,000 by default. */
  headerMs?: number;
}

const yearSeconds = 31_536_000;

/** Our own server in front of Next: addresses, request ids, API paths and methods, time-outs (docs/ARCHITECTURE.md#processes). */
export function makeHttpServer(options: HttpServerOptions): Server {
  // Node's own answer to a missing Host has no body and no id; `refusalOfProtocol` gives ours.
  // Node checks its time limits every 30 s by default, so that a header sent byte by byte could hold a connection for a
  // minute.
  const { headerMs = 12_000 } = options;
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false,
    headersTimeout: headerMs,
    connectionsCheckingInterval: headerMs / 6,
  });
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, options);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, options, {
      code: "malformed_request",
      status: 417,
      detail: "The header Expect may ask for 100-continue only",
    });
  });
  const refuseBroken = (error: Error, socket: Duplex): void => answerBrokenRequest(error, socket, options.publicUrl);
  server.on("clientError", refuseBroken);
  server.on("connect", (_request, socket: Duplex) => refuseBroken(new Error("CONNECT"), socket));
  return server;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpServerOptions,
  refused?: EdgeRefusal,
): Promise<void> {
  const requestId = makeRequestId();
  const address = clientAddress(request.socket.remoteAddress ?? "", request.headers, options.trustedHops);
  noteForwarded(request.socket.remoteAddress ?? "", request.headers, options.trustedHops);
  overwriteForwardedHeaders(request.headers, address, options.trustedHops);
  response.setHeader("x-request-id", requestId);
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  if (options.publicUrl.startsWith("https:"))
    response.setHeader("strict-transport-security", `max-age=${String(yearSeconds)}`);
  boundDrain(request, response);
  noteAnswering(request, response);
  if (options.isStopping()) response.setHeader("connection", "close");
  const refuse = (refusal: EdgeRefusal, headers: Record<string, string> = {}): void => {
    answerProblem(request, response, { ...refusal, origin: options.publicUrl, requestId, headers });
  };
  const broken = refused ?? refusalOfProtocol(request);
  if (broken) return refuse(broken);
  const [path = ""] = (request.url ?? "").split("?");
  const ownAnswer = operatorAnswer(path, options.version);
  if (ownAnswer) {
    if (!isReading(request.method ?? "")) return answerWrongMethod(request, response, ["GET", "HEAD"], refuse);
    return answerOperator(ownAnswer, request, response);
  }
  if (options.metrics && path === "/metrics") return answerMetrics(options.metrics, request, response, refuse);
  const routing = judge(request, response, options);
  const seen = isLight(request, routing)
    ? null
    : beginRequest(request, response, { route: routeOf(routing), requestId, trustedHops: options.trustedHops });
  options.metrics?.observe(request, response, routeOf(routing));
  if (routing.kind === "unknown") return refuse({ code: "not_found" });
  if (routing.kind === "known" && routing.pattern === "/readyz" && !options.isReady(request))
    return refuse({ code: "unavailable", detail: "The service is starting" }, { "retry-after": "1" });
  if (routing.kind === "wrong_method") return answerWrongMethod(request, response, routing.allow, refuse);
  if (
    options.admission &&
    !isLight(request, routing) &&
    !(await options.admission.admits(request, response, address))
  ) {
    return refuse({ code: "unavailable", detail: "The service has too much to do just now" }, { "retry-after": "2" });
  }
  replaceForeignRefusals(request, response, (refusal) => {
    const allow = [response.getHeader("allow") ?? ["GET", "HEAD"]].flat().join(", ");
    refuse(refusal, refusal.code === "method_not_allowed" ? { allow } : {});
  });
  try {
    await requestStore.run({ requestId, clientAddress: address, trace: seen?.trace ?? null, request, response }, () =>
      within(seen?.span ?? null, () => options.handle(request, response)),
    );
  } catch (error) {
    options.onDefect(error, requestId);
    if (response.headersSent) response.destroy();
    else refuse({ code: "internal" });
  }
}

/** A pattern and never a path, because a path may be a secret. */
function routeOf(routing: Routing): string {
  return routing.kind === "known" ? (routing.pattern ?? "page") : routing.kind;
}

/** Cheap requests and operators' endpoints are always answered. */
function isLight({ url }: IncomingMessage, routing: Routing): boolean {
  if (routing.kind === "known" && (routing.pattern === "/healthz" || routing.pattern === "/readyz")) return true;
  return url?.startsWith("/_next/static/") ?? false;
}

async function answerMetrics(
  metrics: Metrics,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (refusal: EdgeRefusal, headers?: Record<string, string>) => void,
): Promise<void> {
  if (request.method !== "GET") return refuse({ code: "method_not_allowed" }, { allow: "GET" });
  if (!metrics.admits(request)) return refuse({ code: "unauthenticated" }, { "www-authenticate": "Bearer" });
  return metrics.answer(response);
}

/** RFC 9112 section 3.2: exactly one Host, and a path as the target, since this is no proxy. */
function refusalOfProtocol(request: IncomingMessage): EdgeRefusal | null {
  const hosts = request.headersDistinct["host"]?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1"))
    return { code: "malformed_request", detail: "A request needs one Host header" };
  if (!request.url?.startsWith("/"))
    return { code: "malformed_request", detail: "The target of a request must be a path" };
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
  return isReading(method) || target.path.startsWith("/api/auth/")
    ? { kind: "known" }
    : { kind: "wrong_method", allow: ["GET", "HEAD"] };
}

/** Pages can only be read: Next would answer any method with the page. */
function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Paths that Next serves itself in addition to pages: only built scripts and styles are needed. The others
 * (`/_next/image`, `/_next/data`, error pages under their own names) would be served without our checks. In development
 * Next's tools need them.
 */
function isInternalToNext(path: string): boolean {
  return /^\/(?:_|404$|500$)/.test(path) && !path.startsWith("/_next/static/");
}

function answerWrongMethod(
  request: IncomingMessage,
  response: ServerResponse,
  allow: string[],
  refuse: (refusal: EdgeRefusal, headers: Record<string, string>) => void,
): void {
  const headers = { allow: allow.join(", ") };
  if (request.method !== "OPTIONS") return refuse({ code: "method_not_allowed" }, headers);
  response.writeHead(204, headers);
  response.end();
}

/** Facts about a request that Next does not pass on. */
export interface ServedRequest {
  requestId: string;
  /** The caller's address, determined with `TRUST_PROXY`. */
  clientAddress: string;
  /** Trace context of the trusted proxy in front, if any; log lines include it even while tracing is off. */
  trace: TraceContext | null;
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Stored on globalThis, because Next loads its own copy of every module: `lib/api/http` finds it there under the same
 * symbol.
 */
export const requestStore = new AsyncLocalStorage<ServedRequest>();

(globalThis as Record<symbol, unknown>)[Symbol.for("paraph.request")] = requestStore;
