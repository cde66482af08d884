import type {
  ApiView,
  JsonSchema,
  NamedSchemas,
  OperationView,
  ParameterView,
  RefusalView,
} from "@/components/docs/operation-view";
import { exampleProblem } from "@/lib/api/http/possible-errors";
import { describeApi } from "@/lib/api/openapi";
import { operations } from "@/lib/api/operations";
import manifest from "@/package.json";

let view: ApiView | null = null;

/** `/openapi.json` prepared for the pages; computed once per process. */
export function describedApi(): ApiView {
  return (view ??= viewOfApi(describeApi(operations, manifest.version, (code) => exampleProblem(code))));
}

type Json = Record<string, unknown>;

const methods = ["get", "post", "put", "patch", "delete"];

/** The pages' view of an OpenAPI 3.1 document. An alias is listed with the operation it is another path for. */
export function viewOfApi(document: Json): ApiView {
  const components = document["components"] as Record<string, Record<string, Json>>;
  const all = Object.entries(document["paths"] as Record<string, Json>).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({ path, method, item, operation: item[method] as Json })),
  );
  const operations = all
    .filter(({ operation }) => !("x-alias-of" in operation))
    .map(({ path, method, item, operation }): OperationView => ({
      ...viewOfOperation(operation, components),
      method: method.toUpperCase(),
      path,
      isBelowBase: !("servers" in item),
      aliases: all
        .filter((other) => other.operation["x-alias-of"] === operation["operationId"])
        .map((other) => other.path),
    }));
  const webhooks = Object.entries((document["webhooks"] ?? {}) as Record<string, { post: Json }>).map(
    ([type, { post }]) => ({
      type,
      summary: post["summary"] as string,
      headers: parametersOf(post, components),
      body: contentOf(post["requestBody"] as Json),
    }),
  );
  return {
    tags: document["tags"] as ApiView["tags"],
    operations,
    webhooks,
    schemas: components["schemas"] as NamedSchemas,
  };
}

function viewOfOperation(
  operation: Json,
  components: Record<string, Record<string, Json>>,
): Omit<OperationView, "method" | "path" | "isBelowBase" | "aliases"> {
  const responses = Object.entries(operation["responses"] as Record<string, Json>).map(
    ([status, response]) => [status, follow(response, components)] as const,
  );
  const done = responses.find(([status]) => status === "200")?.[1] ?? {};
  const body = operation["requestBody"] as Json | undefined;
  return {
    id: operation["operationId"] as string,
    tag: (operation["tags"] as string[])[0] ?? "",
    summary: operation["summary"] as string,
    description: (operation["description"] as string | undefined) ?? null,
    caller: operation["x-caller"] as OperationView["caller"],
    scope: (operation["x-scope"] as string | undefined) ?? null,
    parameters: parametersOf(operation, components),
    body: body ? { ...contentOf(body), required: body["required"] === true } : null,
    answer: contentOf(done),
    answerHeaders: Object.keys(done["headers"] ?? {}),
    refusals: responses
      .filter(([status]) => status !== "200")
      .map(([status, response]): RefusalView => ({
        status,
        codes: (response["x-codes"] as string[] | undefined) ?? [],
      })),
  };
}

function parametersOf(operation: Json, components: Record<string, Record<string, Json>>): ParameterView[] {
  return ((operation["parameters"] ?? []) as Json[])
    .map((part) => follow(part, components))
    .map((parameter) => ({
      name: parameter["name"] as string,
      place: parameter["in"] as ParameterView["place"],
      required: parameter["required"] === true,
      description: (parameter["description"] as string | undefined) ?? null,
      schema: parameter["schema"] as JsonSchema,
      example: parameter["example"] === undefined ? null : String(parameter["example"] as string | number),
    }));
}

function contentOf(part: Json): { mediaTypes: string[]; schema: JsonSchema | null; example: unknown } {
  const content = (part["content"] ?? {}) as Record<string, { schema: JsonSchema; example?: unknown }>;
  const json = content["application/json"];
  return { mediaTypes: Object.keys(content), schema: json?.schema ?? null, example: json?.example };
}

function follow(part: Json, components: Record<string, Record<string, Json>>): Json {
  const [, kind, name] = /^#\/components\/([a-z]+)\/(.+)$/i.exec(String(part["$ref"])) ?? [];
  return kind && name ? (components[kind]?.[name] ?? {}) : part;
}
