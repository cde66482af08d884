import { z, type ZodType } from "zod";
import { pathUuid, type Operation } from "@/lib/api/operations/operation";
import { forgetTokens, resolveActor } from "@/lib/auth/resolve-actor";
import { withRequest, type Actor, type Ctx } from "@/lib/context/context";
import type { Made } from "@/lib/context/idempotency/keys";
import type { RateState } from "@/lib/context/rates/request-rates";
import { withCaller } from "@/lib/documents/engine-turn";
import { DomainError, invalid, type Violation } from "@/lib/platform/errors";
import { isServed, requestFacts } from "@/lib/platform/next/served-request";
import { runtime } from "@/lib/runtime";
import { answerOnce } from "./answer-once";
import { authorize, guestTarget } from "./authorize";
import { withBody } from "./body/read-body";
import { isPlainText } from "./body/strict-json";
import { defaultText, validationFailed } from "./body/violations";
import { isContent, toContentResponse, type ContentAnswer } from "./content";
import { assertNotSpent, countApiRequest, setRateHeaders } from "./count-request";
import { jsonResponse, problemResponse, toDomainError, type AnswerWithHeaders } from "./responses";

export interface OperationInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** The If-Match header as received, or null. */
  ifMatch: string | null;
}

type AnyAnswer<Answer> = Answer | AnswerWithHeaders<Answer> | ContentAnswer;
type Handler<Params, Query, Body, Answer> = (
  ctx: Ctx,
  actor: Actor,
  input: OperationInput<Params, Query, Body>,
) => Promise<AnyAnswer<Answer>> | AnyAnswer<Answer>;
/** Renders a lost response again from the record of `markDone` (lib/context/idempotency). */
type Again<Params, Query, Body, Answer> = (
  ctx: Ctx,
  actor: Actor,
  input: OperationInput<Params, Query, Body>,
  made: Made,
) => Promise<AnyAnswer<Answer>> | AnyAnswer<Answer>;
/**
 * If the body takes longer than this, the caller is looked up again, because the credential may have ended in the
 * meantime.
 */
const believedMs = 250;

type RouteHandler = (request: Request, context?: { params: Promise<unknown> }) => Promise<Response>;

/**
 * Binds an operation to its use case (docs/ARCHITECTURE.md#one-request): resolves the actor, validates the input, calls
 * the use case and responds. Errors become problem+json only here. An operation whose use case calls `markDone`
 * provides `again`. One that can safely run twice needs neither.
 */
export function route<Params, Query, Body, Answer>(
  operation: Operation<Params, Query, Body, Answer>,
  handler: Handler<Params, Query, Body, Answer>,
  { again }: { again?: Again<Params, Query, Body, Answer> } = {},
): RouteHandler {
  return async (request, context) => {
    const ctx = withRequest(runtime().ctx, requestFacts(request));
    const startedAt = performance.now();
    let rates: RateState[] = [];
    let actor: Actor | null = null;
    const answer = (response: Response, code: string | null): Response => {
      noteRequest(ctx, operation, actor, { status: response.status, code }, startedAt);
      return withOwnHeaders(ctx, response, rates);
    };
    try {
      const params = await context?.params;
      const known = (actor = await resolveActor(ctx, request.headers, operation.guests ? guestTarget(params) : null));
      const resolvedAt = performance.now();
      rates = await countApiRequest(ctx, operation, known, params);
      assertNotSpent(rates);
      authorize(operation, known, request, ctx.publicUrl);
      const rest = readInput(operation, request, params);
      const respond = async (given: unknown): Promise<Response> =>
        isContent(given) ? toContentResponse(given, request.headers) : jsonResponse(operation, given);
      const response = await withBody(operation, request, ctx, async (body, bodySha256) => {
        const caller =
          performance.now() - resolvedAt < believedMs ? known : await resolveAgain(ctx, operation, request, params);
        const input = { ...rest, body } as OperationInput<Params, Query, Body>;
        return answerOnce(
          withCaller(ctx, caller),
          request,
          { operation, actor: caller, ...rest, body, bodySha256 },
          async (held) => respond(await handler(held, caller, input)),
          again ? async (context, made) => respond(await again(context, caller, input, made)) : null,
        );
      });
      return answer(response, null);
    } catch (error) {
      const refusal = toDomainError(error);
      return answer(problemResponse(ctx, request, refusal), refusal.code);
    } finally {
      if (mayChangeAccounts(operation, actor)) forgetTokens(ctx);
    }
  };
}

/**
 * A password counts failed attempts in its account, and a link proves the address of an account. A token on its own
 * changes nothing.
 */
function mayChangeAccounts({ method, leavesAccounts }: Operation, actor: Actor | null): boolean {
  if (method === "GET") return false;
  return !leavesAccounts || actor?.kind !== "account" || actor.proof !== "token";
}

/** The caller after a slow body. The credential may be invalid by then. */
async function resolveAgain(ctx: Ctx, operation: Operation, request: Request, params: unknown): Promise<Actor> {
  const caller = await resolveActor(ctx, request.headers, operation.guests ? guestTarget(params) : null);
  authorize(operation, caller, request, ctx.publicUrl);
  return caller;
}

function readInput(
  operation: Operation,
  request: Request,
  params: unknown,
): Omit<OperationInput<unknown, unknown, unknown>, "body"> {
  return {
    params: readParams(operation, params),
    query: readQuery(operation.query, new URL(request.url)),
    ifMatch: request.headers.get("if-match"),
  };
}

/** A malformed path parameter is treated like a missing object. */
function readParams(operation: Operation, params: unknown): unknown {
  if (!operation.params) return {};
  const parsed = operation.params.safeParse(params);
  if (!parsed.success) throw new DomainError("not_found");
  return parsed.data;
}

/**
 * Headers specific to this response. Our server adds the request's id to every response. A handler called without it
 * adds the id here.
 */
function withOwnHeaders(ctx: Ctx, response: Response, rates: readonly RateState[]): Response {
  setRateHeaders(response.headers, rates);
  if (!isServed() && ctx.request) response.headers.set("x-request-id", ctx.request.id);
  return response;
}

/** The query parsed by the operation's schema. Unknown parameters are `422`, so that a misspelt filter is noticed. */
function readQuery(schema: ZodType | undefined, url: URL): unknown {
  const given = gather(url.searchParams);
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unknownParameters(unknown);
  if (!schema) return {};
  const parsed = schema.safeParse(given, { error: defaultText });
  if (!parsed.success) throw validationFailed(parsed.error.issues, given, ["query"]);
  return parsed.data;
}

/** One value as text, several as a list. */
function gather(parameters: URLSearchParams): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    if (!values.every(isPlainText)) throw invalid("/query", "text_invalid", "A query parameter contains U+0000");
    given[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return given;
}

function unknownParameters(names: string[]): DomainError {
  const violations = names.map((name): Violation => ({
    pointer: `/query/${name}`,
    code: "unknown_parameter",
    detail: `The query parameter ${name} is not known here`,
  }));
  return new DomainError("validation_failed", {
    violations,
    ...(violations[0] ? { detail: violations[0].detail } : {}),
  });
}

export interface Outcome {
  status: number;
  /** The error code, if any. */
  code: string | null;
}

/**
 * Logs a call for the account that made it, with the operation's path template, never the actual path. Calls by session
 * belong to the pages and are not logged. Neither are unauthenticated ones.
 */
function noteRequest(
  ctx: Ctx,
  operation: Operation,
  actor: Actor | null,
  { status, code }: Outcome,
  startedAt: number,
): void {
  if (actor?.kind !== "account" || actor.proof === "session") return;
  const durationMs = Math.round(performance.now() - startedAt);
  ctx.requestLog.note({
    accountId: actor.account.id,
    tokenId: actor.tokenId ?? null,
    // Reading the database's clock would need a round trip.
    at: new Date(Date.now() - durationMs),
    requestId: ctx.request?.id ?? "",
    method: operation.method,
    path: operation.path,
    status,
    code,
    durationMs,
  });
}

/**
 * Two operations on one path: a UUID in place of `name` goes to `byUuid` as its parameter `uuid`, and everything else
 * to `other`. Next allows one parameter per folder, and the two have different callers.
 */
export function uuidOr(name: string, byUuid: RouteHandler, other: RouteHandler): RouteHandler {
  return async (request, context) => {
    const params = (await context?.params) as Record<string, unknown> | undefined;
    const uuid = params?.[name];
    if (pathUuid.safeParse(uuid).success) return byUuid(request, { params: Promise.resolve({ uuid }) });
    return other(request, context);
  };
}
