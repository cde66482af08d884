import type { Operation } from "@/lib/api/operations/operation";
import { assertFresh, proveAgain } from "@/lib/auth/log-in";
import type { Actor, Ctx } from "@/lib/context/context";
import { callerOf, looksRandom, readIdempotencyKey, type Made } from "@/lib/context/idempotency/keys";
import { runOnce, type StoredAnswer } from "@/lib/context/idempotency/run-once";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import { mayLearnLinks } from "@/lib/requests/signers/signer-language";
import { problemResponse } from "./responses";

/**
 * Errors that changed something: a wrong attempt was counted. If it is repeated with the same key, it must not be
 * counted twice.
 */
const counted = new Set<ErrorCode>(["code_wrong", "sign_password_wrong"]);

/** Headers that differ each time the response is sent. */
const ownHeaders = new Set(["x-request-id", "ratelimit", "ratelimit-policy", "content-length"]);

/** The parts of a request that the key is bound to, all validated. */
export interface CalledOperation {
  operation: Operation;
  actor: Actor;
  params: unknown;
  query: unknown;
  body: unknown;
  /** SHA-256 of the body as received, hexadecimal. */
  bodySha256: () => string;
}

/**
 * Handles a request that may be repeated under one Idempotency-Key (docs/spec/api.md#idempotency-and-concurrency):
 * `run` executes it, `again` renders the lost response of an earlier execution. Without a key, and for operations that
 * change nothing, only `run` is called, and so for a guessable key where another's response would reveal a secret.
 */
export async function answerOnce(
  ctx: Ctx,
  request: Request,
  called: CalledOperation,
  run: (ctx: Ctx) => Promise<Response>,
  again: ((ctx: Ctx, made: Made) => Promise<Response>) | null,
): Promise<Response> {
  const { operation, actor, params, query } = called;
  const key = keyOf(request, operation);
  if (key === null || (operation.replayNeedsRandomKey && actor.kind === "public" && !looksRandom(key))) return run(ctx);
  const caller = callerOf(ctx, actor, linkIn(operation, params));
  const { answer, isReplayed } = await runOnce(ctx, {
    key: ctx.secrets.hmac("idempotency", JSON.stringify(["key", operation.id, caller, key])),
    // A response with a sign link must not be replayed to a token of the same account without access to links. For that
    // token, the key belongs to another request.
    requestHmac: ctx.secrets.hmac(
      "idempotency",
      JSON.stringify(["asked", operation.method, params, query, called.bodySha256(), mayLearnLinks(actor)]),
    ),
    assertMayReplay: operation.replayNeedsFreshProof
      ? async () => assertFresh(ctx, await proveAgain(ctx, actor, currentPasswordIn(called.body)))
      : null,
    run: (held) => toStored(run(held).catch((error: unknown) => countedRefusal(held, request, error))),
    again: again && ((context, made) => toStored(again(context, made))),
  });
  return new Response(answer.body === "" ? null : answer.body, {
    status: answer.status,
    headers: [...answer.headers, ...(isReplayed ? replayed : [])],
  });
}

/** The current password in a body is a fresh proof. */
function currentPasswordIn(body: unknown): string | undefined {
  const { currentPassword } = (body ?? {}) as { currentPassword?: unknown };
  return typeof currentPassword === "string" ? currentPassword : undefined;
}

const replayed: [string, string][] = [["idempotent-replayed", "true"]];

/**
 * Null without a key, and where a key has no effect: on a GET, and on a query sent by POST whose response is not JSON,
 * such as OCSP.
 */
export function keyOf(request: Request, { method, answer }: Pick<Operation, "method" | "answer">): string | null {
  if (method === "GET" || "content" in answer) return null;
  return readIdempotencyKey(request.headers.get("idempotency-key"));
}

/** The sign link in the path of an operation that requires only a link. */
export function linkIn({ caller }: Pick<Operation, "caller">, params: unknown): string | null {
  if (caller !== "link" || typeof params !== "object" || params === null) return null;
  const { u, signRequestUuid } = params as { u?: unknown; signRequestUuid?: unknown };
  const link = u ?? signRequestUuid;
  return typeof link === "string" ? link : null;
}

function countedRefusal(ctx: Ctx, request: Request, error: unknown): Response {
  if (error instanceof DomainError && counted.has(error.code)) return problemResponse(ctx, request, error);
  throw error;
}

async function toStored(answering: Promise<Response>): Promise<StoredAnswer> {
  const response = await answering;
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ownHeaders.has(name)),
    body: await response.text(),
  };
}
