import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerBrokenRequest, answerProblem, boundDrain, type EdgeProblem } from "./edge-answer";
import { clientAddress, overwriteForwardedHeaders } from "./client-address";
import { replaceForeignRefusals } from "./foreign-answer";
import { makeRequestId } from "./request-id";
import { readTarget } from "./request-path";
import { requestStore } from "./request-store";
import type { Routing } from "./route-table";

export interface HttpServerOptions {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Judges what lies below /api/v1, by the path below it. */
  routeApi: (method: string, path: string) => Routing;
  /** Judges other paths; one that it does not know may be a page. */
  routeOrigin: (method: string, path: string) => Routing;
  /** Origin of the links in problem documents. */
  publicUrl: string;
  trustedHops: number;
  isStopping: () => boolean;
  onDefect: (error: unknown, requestId: string) => void;
}

/** Our own server in front of Next: addresses, request ids, API paths and methods, time-outs (DESIGN.md section 3). */
export function makeHttpServer(options: HttpServerOptions): Server {
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  server.headersTimeout = 30_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, options);
  });
  server.on("clientError", answerBrokenRequest);
  return server;
}

async function serve(request: IncomingMessage, response: ServerResponse, options: HttpServerOptions): Promise<void> {
  const requestId = makeRequestId();
  const address = clientAddress(request.socket.remoteAddress ?? "", request.headers, options.trustedHops);
  overwriteForwardedHeaders(request.headers, address, options.trustedHops);
  response.setHeader("x-request-id", requestId);
  boundDrain(request, response);
  if (options.isStopping()) response.setHeader("connection", "close");
  const say = (code: EdgeProblem["code"], headers?: Record<string, string>): void => {
    answerProblem(request, response, { code, origin: options.publicUrl, requestId, ...(headers ? { headers } : {}) });
  };
  const routing = judge(request, options);
  if (routing.kind === "unknown") return say("not_found");
  if (routing.kind === "wrong_method") return answerWrongMethod(request, response, routing.allow, say);
  replaceForeignRefusals(request, response, (code) => {
    const allow = response.getHeader("allow") ?? "GET, HEAD";
    say(code, code === "method_not_allowed" ? { allow: String(allow) } : {});
  });
  try {
    await requestStore.run({ requestId, clientAddress: address, request, response }, () => options.handle(request, response));
  } catch (error) {
    options.onDefect(error, requestId);
    if (response.headersSent) response.destroy();
    else say("internal");
  }
}

/** Both spellings of the API become one before anything looks at the path. */
function judge(request: IncomingMessage, options: HttpServerOptions): Routing {
  const method = request.method ?? "GET";
  const target = readTarget(request.url ?? "");
  if (target.kind === "nothing") return { kind: "unknown" };
  request.url = target.url;
  if (target.kind === "api") return options.routeApi(method, target.path);
  const routing = options.routeOrigin(method, target.path);
  return routing.kind === "unknown" ? { kind: "known" } : routing;
}

function answerWrongMethod(
  request: IncomingMessage,
  response: ServerResponse,
  allow: string[],
  say: (code: "method_not_allowed", headers: Record<string, string>) => void,
): void {
  const headers = { allow: allow.join(", ") };
  if (request.method !== "OPTIONS") return say("method_not_allowed", headers);
  response.writeHead(204, headers);
  response.end();
}
