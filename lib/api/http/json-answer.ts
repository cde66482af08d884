import { z } from "zod";
import type { Operation } from "@/lib/api/operation";
import { isProduction } from "@/lib/platform/config";

/** A JSON answer with its own headers: an `ETag`, a cookie. */
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

/** Outside production, an answer that does not match the API description fails at once. */
function checkAnswer(operation: Operation, answer: unknown): void {
  if (isProduction || !(operation.answer instanceof z.ZodType)) return;
  const parsed = operation.answer.safeParse(answer);
  if (!parsed.success)
    throw new Error(`${operation.id} answers otherwise than it says: ${z.prettifyError(parsed.error)}`);
}

const texts = new WeakMap<Response, string>();

/**
 * An answer whose body is one text. Our server sends the text directly, which takes a tenth of the time of reading it back from a stream.
 */
export function textAnswer(text: string, init: ResponseInit): Response {
  const answer = new Response(text, init);
  texts.set(answer, text);
  return answer;
}

/** The whole body, if the answer was created from one text. */
export function textOf(answer: Response): string | undefined {
  return texts.get(answer);
}
