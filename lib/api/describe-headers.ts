import { needsAccount, type Operation } from "./operation";
import { idempotencyKeyOf, ifMatchOf, isCounted } from "./possible-errors";
import type { Json } from "./schema-printer";

const string = { type: "string" };
const header = (description: string, example: string | number, schema: Json = string): Json => ({
  description,
  schema,
  example,
});

/** Response headers, each described once. */
export const describedHeaders: Record<string, Json> = {
  "X-Request-Id": header("Identifies this request in logs and problem documents.", "01JP5Z8K3V9N0Q4T7W2X6Y1B5D"),
  "RateLimit-Policy": header(
    "The caller's quota: `q` requests in `w` seconds (IETF draft, RateLimit header fields for HTTP).",
    '"api";q=600;w=60',
  ),
  RateLimit: header("The remaining quota: `r` requests, reset in `t` seconds.", '"api";r=587;t=42'),
  "Retry-After": header("Seconds to wait before retrying.", 12, { type: "integer" }),
  ETag: header(
    "Identifies this version. Send it back in `If-Match` for fields and in `If-None-Match` for page images.",
    '"5f3c9a1e"',
  ),
  "Idempotent-Replayed": header(
    "`true` for the stored response of an earlier request with the same `Idempotency-Key`.",
    "true",
  ),
  "WWW-Authenticate": header(
    "How to authenticate. Omitted for browsers, which would open a log-in dialog of their own.",
    'Basic realm="Paraph", charset="UTF-8"',
  ),
};

/** Request headers, each described once. */
export const describedParameters: Record<string, Json> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes retries safe: the same key with the same request returns the stored response for 72 hours, also after a crash. Another request with the same key returns `422 idempotency_key_reused`.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    example: "lease-2027-03-12-1",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description:
      "Saves only if the fields still match this `ETag`. Otherwise the response is `412 version_conflict` and nothing is changed.",
    schema: { type: "string" },
    example: '"5f3c9a1e"',
  },
};

export function headerParameters(operation: Operation): Json[] {
  const names = [
    ...(idempotencyKeyOf(operation) ? ["IdempotencyKey"] : []),
    ...(ifMatchOf(operation) ? ["IfMatch"] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The headers of a success. */
export function answerHeaders(operation: Operation): Json {
  return references([
    ...everyAnswer(operation),
    ...(hasEtag(operation) ? ["ETag"] : []),
    ...(idempotencyKeyOf(operation) ? ["Idempotent-Replayed"] : []),
  ]);
}

/** The headers of an error with this status. */
export function refusalHeaders(operation: Operation, status: number): Json {
  return references([
    ...everyAnswer(operation),
    ...(status === 401 && needsAccount(operation) ? ["WWW-Authenticate"] : []),
    ...(status === 429 || status === 503 ? ["Retry-After"] : []),
  ]);
}

function everyAnswer(operation: Operation): string[] {
  return ["X-Request-Id", ...(isCounted(operation) ? ["RateLimit-Policy", "RateLimit"] : [])];
}

function hasEtag(operation: Operation): boolean {
  return operation.tag === "Elements" || ("content" in operation.answer && operation.path.endsWith("/image"));
}

function references(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
