export interface ParameterView {
  name: string;
  place: "path" | "query" | "header";
  required: boolean;
  description: string | null;
  schema: JsonSchema;
  example: string | null;
}

interface ContentView {
  mediaTypes: string[];
  /** Null if the content is binary. */
  schema: JsonSchema | null;
  example: unknown;
}

export interface RefusalView {
  status: string;
  codes: string[];
}

export interface OperationView {
  id: string;
  method: string;
  path: string;
  /** False for operations outside `/api/v1`. */
  isBelowBase: boolean;
  aliases: string[];
  tag: string;
  summary: string;
  description: string | null;
  caller: "public" | "link" | "signer" | "requester" | "admin";
  scope: string | null;
  parameters: ParameterView[];
  body: (ContentView & { required: boolean }) | null;
  answer: ContentView;
  answerHeaders: string[];
  refusals: RefusalView[];
}

export interface ApiView {
  tags: { name: string; description: string }[];
  operations: OperationView[];
  webhooks: { type: string; summary: string; headers: ParameterView[]; body: ContentView }[];
  schemas: NamedSchemas;
}

/** The subset of JSON Schema 2020-12 that the API description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

const shared = "#/components/schemas/";
const largestInteger = Number.MAX_SAFE_INTEGER;

export function nameOf(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(shared) ? schema.$ref.slice(shared.length) : null;
}

function follow(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const name = nameOf(schema);
  return name === null ? schema : (named[name] ?? {});
}

/** A schema's type in one line, such as `array of Signer` or `integer, 1 to 100`. */
export function typeOf(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name !== null) return name;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  // Next to a type, a choice only tells which members go together.
  const choices = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if (schema.type === "array")
    return `array of ${schema.items ? typeOf(schema.items) : "anything"}${bounds(schema.minItems, schema.maxItems)}`;
  const type = [schema.type ?? "anything"].flat().join(" | ");
  const formatted = schema.format ? `${type} (${schema.format})` : type;
  const above = schema.exclusiveMinimum === undefined ? "" : `, more than ${String(schema.exclusiveMinimum)}`;
  return formatted + above + bounds(schema.minimum, schema.maximum) + bounds(schema.minLength, schema.maxLength);
}

function bounds(least: number | undefined, most: number | undefined): string {
  const from = least === undefined || least <= -largestInteger ? undefined : least;
  const to = most === undefined || most >= largestInteger ? undefined : most;
  if (from === undefined && to === undefined) return "";
  if (to === undefined) return `, at least ${String(from)}`;
  return from === undefined ? `, at most ${to}` : `, ${from} to ${to}`;
}

/** The members to list for a schema: its own, its items', or those of the only choice that has any. */
export function membersOf(
  schema: JsonSchema,
  named: NamedSchemas,
): { schema: JsonSchema; members: [string, JsonSchema][] } | null {
  const resolved = follow(schema, named);
  if (resolved.properties) return { schema: resolved, members: Object.entries(resolved.properties) };
  if (resolved.items) return membersOf(resolved.items, named);
  for (const choice of resolved.anyOf ?? resolved.oneOf ?? []) {
    const found = membersOf(choice, named);
    if (found) return found;
  }
  return null;
}

export type Credential =
  | { kind: "session" }
  | { kind: "token"; token: string }
  | { kind: "password"; email: string; password: string }
  | { kind: "nobody" };

/** The request that "Try it" sends. */
interface TriedCall {
  method: string;
  /** From the root, with its query string. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Blob | null;
  credential: Credential;
}

interface Filled {
  method: string;
  path: string;
  isBelowBase: boolean;
  parameters: readonly ParameterView[];
  /** By location and name. Empty values are left out. */
  values: Readonly<Record<string, string>>;
  body: { type: string; content: string | Blob } | null;
  credential: Credential;
}

export function valueKey({ place, name }: Pick<ParameterView, "place" | "name">): string {
  return `${place} ${name}`;
}

export function callOf({ method, path, isBelowBase, parameters, values, body, credential }: Filled): TriedCall {
  const given = parameters
    .map((parameter) => ({ ...parameter, value: values[valueKey(parameter)]?.trim() ?? "" }))
    .filter(({ value }) => value !== "");
  const inPath = given
    .filter(({ place }) => place === "path")
    .reduce((built, { name, value }) => built.replace(`{${name}}`, encodeURIComponent(value)), path);
  const query = new URLSearchParams(
    given.filter(({ place }) => place === "query").map(({ name, value }) => [name, value]),
  ).toString();
  return {
    method,
    path: `${isBelowBase ? "/api/v1" : ""}${inPath}${query === "" ? "" : `?${query}`}`,
    headers: {
      ...Object.fromEntries(given.filter(({ place }) => place === "header").map(({ name, value }) => [name, value])),
      ...(body ? { "Content-Type": body.type } : {}),
    },
    body: body?.content ?? null,
    credential,
  };
}

/** The call as a curl command. Secrets appear as variable names, never as values. */
export function curlOf({ method, path, headers, body, credential }: TriedCall, origin: string): string {
  const who = {
    session: `-u "$EMAIL:$PASSWORD"`,
    password: `-u "$EMAIL:$PASSWORD"`,
    token: `-H "Authorization: Bearer $TOKEN"`,
    nobody: "",
  }[credential.kind];
  return [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(who === "" ? [] : [who]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [typeof body === "string" ? `--data-raw ${quoted(body)}` : "--data-binary @document.pdf"]),
    quoted(origin + path),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface TriedAnswer {
  status: number;
  ms: number;
  headers: [string, string][];
  type: string;
  size: number;
  /** Indented if it is JSON; null if the body is binary or empty. */
  text: string | null;
  /** Object URL of the bytes, to be revoked. */
  url: string | null;
}

const isText = /json|text|xml|x-pem-file/;

/** Sends the call. The cookie goes along only if the session is the chosen credential. Rejects if no answer comes. */
export async function sendCall({ method, path, headers, body, credential }: TriedCall): Promise<TriedAnswer> {
  const startedAt = performance.now();
  const response = await fetch(path, {
    method,
    credentials: credential.kind === "session" ? "same-origin" : "omit",
    headers: { ...headers, ...authorization(credential) },
    ...(body === null ? {} : { body }),
  });
  const bytes = await response.blob();
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
    headers: [...response.headers.entries()],
    type,
    size: bytes.size,
    text: bytes.size > 0 && isText.test(type) ? indented(await bytes.text(), type) : null,
    url: bytes.size > 0 && !isText.test(type) ? URL.createObjectURL(bytes) : null,
  };
}

function authorization(credential: Credential): Record<string, string> {
  if (credential.kind === "token") return { Authorization: `Bearer ${credential.token.trim()}` };
  if (credential.kind !== "password") return {};
  const bytes = new TextEncoder().encode(`${credential.email}:${credential.password}`);
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

function indented(text: string, type: string): string {
  if (!type.includes("json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
