import { ApiProblem, connectionLost } from "./api-problem";
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
  /** Nobody pressed for it, as where a page keeps itself current: who is logged out is not asked to log in. */
  background?: boolean;
}

/** An answer, and the tag that `If-Match` names it by. */
export interface TaggedAnswer<Answer> {
  answer: Answer;
  tag: string | null;
}

/**
 * The one client of our own API. `path` is relative to `/api/v1`; the session's cookie says who calls. When that is over, as after a
 * log-out in another window, the page may ask the person to log in, and the call is made once more.
 * Throws ApiProblem for a refusal and for a lost connection; the DOM's AbortError when `signal` ended it.
 */
export async function callApi<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  return (await callTagged<Answer>(method, path, options)).answer;
}

/** As `callApi`, with the answer's `ETag`; strong, also where a proxy that compresses has made it a weak one. */
export async function callTagged<Answer>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<TaggedAnswer<Answer>> {
  return callOnce<Answer>(method, path, options).catch(async (error: unknown) => {
    const isLoggedOut = error instanceof ApiProblem && error.code === "unauthenticated" && !options.background;
    if (isLoggedOut && (await logInAgain())) return callOnce<Answer>(method, path, options);
    throw error;
  });
}

async function callOnce<Answer>(method: Method, path: string, options: CallOptions): Promise<TaggedAnswer<Answer>> {
  const answer = await send(method, path, options);
  const body = await answer.text().catch((error: unknown) => lost(error));
  if (!answer.ok) throw readProblem({ status: answer.status, header: (name) => answer.headers.get(name), body });
  return {
    answer: (body === "" ? undefined : JSON.parse(body)) as Answer,
    tag: answer.headers.get("etag")?.replace(/^W\//, "") ?? null,
  };
}

function send(
  method: Method,
  path: string,
  { json, body, base, signal, headers, keepalive = false }: CallOptions,
): Promise<Response> {
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

/** Asks the person to log in again; true once they did, false when they would not. */
type AskToLogIn = () => Promise<boolean>;

let askToLogIn: AskToLogIn | null = null;
let asking: Promise<boolean> | null = null;

/** Names who asks on this page, until the returned function is called. */
export function offerLogIn(ask: AskToLogIn): () => void {
  askToLogIn = ask;
  return () => {
    if (askToLogIn === ask) askToLogIn = null;
  };
}

/** For a call that was refused because the session is over: the person is asked once, however many calls wait. False where nobody asks. */
export function logInAgain(): Promise<boolean> {
  if (!askToLogIn) return Promise.resolve(false);
  asking ??= askToLogIn().finally(() => {
    asking = null;
  });
  return asking;
}
