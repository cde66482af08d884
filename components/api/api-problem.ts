import type errorMessages from "@/lib/platform/locale/en/errors.json";

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
