import { connectionLost } from "./api-problem";
import { readProblem } from "./read-problem";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface CallOptions {
  json?: unknown;
  body?: Blob;
  /** `origin` for the few operations that lie outside `/api/v1`. */
  base?: "origin";
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The request outlives the page that sent it; its body must stay under 64 KiB. */
  keepalive?: boolean;
}

/**
 * The one client of our own API. `path` is relative to `/api/v1`; the session's cookie says who calls.
 * Throws ApiProblem for a refusal and for a lost connection; the DOM's AbortError when `signal` ended it.
 */
export async function callApi<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await send(method, path, options);
  const body = await answer.text().catch((error: unknown) => lost(error));
  if (!answer.ok) throw readProblem({ status: answer.status, header: (name) => answer.headers.get(name), body });
  return (body === "" ? undefined : JSON.parse(body)) as Answer;
}

function send(method: Method, path: string, { json, body, base, signal, headers, keepalive = false }: CallOptions): Promise<Response> {
  const content = json === undefined ? body : JSON.stringify(json);
  const type = json === undefined ? {} : { "content-type": "application/json" };
  return fetch(base === "origin" ? path : `/api/v1${path}`, {
    method,
    credentials: "same-origin",
    keepalive,
    headers: { accept: "application/json, application/problem+json", ...type, ...headers },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => lost(error));
}

function lost(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw connectionLost();
}
