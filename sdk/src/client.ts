import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

/**
 * An error of the service: a problem document (RFC 9457). The meaning of a `code` never changes; `/docs/errors`
 * explains each.
 */
export type Problem = components["schemas"]["Problem"];

export interface ParaphOptions {
  /** The address of the service, such as `https://sign.example.org`. */
  origin: string;
  /** An API token, or an account's e-mail and password. Omit it for calls that need no account. */
  credential?: { token: string } | { email: string; password: string };
  /** Another implementation of fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

export type Paraph = Client<paths, "application/json">;

/**
 * A typed client: `client.GET(path, …)`, `POST`, `PATCH`, `PUT`, `DELETE`, with the paths of the API description. For
 * paths outside `/api/v1`, such as `/healthz`, set `baseUrl: origin` in the options.
 */
export function paraph({ origin, credential, fetch }: ParaphOptions): Paraph {
  return createClient<paths, "application/json">({
    baseUrl: `${origin.replace(/\/+$/, "")}/api/v1`,
    headers: credential ? { Authorization: authorization(credential) } : {},
    ...(fetch ? { fetch } : {}),
  });
}

/** The error that `answerOf` throws for a failed call. */
export class ParaphError extends Error {
  readonly problem: Problem;
  readonly status: number;
  /** Seconds until a retry can succeed, if the service states it. */
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

/** The data of a successful call. Throws ParaphError for an error response. */
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
