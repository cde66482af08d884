import { origin } from "@/lib/api/examples/values";
import { needsAccount, type Operation } from "@/lib/api/operations/operation";
import { DomainError, type ErrorCode, type ErrorDetails } from "@/lib/platform/errors";
import { problemKinds, toProblem } from "./problem";

/** Every code that an operation may return: its own codes, and those from its caller, scope, parameters and body. */
export function possibleErrors(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    "invalid_credentials",
    "validation_failed",
    "account_locked",
    "internal",
    "unavailable",
    ...operation.errors,
  ]);
  if (isCounted(operation)) codes.add("rate_limited");
  if (needsAccount(operation)) codes.add("unauthenticated");
  if (operation.caller === "requester" || operation.caller === "admin") codes.add("forbidden");
  if (operation.scope) codes.add("insufficient_scope");
  if (operation.params) codes.add("not_found");
  // Even if no body is needed, because one that is sent is checked.
  if (operation.method !== "GET")
    for (const code of ["csrf", "malformed_json", "too_large", "unsupported_media_type"] as const) codes.add(code);
  if (idempotencyKeyOf(operation))
    for (const code of ["idempotency_in_progress", "idempotency_key_reused"] as const) codes.add(code);
  if (ifMatchOf(operation)) codes.add("version_conflict");
  if (isAboutDocument(operation)) for (const code of ["is_envelope", "in_envelope"] as const) codes.add(code);
  return [...codes].sort();
}

/** An operation that may be given an envelope, or a file of one, although it accepts only the other. */
function isAboutDocument({ id, path }: Pick<Operation, "id" | "path">): boolean {
  if (id === "createRequest" || id === "updateRequest") return true;
  return /^\/(?:file|sign\/file_id)\/(?!validate)(?:.*\/)?\{(?:uuid|fileId)\}/.test(path);
}

const withoutKey: ReadonlySet<unknown> = new Set(["ocsp", "signed-json", "mail"]);

/**
 * Every mutation of the API accepts an `Idempotency-Key`. OCSP is a query sent by POST, and a repeated report changes
 * nothing.
 */
export function idempotencyKeyOf(operation: Pick<Operation, "method" | "bodyKind">): boolean {
  return operation.method !== "GET" && !withoutKey.has(operation.bodyKind);
}

/** Operations that change fields accept an `If-Match` with the ETag of the fields. */
export function ifMatchOf(operation: Pick<Operation, "method" | "tag" | "id">): boolean {
  return (
    ["updateRequest", "saveEnvelopeFields"].includes(operation.id) ||
    (operation.tag === "Elements" && operation.method !== "GET")
  );
}

/** Public paths at the origin are called by machines, such as probes, and count only under a limit of their own. */
export function isCounted({ base, caller, countedAs }: Pick<Operation, "base" | "caller" | "countedAs">): boolean {
  return countedAs !== undefined || !(base === "origin" && caller === "public");
}

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
  malformed_request: { detail: "A request needs one Host header." },
  malformed_json: { detail: "The body ends in the middle of a string." },
  insufficient_scope: { detail: "The token lacks the scope write." },
  file_not_draft: { detail: "The document is waiting for signatures; this can be changed in a draft only." },
  validation_failed: {
    detail: "users[0].email is not an e-mail address",
    violations: [
      { pointer: "/users/0/email", code: "email_invalid", detail: "users[0].email is not an e-mail address" },
    ],
  },
  element_outside_page: {
    detail: "left must be between 0 and 415.28",
    violations: [
      { pointer: "/coordinates/left", code: "element_outside_page", detail: "left must be between 0 and 415.28" },
    ],
  },
  page_out_of_range: {
    detail: "page must be between 1 and 3",
    violations: [{ pointer: "/coordinates/page", code: "page_out_of_range", detail: "page must be between 1 and 3" }],
  },
  code_wrong: { attemptsLeft: 4 },
  sign_password_wrong: { attemptsLeft: 4 },
  rate_limited: { retryAfterSeconds: 12 },
  code_locked: { retryAfterSeconds: 60 },
  sign_password_locked: { retryAfterSeconds: 900 },
  account_locked: { retryAfterSeconds: 900 },
  idempotency_in_progress: { retryAfterSeconds: 1 },
};
