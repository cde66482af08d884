import { ApiProblem, connectionLost, readProblem } from "./api-problem";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface CallOptions {
  json?: unknown;
  body?: Blob;
  /** `origin` for the few operations outside `/api/v1`. */
  base?: "origin";
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The request outlives the page that sent it. Its body must be smaller than 64 KiB. */
  keepalive?: boolean;
  /** Not started by the user, such as polling: a logged-out user is not asked to log in. */
  background?: boolean;
}

/** An answer with its ETag, for `If-Match`. */
export interface TaggedAnswer<Answer> {
  answer: Answer;
  tag: string | null;
}

/**
 * The only client of our own API. `path` is relative to `/api/v1`, and the session's cookie authenticates. If the session has ended, for example by a log-out
 * in another window, the page may ask the person to log in, and the call is repeated once. Throws ApiProblem for an error answer or a lost connection, and the
 * DOM's AbortError if `signal` aborted it.
 */
export async function callApi<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  return (await callTagged<Answer>(method, path, options)).answer;
}

/** As `callApi`, with the answer's `ETag`: always strong, even if a compressing proxy has made it weak. */
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

/** Asks the person to log in again. Resolves to false if they cancel. */
type AskToLogIn = () => Promise<boolean>;

let askToLogIn: AskToLogIn | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the log-in prompt of this page, until the returned function is called. */
export function offerLogIn(ask: AskToLogIn): () => void {
  askToLogIn = ask;
  return () => {
    if (askToLogIn === ask) askToLogIn = null;
  };
}

/** Asks the person to log in after a call failed for lack of a session; once, however many calls wait. False if no prompt is registered. */
export function logInAgain(): Promise<boolean> {
  if (!askToLogIn) return Promise.resolve(false);
  asking ??= askToLogIn().finally(() => {
    asking = null;
  });
  return asking;
}
