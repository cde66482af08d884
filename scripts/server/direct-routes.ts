import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { textOf } from "@/lib/api/http/responses";
import { routeTable } from "./route-table";

type Handler = (request: Request, context: { params: Promise<Record<string, string | string[]>> }) => Promise<Response>;
/** The exports of a `route.ts`, by method. */
export type RouteModule = Partial<Record<string, Handler>>;
/** Loads the module of each route, by its path in Next's notation: `/api/v1/file/[uuid]`. */
export type RouteFiles = Record<string, () => Promise<RouteModule>>;

interface DirectRoute {
  load: () => Promise<RouteModule>;
  /** The segments of the path. For a parameter: its name, and whether it takes the rest of the path. */
  parts: { name: string; isRest: boolean }[];
}

export interface DirectRoutes {
  /** Answers a request if a route has its path. False: the request is for another handler. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const restOf = "/[...";

/**
 * Route handlers called by our own server, because Next's router takes 3 ms per request to find and call the same
 * functions.
 */
export function directRoutes(files: RouteFiles): DirectRoutes {
  const routes = new Map<string, DirectRoute>();
  const rest = new Map<string, DirectRoute>();
  for (const [file, load] of Object.entries(files)) {
    const route = { load, parts: file.split("/").slice(1).map(partOf) };
    if (file.includes(restOf)) rest.set(file.slice(0, file.indexOf(restOf) + 1), route);
    else routes.set(file.replace(/\[(\w+)\]/g, "{$1}"), route);
  }
  const find = routeTable([...routes.keys()].flatMap((path) => methods.map((method) => ({ method, path }))));
  return {
    async answer(request, response) {
      const [path = ""] = (request.url ?? "").split("?");
      const routing = find(request.method ?? "GET", path);
      const route =
        routing.kind === "known"
          ? routes.get(routing.pattern ?? "")
          : [...rest].find(([prefix]) => path.startsWith(prefix))?.[1];
      if (!route) return false;
      const handlers = await route.load();
      const handler = handlers[request.method === "HEAD" ? "GET" : (request.method ?? "GET")];
      if (!handler) return false;
      const answer = await handler(toRequest(request, response), { params: Promise.resolve(paramsOf(route, path)) });
      await send(answer, request, response);
      return true;
    },
  };
}

function partOf(part: string): { name: string; isRest: boolean } {
  const [, dots, name = ""] = /^\[(\.\.\.)?(\w+)\]$/.exec(part) ?? [];
  return { name, isRest: dots !== undefined };
}

function paramsOf({ parts }: DirectRoute, path: string): Record<string, string | string[]> {
  const given = path.split("/").slice(1).map(decodeURIComponent);
  return Object.fromEntries(
    parts.flatMap(({ name, isRest }, at) =>
      name === "" ? [] : [[name, isRest ? given.slice(at) : (given[at] ?? "")]],
    ),
  );
}

/** Handlers only read the path and the query, because a Host header is chosen by the caller. */
function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const { method = "GET", url = "/" } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://localhost${url}`, {
    method,
    headers,
    signal: left.signal,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: "half" } : {}),
  } as RequestInit);
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  answer.headers.forEach((value, name) => {
    if (name !== "set-cookie") response.setHeader(name, value);
  });
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  response.statusCode = answer.status;
  const text = textOf(answer);
  if (text !== undefined) return sendText(text, request, response);
  if (answer.body === null || request.method === "HEAD") {
    await answer.body?.cancel();
    response.end();
    return;
  }
  await sendBody(answer.body, response);
}

function sendText(text: string, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("content-length", Buffer.byteLength(text));
  response.end(request.method === "HEAD" ? undefined : text);
}

/** Sends at the pace of the caller. If the caller disconnects, the rest is not produced. */
async function sendBody(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (response.destroyed) return reader.cancel();
    if (!response.write(read.value)) await roomIn(response);
  }
  response.end();
}

function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.on("drain", go).on("close", go);
  });
}
