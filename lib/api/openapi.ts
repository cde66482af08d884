import { z, type ZodType } from "zod";
import type { ErrorCode } from "@/lib/errors";
import { needsAccount, pathsOf, type Operation } from "./operation";
import { possibleErrors } from "./possible-errors";
import { problemDocument } from "./problem-schema";
import { schemaPrinter, type Json, type PrintSchema } from "./schema-printer";

type StatusOf = (code: ErrorCode) => { status: number; title: string };

const about = `PDFs in, signed PDFs out. \`/api/v1.0\` answers the same as \`/api/v1\`.

\`x-caller\` names the least that may call an operation: \`public\`, anybody; \`link\`, whoever holds the sign link in the path; \`signer\`, any account;
\`requester\`, an account that may ask others to sign; \`admin\`, an administrator. What the caller may not see answers 404, like what does not exist.`;

/** The API description (OpenAPI 3.1), printed from the schemas that validate: it cannot say anything else than they do. */
export function describeApi(operations: readonly Operation[], version: string, statusOf: StatusOf): Json {
  const { print, named } = schemaPrinter();
  const problem = print(problemDocument, "output");
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = describeOperation(operation, statusOf, print);
    for (const [index, path] of pathsOf(operation).entries()) {
      const item = (paths[path] ??= operation.base === "origin" ? { servers: [{ url: "/" }] } : {});
      item[operation.method.toLowerCase()] = index === 0 ? described : asAlias(described, operation, index);
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Paraph", version, description: about, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/api/v1" }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: problem, ...named },
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "The account's e-mail, and its password or an API token." },
        bearer: { type: "http", scheme: "bearer", description: "An API token, `pk_…`." },
      },
    },
  };
}

/** Another path of an operation: the same in all but its id, which must be unique. */
function asAlias(described: Json, operation: Operation, index: number): Json {
  const operationId = `${operation.id}Alias${index === 1 ? "" : String(index)}`;
  return { ...described, operationId, summary: `${operation.summary} (another path of ${operation.path})` };
}

function describeOperation(operation: Operation, statusOf: StatusOf, print: PrintSchema): Json {
  const parameters = [...describeParameters(operation.params, "path", print), ...describeParameters(operation.query, "query", print)];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    "x-caller": operation.caller,
    ...(operation.scope ? { "x-scope": operation.scope } : {}),
    security: [...(needsAccount(operation) ? [] : [{}]), { basic: [] }, { bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: describeBody(operation, operation.body, print) } : {}),
    responses: { 200: describeAnswer(operation, print), ...describeErrors(operation, statusOf) },
  };
}

function describeParameters(schema: ZodType | undefined, place: "path" | "query", print: PrintSchema): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = print(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function describeBody(operation: Operation, body: ZodType, print: PrintSchema): Json {
  const binary = { type: "string", format: "binary" };
  const contents = {
    json: () => ({ "application/json": { schema: print(body, "input") } }),
    pdf: () => ({ "application/pdf": { schema: binary }, "multipart/form-data": { schema: describeForm(operation, binary) } }),
    ocsp: () => ({ "application/ocsp-request": { schema: binary } }),
  };
  const { bodyKind = "json" } = operation;
  return { required: !operation.bodyOptional, content: contents[bodyKind === "json-with-file" ? "json" : bodyKind]() };
}

/** The document is the form's one file; where the query takes a name, a field of the form may give it. */
function describeForm({ query }: Operation, file: Json): Json {
  const takesName = query instanceof z.ZodObject && "name" in query.shape;
  return { type: "object", properties: { ...(takesName ? { name: { type: "string" } } : {}), file }, required: ["file"] };
}

function describeAnswer(operation: Operation, print: PrintSchema): Json {
  if (operation.answer instanceof z.ZodType) {
    return { description: "Done", content: { "application/json": { schema: print(operation.answer, "output") } } };
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
