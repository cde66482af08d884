import type { ErrorCode } from "@/lib/platform/errors";
import { needsAccount, type Operation } from "./operation";

/** Every code an operation may answer: its own, and those that its caller, scope, parameters and body bring along. */
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
  // Also where no body is needed: one that comes is looked at.
  if (operation.method !== "GET")
    for (const code of ["csrf", "malformed_json", "too_large", "unsupported_media_type"] as const) codes.add(code);
  if (idempotencyKeyOf(operation))
    for (const code of ["idempotency_in_progress", "idempotency_key_reused"] as const) codes.add(code);
  if (ifMatchOf(operation)) codes.add("version_conflict");
  return [...codes].sort();
}

/** Every mutation of the API takes an `Idempotency-Key`; OCSP is a question that is asked by POST. */
export function idempotencyKeyOf(operation: Pick<Operation, "method" | "bodyKind">): boolean {
  return operation.method !== "GET" && operation.bodyKind !== "ocsp";
}

/** What changes boxes takes an `If-Match` with the ETag of the boxes. */
export function ifMatchOf(operation: Pick<Operation, "method" | "tag" | "id">): boolean {
  return operation.id === "updateRequest" || (operation.tag === "Elements" && operation.method !== "GET");
}

/** What stands at the origin for everybody is asked by machines, such as probes and PDF readers: it counts against no quota. */
export function isCounted({ base, caller }: Pick<Operation, "base" | "caller">): boolean {
  return !(base === "origin" && caller === "public");
}
