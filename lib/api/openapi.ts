import { z, type ZodType } from "zod";
import type { ErrorCode } from "@/lib/errors";
import type { Operation } from "./operation";
import { possibleErrors } from "./possible-errors";
import { problemDocument } from "./problem-schema";

type Json = Record<string, unknown>;
type StatusOf = (code: ErrorCode) => { status: number; title: string };

/** The API description (OpenAPI 3.1), printed from the schemas that validate: it cannot say anything else than they do. */
export function describeApi(operations: readonly Operation[], version: string, statusOf: StatusOf): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= operation.base === "origin" ? { servers: [{ url: "/" }] } : {});
    path[operation.method.toLowerCase()] = describeOperation(operation, statusOf);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Paraph", version, description: "PDFs in, signed PDFs out. `/api/v1.0` answers the same as `/api/v1`.", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/api/v1" }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: toSchema(problemDocument, "output") },
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "The account's e-mail, and its password or an API token." },
        bearer: { type: "http", scheme: "bearer", description: "An API token, `pk_…`." },
      },
    },
  };
}

function describeOperation(operation: Operation, statusOf: StatusOf): Json {
  const parameters = [...describeParameters(operation.params, "path"), ...describeParameters(operation.query, "query")];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    "x-caller": operation.caller,
    ...(operation.scope ? { "x-scope": operation.scope } : {}),
    security: [...(operation.caller === "public" ? [{}] : []), { basic: [] }, { bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: describeBody(operation, operation.body) } : {}),
    responses: { 200: describeAnswer(operation), ...describeErrors(operation, statusOf) },
  };
}

function describeParameters(schema: ZodType | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function describeBody(operation: Operation, body: ZodType): Json {
  const binary = { type: "string", format: "binary" };
  const contents = {
    json: { "application/json": { schema: toSchema(body, "input") } },
    pdf: { "application/pdf": { schema: binary }, "multipart/form-data": { schema: { type: "object", properties: { file: binary }, required: ["file"] } } },
    ocsp: { "application/ocsp-request": { schema: binary } },
  };
  const { bodyKind = "json" } = operation;
  return { required: !operation.bodyOptional, content: contents[bodyKind === "json-with-file" ? "json" : bodyKind] };
}

function describeAnswer(operation: Operation): Json {
  if (operation.answer instanceof z.ZodType) {
    return { description: "Done", content: { "application/json": { schema: toSchema(operation.answer, "output") } } };
  }
  const mediaTypes = "content" in operation.answer ? operation.answer.content : [];
  return { description: "The bytes", content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: { type: "string", format: "binary" } }])) };
}

/** One response a status, naming the codes that it may carry. */
function describeErrors(operation: Operation, statusOf: StatusOf): Json {
  const codes = possibleErrors(operation);
  const statuses = [...new Set(codes.map((code) => statusOf(code).status))].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => {
    const own = codes.filter((code) => statusOf(code).status === status);
    const description = own.map((code) => `\`${code}\`: ${statusOf(code).title}`).join("; ");
    return [status, { description, "x-codes": own, content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } }];
  }));
}

/** zod's own printer. Answers stay open for members that later versions add. */
function toSchema(schema: ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...printed } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return printed;
}
