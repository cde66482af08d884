import { z, type ZodType } from "zod";
import type { ErrorCode } from "@/lib/platform/errors";
import { largestId, uuidPattern } from "@/lib/platform/ids";

/**
 * The caller (docs/spec/api.md#callers): anyone, the holder of a sign link, any account, an account that may request
 * signatures, an administrator. Each has the permissions of those before it, except for a link, which proves only one
 * mailbox.
 */
type Caller = "public" | "link" | "signer" | "requester" | "admin";

/**
 * One operation of the API, with its validation, documentation and binding in one object. `path` is relative to
 * `{origin}/api/v1` (or to `{origin}` if `base` is "origin"), with parameters as `{name}`.
 */
export interface Operation<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  /** Alias paths with the same parameters: their route files export the original's handlers. */
  aliases?: readonly string[];
  base?: "origin";
  tag:
    | "Files"
    | "Signature requests"
    | "Templates"
    | "Envelopes"
    | "Bulk sends"
    | "Elements"
    | "Signing"
    | "Account"
    | "Webhooks"
    | "Events"
    | "Administration"
    | "System";
  summary: string;
  description?: string;
  /** The minimum caller. The use case checks finer permissions. */
  caller: Caller;
  /**
   * The guest of a signing request may call it too, for that request or its file: a path with `{u}` or a file's
   * `{uuid}`.
   */
  guests?: true;
  /** The scope that a token needs. An operation without an account needs none. */
  scope?: "read" | "write" | "sign";
  params?: ZodType<Params>;
  /** If omitted, any query parameter is `422`. */
  query?: ZodType<Query>;
  body?: ZodType<Body>;
  /**
   * `json` is up to 256 KiB, `json-with-file` up to 35 MiB. `pdf` is streamed (application/pdf or multipart/form-data),
   * and so is `file` (an attachment of any accepted type). `ocsp` is up to 8 KiB of DER. `signed-json` and `mail` are
   * up to 1 MiB of raw bytes, with the headers that prove the sender.
   */
  bodyKind?: "json" | "json-with-file" | "pdf" | "document" | "file" | "ocsp" | "signed-json" | "mail";
  /** A stored document is copied, which counts as an upload. */
  copiesDocument?: true;
  /** Counted per network under a limit of its own, whatever the caller's credential. */
  countedAs?: "status";
  /** True if an empty body counts as `{}`. */
  bodyOptional?: boolean;
  /** The schema of a JSON response, or the media types of a content response. */
  answer: ZodType<Answer> | { content: readonly string[] };
  errors: readonly ErrorCode[];
  /**
   * The response contains a secret that needs a fresh proof, including when it is replayed for the same
   * Idempotency-Key.
   */
  replayNeedsFreshProof?: true;
  /**
   * Anybody may call it, and the response contains a secret of the caller. Without a credential, an Idempotency-Key that
   * others could guess has no effect: callers of one network share keys, and must not get each other's response.
   */
  replayNeedsRandomKey?: true;
  /** Changes no account and no token, so that cached callers of other requests stay valid (`forgetTokens`). */
  leavesAccounts?: true;
}

/** Preserves the inferred types of params, query, body and answer. */
export function operation<
  Params = Record<string, never>,
  Query = Record<string, never>,
  Body = Record<string, never>,
  Answer = unknown,
>(definition: Operation<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return definition;
}

/** False if a request without a credential is accepted. */
export function needsAccount({ caller }: Pick<Operation, "caller">): boolean {
  return caller !== "public" && caller !== "link";
}

/** Every path of the operation, with its own first. */
export function pathsOf({ path, aliases = [] }: Pick<Operation, "path" | "aliases">): readonly string[] {
  return [path, ...aliases];
}

/**
 * Path and query parameters arrive as text. A path parameter that no object can have counts as a missing object: `404`.
 */

/** The integer id of a row. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= largestId)
  .meta({ type: "integer", minimum: 1, maximum: largestId, pattern: undefined });

/** A UUID in either case, returned in lower case. */
export const pathUuid = z
  .string()
  .regex(uuidPattern)
  .transform((uuid) => uuid.toLowerCase())
  .meta({ type: "string", format: "uuid", pattern: undefined });

export function queryInteger(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, "is not an integer")
    .transform(Number)
    .pipe(z.number().int().min(minimum).max(maximum))
    .meta({ type: "integer", minimum, maximum, pattern: undefined });
}
