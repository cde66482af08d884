import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { languageInput } from "@/lib/accounts/schema";
import { schemaPrinter, type Json } from "./schema-printer";

const described = JSON.parse(readFileSync("public/openapi.json", "utf8")) as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Json>>;
  components: {
    schemas: Record<string, Json>;
    parameters: Record<string, Json>;
    responses: Record<string, Json>;
    securitySchemes: Json;
  };
};

interface Described extends Json {
  operationId: string;
  tags: string[];
  "x-caller": string;
  security: Json[];
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; "x-codes"?: string[]; content?: Record<string, { schema: Json }> }>;
}

/** Resolves references to shared components. */
function resolved(operation: Json): Described {
  const follow = (part: Json): Json => {
    const [, kind, name] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(String(part["$ref"])) ?? [];
    return kind && name ? (described.components[kind as "parameters" | "responses"][name] ?? {}) : part;
  };
  return {
    ...operation,
    ...(operation["parameters"] ? { parameters: (operation["parameters"] as Json[]).map(follow) } : {}),
    responses: Object.fromEntries(
      Object.entries(operation["responses"] as Record<string, Json>).map(([status, response]) => [
        status,
        follow(response),
      ]),
    ),
  } as unknown as Described;
}

const methods = ["get", "post", "put", "patch", "delete"];
const all = Object.entries(described.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([key]) => methods.includes(key))
    .map(
      ([method, operation]) =>
        [
          `${method.toUpperCase()} ${path}`,
          path,
          { ...resolved(operation), "x-method": method.toUpperCase() },
        ] as const,
    ),
);

/** Every object of the document, with its location. */
function* objectsIn(value: unknown, pointer = "#"): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value as Json];
  for (const [key, member] of Object.entries(value))
    yield* objectsIn(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
}

function schemasOf(operation: Described): Json[] {
  const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((body) =>
    Object.values(body?.content ?? {}),
  );
  return [...(operation.parameters ?? []), ...bodies].map(({ schema }) => schema);
}

/** A schema and all nested schemas. */
function* within(schema: Json): Generator<Json> {
  yield schema;
  const lists = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((key) => (schema[key] ?? []) as Json[]);
  const single = ["items", "propertyNames", "additionalProperties", "not"]
    .map((key) => schema[key])
    .filter((inner) => typeof inner === "object" && inner !== null);
  for (const inner of [
    ...Object.values((schema["properties"] ?? {}) as Record<string, Json>),
    ...lists,
    ...(single as Json[]),
  ])
    yield* within(inner);
}

/** The subset of JSON Schema 2020-12 that we emit. */
const keywords = new Set([
  "$ref",
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "default",
  "description",
  "readOnly",
]);

describe("the API description", () => {
  test("resolves every reference to a schema of the document", () => {
    const pointers = new Map(objectsIn(described));
    const references = [...pointers.values()]
      .map((object) => object["$ref"])
      .filter((reference) => typeof reference === "string");
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => !pointers.has(reference))).toEqual([]);
  });

  test("accepts pt-BR wherever a request takes a language, and every response has pt", () => {
    const languagesOf = (part: unknown): unknown[] =>
      [...objectsIn(part)].flatMap(([, { enum: codes }]) =>
        Array.isArray(codes) && codes.includes("pt") ? [codes] : [],
      );
    const accepted = all.flatMap(([, , { requestBody, parameters }]) => languagesOf([requestBody, parameters]));
    const returned = languagesOf([described.components, ...all.map(([, , { responses }]) => responses)]);
    expect([accepted.length, returned.length].every((count) => count > 5)).toBe(true);
    for (const codes of accepted) expect(codes).toEqual(["en", "pt", "pt-BR"]);
    for (const codes of returned) expect(codes).toEqual(["en", "pt"]);
    expect(languageInput.parse("pt-BR")).toBe("pt");
    expect(languageInput.safeParse("pt-PT").success).toBe(false);
  });

  test("uses every named schema", () => {
    const references = new Set([...objectsIn(described)].map(([, object]) => object["$ref"]));
    expect(
      Object.keys(described.components.schemas).filter((name) => !references.has(`#/components/schemas/${name}`)),
    ).toEqual([]);
  });

  test("has no two operations with the same id, aliases included", () => {
    const ids = all.map(([, , { operationId }]) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("has no two paths that differ in the names of their parameters only", () => {
    const shapes = Object.keys(described.paths).map((path) => path.replaceAll(/\{[^}]+\}/g, "{}"));
    expect(shapes).toEqual([...new Set(shapes)]);
  });

  test.each(all)(
    "%s declares its path's parameters, a known tag, known credentials and an answer",
    (_name, path, operation) => {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]));
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(described.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags));
      expect(Object.keys(described.components.securitySchemes)).toEqual(
        expect.arrayContaining(operation.security.flatMap((one) => Object.keys(one))),
      );
      expect(operation.responses["200"]?.description).toBeTruthy();
    },
  );

  test.each(all)("%s describes its shapes in JSON Schema and nothing else", (_name, _path, operation) => {
    const used = [...schemasOf(operation), ...Object.values(described.components.schemas)]
      .flatMap((schema) => [...within(schema)])
      .flatMap((schema) => Object.keys(schema));
    expect([...new Set(used)].filter((keyword) => !keywords.has(keyword))).toEqual([]);
  });

  /** A query sent as POST, and reports that have no further effect when repeated. */
  const withoutKey = ["/pki/ocsp", "/mail/resend", "/mail/reports"];

  test.each(all)(
    "%s lists the codes of every error, and explains safe retries where it changes something",
    (_name, path, operation) => {
      const refusals = Object.entries(operation.responses).filter(([status]) => status !== "200");
      expect(refusals.filter(([, response]) => (response["x-codes"] ?? []).length === 0)).toEqual([]);
      const takesKey = (operation.parameters ?? []).some(({ name }) => name === "Idempotency-Key");
      expect(takesKey).toBe(operation["x-method"] !== "GET" && !withoutKey.includes(path));
    },
  );

  test.each(all)(
    "%s names its callers in the contract's terms, and only public and link operations can be called without a credential",
    (_name, _path, operation) => {
      expect(["public", "link", "signer", "requester", "admin"]).toContain(operation["x-caller"]);
      const isOpen = operation.security.some((one) => Object.keys(one).length === 0);
      expect(isOpen).toBe(["public", "link"].includes(operation["x-caller"]));
    },
  );

  test.each([
    ["get", "/file/validate/uuid/{uuid}", "public"],
    ["post", "/file/validate", "public"],
    ["get", "/file/validate/file_id/{fileId}", "signer"],
    ["get", "/sign/uuid/{u}", "link"],
    ["post", "/sign/uuid/{u}/decline", "link"],
    ["post", "/account/create/{signRequestUuid}", "link"],
    ["post", "/sign/uuid/{u}", "signer"],
    ["get", "/file/list", "signer"],
    ["get", "/file/{uuid}/audit", "requester"],
    ["patch", "/request-signature", "requester"],
    ["delete", "/file-element/{uuid}/{elementId}", "requester"],
    ["get", "/admin/inbox", "admin"],
  ])("%s %s is for %s and those above", (method, path, caller) => {
    expect(described.paths[path]?.[method]).toMatchObject({ "x-caller": caller });
  });
});

describe("printing schemas", () => {
  test("rejects one name for two shapes, so that no reference is ambiguous", () => {
    const { print } = schemaPrinter();
    print(z.object({ a: z.string().meta({ id: "Twice" }) }), "output");
    expect(() => print(z.object({ a: z.number().meta({ id: "Twice" }) }), "output")).toThrow(
      "two schemas have the name Twice",
    );
  });
});
