import type { ZodType } from "zod";
import type { ErrorCode } from "@/lib/platform/errors";

/**
 * Who calls (docs/spec/api.md#callers): anybody, whoever holds a sign link, any account, an account that may ask others to sign, an
 * administrator. Each may do what those before it may, but for a link, which proves one mailbox only.
 */
export type Caller = "public" | "link" | "signer" | "requester" | "admin";

/**
 * One operation of the wire contract: what validates, documents and binds it, in one object. `path` is relative to
 * `{origin}/api/v1` (or to `{origin}` when `base` is "origin") and writes parameters as `{name}`.
 */
export interface Operation<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  /** Other paths, with the same parameters, that answer the same: their route files export the original's handlers. */
  aliases?: readonly string[];
  base?: "origin";
  tag:
    | "Files"
    | "Signature requests"
    | "Elements"
    | "Signing"
    | "Account"
    | "Webhooks"
    | "Events"
    | "Administration"
    | "System";
  summary: string;
  description?: string;
  /** The least that may call; finer rights are the verb's. */
  caller: Caller;
  /** The guest of a sign request may call it too, for that request or its file: a path with `{u}` or a file's `{uuid}`. */
  guests?: true;
  /** What a token needs; an operation that needs no account needs none. */
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
  /** The answer holds a secret for a fresh proof: so does one that is given again for the same Idempotency-Key. */
  replayNeedsFreshProof?: true;
}

/** Keeps the inferred types of params, query, body and answer together. */
export function operation<
  Params = Record<string, never>,
  Query = Record<string, never>,
  Body = Record<string, never>,
  Answer = unknown,
>(definition: Operation<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return definition;
}

/** False where a request without a credential is heard. */
export function needsAccount({ caller }: Pick<Operation, "caller">): boolean {
  return caller !== "public" && caller !== "link";
}

/** Every path that the operation answers on, its own first. */
export function pathsOf({ path, aliases = [] }: Pick<Operation, "path" | "aliases">): readonly string[] {
  return [path, ...aliases];
}
