import type { Operation } from "@/lib/api/operation";
import { assertFresh, proveAgain } from "@/lib/auth/prove-again";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import { callerOf, readIdempotencyKey, type Made } from "@/lib/platform/idempotency/keys";
import { runOnce } from "@/lib/platform/idempotency/run-once";
import type { StoredAnswer } from "@/lib/platform/idempotency/settle";
import { problemResponse } from "./problem-response";

/** Refusals that changed something: the wrong try was counted. Sent again with the same key, it must not be counted twice. */
const counted = new Set<ErrorCode>(["code_wrong", "sign_password_wrong"]);

/** Members of the answer that belong to one sending only. */
const ownHeaders = new Set(["x-request-id", "ratelimit", "ratelimit-policy", "content-length"]);

/** The parts of a request that the key is bound to, all validated. */
export interface AskedOperation {
  operation: Operation;
  actor: Actor;
  params: unknown;
  query: unknown;
  body: unknown;
  /** SHA-256 of the body as it arrived, hexadecimal. */
  bodySha256: () => string;
}

/**
 * Answers a request that may come again under one Idempotency-Key (docs/spec/api.md#idempotency-and-concurrency): `run` executes it, `again` renders the lost answer of
 * what was done before. Without a key, and where nothing is changed, only `run` is called.
 */
export async function answerOnce(
  ctx: Ctx,
  request: Request,
  asked: AskedOperation,
  run: (ctx: Ctx) => Promise<Response>,
  again: ((ctx: Ctx, made: Made) => Promise<Response>) | null,
): Promise<Response> {
  const key = keyOf(request, asked.operation);
  if (key === null) return run(ctx);
  const { operation, actor, params, query } = asked;
  const caller = callerOf(ctx, actor, linkIn(operation, params));
  const { answer, isReplayed } = await runOnce(ctx, {
    key: ctx.secrets.hmac("idempotency", JSON.stringify(["key", operation.id, caller, key])),
    asked: ctx.secrets.hmac(
      "idempotency",
      JSON.stringify(["asked", operation.method, params, query, asked.bodySha256(), mayLearnLinks(actor)]),
    ),
    assertMayReplay: operation.replayNeedsFreshProof
      ? async () => assertFresh(ctx, await proveAgain(ctx, actor, currentPasswordIn(asked.body)))
      : null,
    run: (held) => toStored(run(held).catch((error: unknown) => countedRefusal(held, request, error))),
    again: again && ((context, made) => toStored(again(context, made))),
  });
  return new Response(answer.body === "" ? null : answer.body, {
    status: answer.status,
    headers: [...answer.headers, ...(isReplayed ? replayed : [])],
  });
}

/** An answer with a sign link must not be replayed to a token of the same account that may not learn links: to it, the key is another request's. */
function mayLearnLinks(actor: Actor): boolean {
  return actor.kind !== "account" || actor.scopes.includes("sign");
}

/** The present password is a fresh proof where a body holds it. */
function currentPasswordIn(body: unknown): string | undefined {
  const { currentPassword } = (body ?? {}) as { currentPassword?: unknown };
  return typeof currentPassword === "string" ? currentPassword : undefined;
}

const replayed: [string, string][] = [["idempotent-replayed", "true"]];

/** Null where there is none, and where a key means nothing: a GET, or a question whose answer is no JSON, such as OCSP's. */
export function keyOf(request: Request, { method, answer }: Pick<Operation, "method" | "answer">): string | null {
  if (method === "GET" || "content" in answer) return null;
  return readIdempotencyKey(request.headers.get("idempotency-key"));
}

/** The sign link in the path of an operation that needs no more than one. */
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
