import { z, type ZodType } from "zod";
import type { OperationExample } from "@/lib/api/examples/account";
import { fileId, fileUuid, linkUuid, signRequestId } from "@/lib/api/examples/values";
import type { ErrorCode } from "@/lib/platform/errors";
import { idempotencyKeyOf, ifMatchOf, isCounted, possibleErrors } from "./http/possible-errors";
import { needsAccount, type Operation } from "./operations/operation";
import type { Json, PrintSchema } from "./schema-printer";

/** The problem+json body of an error code. */
export type ProblemOf = (code: ErrorCode) => { status: number; title: string; body: Json };

export interface Printing {
  print: PrintSchema;
  problemOf: ProblemOf;
  examples: ReadonlyMap<string, OperationExample>;
  /** Collects the error responses of all operations, by name. */
  responses: Record<string, Json>;
}

/** One operation in OpenAPI 3.1. */
export function describeOperation(operation: Operation, printing: Printing): Json {
  const { print } = printing;
  const shown = printing.examples.get(operation.id);
  const parameters = [
    ...describeParameters(operation.params, "path", print),
    ...describeParameters(operation.query, "query", print),
    ...headerParameters(operation),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    "x-caller": operation.caller,
    ...(operation.scope ? { "x-scope": operation.scope } : {}),
    security: [...(needsAccount(operation) ? [] : [{}]), { basic: [] }, { bearer: [] }, { session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: describeBody(operation, operation.body, print, shown) } : {}),
    responses: { 200: describeAnswer(operation, print, shown), ...describeErrors(operation, printing) },
  };
}

function describeParameters(schema: ZodType | undefined, place: "path" | "query", print: PrintSchema): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = print(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(place === "path" && name in parameterExamples ? { example: parameterExamples[name] } : {}),
  }));
}

function describeBody(
  operation: Operation,
  body: ZodType,
  print: PrintSchema,
  shown: OperationExample | undefined,
): Json {
  const binary = { type: "string", format: "binary" };
  const contents = {
    json: () => ({ "application/json": { schema: print(body, "input"), ...exampleOf(shown?.body) } }),
    pdf: () => ({
      "application/pdf": { schema: binary },
      "multipart/form-data": { schema: describeForm(operation, binary) },
    }),
    document: () => ({
      ...Object.fromEntries(
        ["application/pdf", "application/octet-stream", "text/markdown"].map((type) => [type, { schema: binary }]),
      ),
      "multipart/form-data": {
        schema: describeForm(operation, {
          type: "array",
          items: binary,
          description: "More than one file only for pictures.",
        }),
      },
    }),
    file: () => ({
      "application/octet-stream": { schema: binary },
      "multipart/form-data": { schema: describeForm(operation, binary) },
    }),
    ocsp: () => ({ "application/ocsp-request": { schema: binary } }),
    "signed-json": () => ({ "application/json": { schema: { type: "object" } } }),
    mail: () => ({ "message/rfc822": { schema: binary } }),
  };
  const { bodyKind = "json" } = operation;
  return { required: !operation.bodyOptional, content: contents[bodyKind === "json-with-file" ? "json" : bodyKind]() };
}

/** The document is the form's only file; a name in the query may also be given as a form field. */
function describeForm({ query }: Operation, file: Json): Json {
  const takesName = query instanceof z.ZodObject && "name" in query.shape;
  return {
    type: "object",
    properties: { ...(takesName ? { name: { type: "string" } } : {}), file },
    required: ["file"],
  };
}

function describeAnswer(operation: Operation, print: PrintSchema, shown: OperationExample | undefined): Json {
  const headers = answerHeaders(operation);
  if (operation.answer instanceof z.ZodType) {
    return {
      description: "Done",
      headers,
      content: { "application/json": { schema: print(operation.answer, "output"), ...exampleOf(shown?.answer) } },
    };
  }
  const mediaTypes = "content" in operation.answer ? operation.answer.content : [];
  return {
    description: "The file's content.",
    headers,
    content: Object.fromEntries(
      mediaTypes.map((mediaType) => [mediaType, { schema: { type: "string", format: "binary" } }]),
    ),
  };
}

function exampleOf(value: unknown): Json {
  return value === undefined ? {} : { example: value };
}

/** One response per status with its possible codes. Operations with the same errors share it. */
function describeErrors(operation: Operation, { problemOf, responses }: Printing): Json {
  const codes = possibleErrors(operation);
  const statuses = [...new Set(codes.map((code) => problemOf(code).status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => problemOf(code).status === status);
      const headers = refusalHeaders(operation, status);
      const name = [
        status,
        ...own,
        ...(isCounted(operation) ? [] : ["uncounted"]),
        ...("WWW-Authenticate" in headers ? ["asks"] : []),
      ].join(".");
      responses[name] ??= describeRefusal(own, headers, problemOf);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function describeRefusal(codes: readonly ErrorCode[], headers: Json, problemOf: ProblemOf): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${problemOf(code).title}`).join("; "),
    "x-codes": codes,
    headers,
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Formats of path parameters. */
const parameterExamples: Readonly<Record<string, string | number>> = {
  uuid: fileUuid,
  u: linkUuid,
  signRequestUuid: linkUuid,
  fileId,
  signRequestId,
  elementId: 7,
  id: 4,
  deliveryId: 9,
  n: 1,
  revision: 2,
  user_id: "bo@example.org",
  request: "MEIwQDA+MDwwOjAJBgUrDgMCGgUA",
};

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

function headerParameters(operation: Operation): Json[] {
  const names = [
    ...(idempotencyKeyOf(operation) ? ["IdempotencyKey"] : []),
    ...(ifMatchOf(operation) ? ["IfMatch"] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The headers of a successful response. */
function answerHeaders(operation: Operation): Json {
  return references([
    ...everyAnswer(operation),
    ...(hasEtag(operation) ? ["ETag"] : []),
    ...(idempotencyKeyOf(operation) ? ["Idempotent-Replayed"] : []),
  ]);
}

/** The headers of an error response with this status. */
function refusalHeaders(operation: Operation, status: number): Json {
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
