import type { ZodType } from "zod";
import type { ErrorCode } from "@/lib/errors";

/**
 * One operation of the wire contract: what validates, documents and binds it, in one object. `path` is relative to
 * `{origin}/api/v1` (or to `{origin}` when `base` is "origin") and writes parameters as `{name}`.
 */
export interface Operation<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  base?: "origin";
  tag: "Files" | "Signature requests" | "Elements" | "Signing" | "Account" | "Administration" | "System";
  summary: string;
  description?: string;
  /** Who may call at all; finer rights are the verb's. */
  caller: "public" | "account" | "admin";
  /** What a token needs; a public operation needs none. */
  scope?: "read" | "write" | "sign";
  params?: ZodType<Params>;
  /** Left out: any query parameter is `422`. */
  query?: ZodType<Query>;
  body?: ZodType<Body>;
  /** `json` is up to 256 KiB, `json-with-file` up to 35 MiB, `pdf` is streamed (application/pdf or multipart/form-data), `ocsp` up to 8 KiB of DER. */
  bodyKind?: "json" | "json-with-file" | "pdf" | "ocsp";
  /** True when an empty body counts as `{}`. */
  bodyOptional?: boolean;
  /** The JSON answer, or the media types of a content answer. */
  answer: ZodType<Answer> | { content: readonly string[] };
  errors: readonly ErrorCode[];
}

/** Keeps the inferred types of params, query, body and answer together. */
export function operation<Params = Record<string, never>, Query = Record<string, never>, Body = Record<string, never>, Answer = unknown>(
  definition: Operation<Params, Query, Body, Answer>,
): Operation<Params, Query, Body, Answer> {
  return definition;
}
