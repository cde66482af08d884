import type { ErrorCode } from "@/lib/platform/errors";
import { needsAccount, type Operation } from "./operation";

/** Every code that an operation may return: its own, and those from its caller, scope, parameters and body. */
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
  // Even when no body is needed, because one that is sent is checked.
  if (operation.method !== "GET")
    for (const code of ["csrf", "malformed_json", "too_large", "unsupported_media_type"] as const) codes.add(code);
  if (idempotencyKeyOf(operation))
    for (const code of ["idempotency_in_progress", "idempotency_key_reused"] as const) codes.add(code);
  if (ifMatchOf(operation)) codes.add("version_conflict");
  return [...codes].sort();
}

/** Every mutation of the API accepts an `Idempotency-Key`; OCSP is a query sent by POST. */
export function idempotencyKeyOf(operation: Pick<Operation, "method" | "bodyKind">): boolean {
  return operation.method !== "GET" && operation.bodyKind !== "ocsp";
}

/** Operations that change fields accept an `If-Match` with the ETag of the fields. */
export function ifMatchOf(operation: Pick<Operation, "method" | "tag" | "id">): boolean {
  return operation.id === "updateRequest" || (operation.tag === "Elements" && operation.method !== "GET");
}

/** Public paths at the origin are called by machines, such as probes and PDF readers, and count against no quota. */
export function isCounted({ base, caller }: Pick<Operation, "base" | "caller">): boolean {
  return !(base === "origin" && caller === "public");
}
