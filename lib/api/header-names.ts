import type { Operation } from "./operation";

/** Every mutation of the API takes an `Idempotency-Key`; OCSP is a question that is asked by POST. */
export function idempotencyKeyOf(operation: Pick<Operation, "method" | "bodyKind">): boolean {
  return operation.method !== "GET" && operation.bodyKind !== "ocsp";
}

/** What changes boxes takes an `If-Match` with the ETag of the boxes. */
export function ifMatchOf(operation: Pick<Operation, "method" | "tag" | "id">): boolean {
  return operation.id === "updateRequest" || (operation.tag === "Elements" && operation.method !== "GET");
}
