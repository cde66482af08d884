import { origin } from "@/lib/api/examples/values";
import { DomainError, type ErrorCode, type ErrorDetails } from "@/lib/platform/errors";
import { problemKinds, toProblem } from "./problem";

const requestId = "01JP5Z8K3V9N0Q4T7W2X6Y1B5D";

/** An example error with this code, for the API description and the pages about codes. */
export function exampleProblem(
  code: ErrorCode,
  at: string = origin,
): { status: number; title: string; body: Record<string, unknown> } {
  const { body } = toProblem(new DomainError(code, problemExamples[code]), { origin: at, requestId });
  const { status, title } = problemKinds[code];
  return { status, title, body };
}

/** Details for codes whose title alone would be a poor example. */
const problemExamples: { readonly [code in ErrorCode]?: ErrorDetails } = {
  malformed_request: { detail: "A request needs one Host header" },
  malformed_json: { detail: "The body ends in the middle of a string" },
  insufficient_scope: { detail: "The token lacks the scope write" },
  file_not_draft: { detail: "The file is able to sign; its boxes can be changed in a draft only" },
  validation_failed: {
    detail: "users[0].email is not an e-mail address",
    violations: [
      { pointer: "/users/0/email", code: "email_invalid", detail: "users[0].email is not an e-mail address" },
    ],
  },
  element_outside_page: {
    detail: "left must lie between 0 and 415.28",
    violations: [
      { pointer: "/coordinates/left", code: "element_outside_page", detail: "left must lie between 0 and 415.28" },
    ],
  },
  page_out_of_range: {
    detail: "page must lie between 1 and 3",
    violations: [{ pointer: "/coordinates/page", code: "page_out_of_range", detail: "page must lie between 1 and 3" }],
  },
  code_wrong: { attemptsLeft: 4 },
  sign_password_wrong: { attemptsLeft: 4 },
  rate_limited: { retryAfterSeconds: 12 },
  code_locked: { retryAfterSeconds: 60 },
  sign_password_locked: { retryAfterSeconds: 900 },
  account_locked: { retryAfterSeconds: 900 },
  idempotency_in_progress: { retryAfterSeconds: 1 },
};
