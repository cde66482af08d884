import type { Operation } from "@/lib/api/operation";
import { resolveActor } from "@/lib/auth/resolve-actor";
import { withRequest, type Actor, type Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { runtime } from "@/lib/runtime";
import { checkAnswer } from "./check-answer";
import { authorize } from "./authorize";
import { isContent, toContentResponse, type ContentAnswer } from "./content";
import { problemResponse } from "./problem-response";
import { withBody } from "./read-body";
import { readQuery } from "./read-query";
import { isServed, requestFacts } from "./request-facts";

export interface OperationInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

type Handler<Params, Query, Body, Answer> = (ctx: Ctx, actor: Actor, input: OperationInput<Params, Query, Body>) => Promise<Answer | ContentAnswer> | Answer | ContentAnswer;
export type RouteHandler = (request: Request, context?: { params: Promise<unknown> }) => Promise<Response>;

/**
 * Binds an operation to what does it (DESIGN.md section 2, "One request"): resolves the actor, checks the input, calls, answers.
 * Whatever is thrown becomes problem+json here and nowhere else.
 */
export function route<Params, Query, Body, Answer>(
  operation: Operation<Params, Query, Body, Answer>,
  handler: Handler<Params, Query, Body, Answer>,
): RouteHandler {
  return async (request, context) => {
    const ctx = withRequest(runtime().ctx, requestFacts(request));
    try {
      const actor = await resolveActor(ctx, request.headers);
      authorize(operation, actor, request, ctx.publicUrl);
      const input = readInput(operation, request, await context?.params);
      const answer = await withBody(operation, request, ctx, async (body) => handler(ctx, actor, { ...input, body } as OperationInput<Params, Query, Body>));
      return withRequestId(ctx, isContent(answer) ? await toContentResponse(answer, request.headers) : jsonResponse(operation, answer));
    } catch (error) {
      return withRequestId(ctx, problemResponse(ctx, request, error));
    }
  };
}

function readInput(operation: Operation, request: Request, params: unknown): Omit<OperationInput<unknown, unknown, unknown>, "body"> {
  return { params: readParams(operation, params), query: readQuery(operation.query, new URL(request.url)) };
}

/** A path parameter that no object can have answers like an object that is not there. */
function readParams(operation: Operation, params: unknown): unknown {
  if (!operation.params) return {};
  const parsed = operation.params.safeParse(params);
  if (!parsed.success) throw new DomainError("not_found");
  return parsed.data;
}

function jsonResponse(operation: Operation, answer: unknown): Response {
  checkAnswer(operation, answer);
  return new Response(JSON.stringify(answer), { status: 200, headers: { "content-type": "application/json", "cache-control": "no-store" } });
}

/** Our server says it on every answer; a handler called without it says it here. */
function withRequestId(ctx: Ctx, response: Response): Response {
  if (!isServed() && ctx.request) response.headers.set("x-request-id", ctx.request.id);
  return response;
}
