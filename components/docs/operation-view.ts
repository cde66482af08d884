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
  // Next to a type, a choice only says which members go together.
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
  const whole = follow(schema, named);
  if (whole.properties) return { schema: whole, members: Object.entries(whole.properties) };
  if (whole.items) return membersOf(whole.items, named);
  for (const choice of whole.anyOf ?? whole.oneOf ?? []) {
    const found = membersOf(choice, named);
    if (found) return found;
  }
  return null;
}
