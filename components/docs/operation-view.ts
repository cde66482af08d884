import type { JsonSchema, NamedSchemas } from "./json-schema";

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
  /** Null where the content is bytes. */
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
  /** False for what lies outside `/api/v1`. */
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
