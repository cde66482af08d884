import { z } from "zod";
import { isDatabaseLost } from "@/db/lost-database";
import type { Operation } from "@/lib/api/operations/operation";
import { postgresCode, type Ctx } from "@/lib/context/context";
import { isProduction } from "@/lib/platform/config";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import { countProblem } from "@/lib/platform/telemetry/counters";
import { errorType } from "@/lib/platform/telemetry/tracing";
import { toProblem } from "./problem";

/** A JSON response with additional headers: an `ETag`, a cookie. */
export interface AnswerWithHeaders<Answer> {
  kind: "with_headers";
  answer: Answer;
  headers: Record<string, string>;
}

export function withHeaders<Answer>(answer: Answer, headers: Record<string, string>): AnswerWithHeaders<Answer> {
  return { kind: "with_headers", answer, headers };
}

/** A field of a document, with the `ETag` of the document's set of fields. */
export function tagged<Field>({ field, tag }: { field: Field; tag: string }): AnswerWithHeaders<Field> {
  return withHeaders(field, { etag: tag });
}

export function jsonResponse(operation: Operation, given: unknown): Response {
  const { answer, headers } = hasHeaders(given) ? given : { answer: given, headers: {} };
  checkAnswer(operation, answer);
  return textAnswer(JSON.stringify(answer), {
    status: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

function hasHeaders(given: unknown): given is AnswerWithHeaders<unknown> {
  return typeof given === "object" && given !== null && "kind" in given && given.kind === "with_headers";
}

/** Outside production, a response that does not match the API description fails at once. */
function checkAnswer(operation: Operation, answer: unknown): void {
  if (isProduction || !(operation.answer instanceof z.ZodType)) return;
  const parsed = operation.answer.safeParse(answer);
  if (!parsed.success)
    throw new Error(`${operation.id} does not answer as described: ${z.prettifyError(parsed.error)}`);
}

const texts = new WeakMap<Response, string>();

/**
 * A response whose body is a single text. Our server sends the text directly, which takes a tenth of the time of
 * reading it back from a stream.
 */
export function textAnswer(text: string, init: ResponseInit): Response {
  const answer = new Response(text, init);
  texts.set(answer, text);
  return answer;
}

/** The whole body, if the response was created from a single text. */
export function textOf(answer: Response): string | undefined {
  return texts.get(answer);
}

/** Converts any error to problem+json. Unexpected errors are logged with their cause, which is never returned. */
export function problemResponse(ctx: Ctx, request: Request, thrown: unknown): Response {
  const error = toDomainError(thrown);
  const facts = { requestId: ctx.request?.id ?? "", origin: ctx.publicUrl };
  // An interrupted body, or work abandoned because its caller disconnected, proves nothing about the service.
  const isLeft = request.signal.aborted && error.code !== "internal";
  if (!isLeft) countProblem(error.code, error.cause === undefined ? null : errorType(error.cause));
  if (isLeft) ctx.log.debug({ request: facts.requestId, code: error.code }, "the caller left");
  else if (error.code === "internal")
    ctx.log.error({ request: facts.requestId, err: error.cause ?? error }, "a defect");
  else if (error.code === "unavailable" || (error.code === "race_lost" && error.cause !== undefined))
    ctx.log.warn({ request: facts.requestId, err: error.cause ?? error }, error.code);
  const problem = toProblem(error, facts);
  const headers = new Headers(problem.headers);
  // Prevents the browser's built-in sign-in dialog on calls by script.
  if (problem.status === 401 && !request.headers.has("sec-fetch-site"))
    headers.set("www-authenticate", 'Basic realm="Paraph", charset="UTF-8"');
  return textAnswer(JSON.stringify(problem.body), { status: problem.status, headers });
}

/** Errors that are neither ours nor bugs: the database or the disk is unavailable, or another change was faster. */
const codes: Record<string, ErrorCode> = {
  // A time limit, a lock that took too long, or a serialization failure or deadlock after three attempts.
  "57014": "unavailable",
  "55P03": "unavailable",
  "40001": "unavailable",
  "40P01": "unavailable",
  // Use cases check before they write, so a unique or foreign key violation means that a row was written or removed in
  // between.
  "23503": "race_lost",
  "23505": "race_lost",
  "53100": "storage_full",
  // Errors of the PDF engine: overload, or a lost process.
  engine_unavailable: "unavailable",
  // Errors of the blob store.
  storage_full: "storage_full",
  integrity: "integrity_error",
  too_large: "too_large",
  unavailable: "unavailable",
  ENOSPC: "storage_full",
  EDQUOT: "storage_full",
};

/** Maps any error to one of our codes. Unexpected errors are `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = isDatabaseLost(error) ? "unavailable" : codes[postgresCode(error)];
  return new DomainError(code ?? "internal", { cause: error });
}
