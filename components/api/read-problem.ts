import { ApiProblem, type ProblemCode, type ProblemViolation } from "./api-problem";

export interface AnswerFacts {
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
