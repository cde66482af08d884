import type errorMessages from "@/lib/platform/locale/en/errors.json";
import type { ErrorReason } from "@/lib/platform/violation-codes";

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
 * The only client of our own API. `path` is relative to `/api/v1`, and the session's cookie authenticates. If the
 * session has ended, for example by a log-out in another window, the page may ask the person to log in, and the call is
 * repeated once. Throws ApiProblem for an error answer or a lost connection, and the DOM's AbortError if `signal`
 * aborted it.
 */
export async function callApi<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  return (await callTagged<Answer>(method, path, options)).answer;
}

/** Like `callApi`, with the answer's `ETag`: always strong, even if a compressing proxy has made it weak. */
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

/**
 * Asks the person to log in after a call failed for lack of a session; only once, however many calls wait. False if
 * no prompt is registered.
 */
export function logInAgain(): Promise<boolean> {
  if (!askToLogIn) return Promise.resolve(false);
  asking ??= askToLogIn().finally(() => {
    asking = null;
  });
  return asking;
}

/** Every code of the API, plus `connection_lost` if no answer came. */
export type ProblemCode = keyof typeof errorMessages.codes;

export interface ProblemViolation {
  pointer: string;
  code: string;
  detail: string;
  bound?: number;
}

interface ProblemParts {
  status: number;
  code: ProblemCode;
  detail: string;
  reason?: ErrorReason | null;
  bound?: number | null;
  violations?: ProblemViolation[];
  retryAfterSeconds?: number | null;
  attemptsLeft?: number | null;
  requestId?: string | null;
}

/** An error answer of the API (problem+json, RFC 9457), or a lost connection (status 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  /** Why it happened, and the limit that this is about, where the code leaves that open. */
  readonly reason: ErrorReason | null;
  readonly bound: number | null;
  readonly violations: ProblemViolation[];
  readonly retryAfterSeconds: number | null;
  readonly attemptsLeft: number | null;
  readonly requestId: string | null;

  constructor(parts: ProblemParts) {
    super(parts.detail);
    this.name = "ApiProblem";
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.reason = parts.reason ?? null;
    this.bound = parts.bound ?? null;
    this.violations = parts.violations ?? [];
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
    this.attemptsLeft = parts.attemptsLeft ?? null;
    this.requestId = parts.requestId ?? null;
  }
}

/** The violation for one member of the body, by its JSON Pointer, such as `/email`. */
export function violationOf(problem: ApiProblem | null, pointer: string): ProblemViolation | undefined {
  return problem?.violations.find((violation) => violation.pointer === pointer);
}

/** Converts anything that a call threw to a problem; anything that is not a refusal is a bug of ours. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem({ status: 500, code: "internal", detail: error instanceof Error ? error.message : "unknown" });
}

export function connectionLost(): ApiProblem {
  return new ApiProblem({ status: 0, code: "connection_lost", detail: "No answer came." });
}

interface AnswerFacts {
  status: number;
  header: (name: string) => string | null;
  body: string;
}

/** Reads an error answer. One without problem+json, as from a proxy, gets a code by its status. */
export function readProblem({ status, header, body }: AnswerFacts): ApiProblem {
  const problem = parseObject(body);
  const retryAfter = Number(header("retry-after"));
  return new ApiProblem({
    status,
    code: typeof problem.code === "string" ? (problem.code as ProblemCode) : codeOfStatus(status),
    detail: typeof problem.detail === "string" ? problem.detail : "",
    reason: typeof problem.reason === "string" ? (problem.reason as ErrorReason) : null,
    bound: typeof problem.bound === "number" ? problem.bound : null,
    violations: Array.isArray(problem.violations) ? (problem.violations as ProblemViolation[]) : [],
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
    attemptsLeft: typeof problem.attemptsLeft === "number" ? problem.attemptsLeft : null,
    requestId: typeof problem.requestId === "string" ? problem.requestId : header("x-request-id"),
  });
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 413) return "too_large";
  if (status === 429) return "rate_limited";
  if (status === 502 || status === 503 || status === 504) return "unavailable";
  return "internal";
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
