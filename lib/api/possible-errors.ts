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
  if (isAboutDocument(operation)) for (const code of ["is_envelope", "in_envelope"] as const) codes.add(code);
  return [...codes].sort();
}

/** One that may be given an envelope or a file of one where it takes only the other. */
function isAboutDocument({ id, path }: Pick<Operation, "id" | "path">): boolean {
  if (id === "createRequest" || id === "updateRequest") return true;
  return /^\/(?:file|sign\/file_id)\/(?!validate)(?:.*\/)?\{(?:uuid|fileId)\}/.test(path);
}

const withoutKey: ReadonlySet<unknown> = new Set(["ocsp", "signed-json", "mail"]);

/** Every mutation of the API accepts an `Idempotency-Key`. OCSP is a query sent by POST, and a repeated report changes nothing. */
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

/** Public paths at the origin are called by machines, such as probes and PDF readers, and count against no quota. */
export function isCounted({ base, caller }: Pick<Operation, "base" | "caller">): boolean {
  return !(base === "origin" && caller === "public");
}
