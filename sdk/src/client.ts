import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

/** A refusal of the service: a problem document (RFC 9457). `code` never changes its meaning; `/docs/errors` explains each. */
export type Problem = components["schemas"]["Problem"];

export interface ParaphOptions {
  /** Where the service is, such as `https://sign.example.org`. */
  origin: string;
  /** An API token, or an account's e-mail and password. Left out: calls that need no account. */
  credential?: { token: string } | { email: string; password: string };
  /** Another implementation of fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

export type Paraph = Client<paths, "application/json">;

/**
 * A typed client: `client.GET(path, …)`, `POST`, `PATCH`, `PUT`, `DELETE`, with the paths of the API description. What lies outside
 * `/api/v1`, such as `/healthz`, takes `baseUrl: origin` in its options.
 */
export function paraph({ origin, credential, fetch }: ParaphOptions): Paraph {
  return createClient<paths, "application/json">({
    baseUrl: `${origin.replace(/\/+$/, "")}/api/v1`,
    headers: credential ? { Authorization: authorization(credential) } : {},
    ...(fetch ? { fetch } : {}),
  });
}

/** The error that `answerOf` throws for a refused call. */
export class ParaphError extends Error {
  readonly problem: Problem;
  readonly status: number;
  /** Seconds until trying again can help, where the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, response: Response) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "ParaphError";
    this.problem = problem;
    this.status = response.status;
    const seconds = Number(response.headers.get("retry-after"));
    this.retryAfterSeconds = seconds > 0 ? seconds : null;
  }
}

/** The answer of a call. Throws ParaphError for a refusal. */
export async function answerOf<Answer>(
  call: Promise<{ data?: Answer; error?: unknown; response: Response }>,
): Promise<Answer> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ParaphError(error as Problem, response);
  return data as Answer;
}

function authorization(credential: NonNullable<ParaphOptions["credential"]>): string {
  if ("token" in credential) return `Bearer ${credential.token}`;
  const bytes = new TextEncoder().encode(`${credential.email}:${credential.password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
