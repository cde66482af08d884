import type { ErrorCode } from "@/lib/errors";
import type { Operation } from "./operation";

/** Every code an operation may answer: its own, and those that its caller, scope, parameters and body bring along. */
export function possibleErrors(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_credentials", "validation_failed", "rate_limited", "account_locked", "internal", "unavailable", ...operation.errors]);
  if (operation.caller !== "public") codes.add("unauthenticated");
  if (operation.caller === "admin") codes.add("forbidden");
  if (operation.scope) codes.add("insufficient_scope");
  if (operation.method !== "GET") codes.add("csrf");
  if (operation.params) codes.add("not_found");
  if (operation.body) for (const code of ["malformed_json", "too_large", "unsupported_media_type"] as const) codes.add(code);
  return [...codes].sort();
}
