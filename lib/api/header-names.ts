import type { Operation } from "./operation";

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
