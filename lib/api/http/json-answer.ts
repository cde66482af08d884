import { z } from "zod";
import type { Operation } from "@/lib/api/operation";
import { isProduction } from "@/lib/platform/config";

/** A JSON answer that carries headers of its own: an `ETag`, a cookie. */
export interface AnswerWithHeaders<Answer> {
  kind: "with_headers";
  answer: Answer;
  headers: Record<string, string>;
}

export function withHeaders<Answer>(answer: Answer, headers: Record<string, string>): AnswerWithHeaders<Answer> {
  return { kind: "with_headers", answer, headers };
}

/** A box of a document, with the `ETag` of the set that it belongs to. */
export function tagged<Box>({ element, tag }: { element: Box; tag: string }): AnswerWithHeaders<Box> {
  return withHeaders(element, { etag: tag });
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

/** Outside production, an answer that is not what the API description promises is a defect, seen at once. */
function checkAnswer(operation: Operation, answer: unknown): void {
  if (isProduction || !(operation.answer instanceof z.ZodType)) return;
  const parsed = operation.answer.safeParse(answer);
  if (!parsed.success)
    throw new Error(`${operation.id} answers otherwise than it says: ${z.prettifyError(parsed.error)}`);
}

const texts = new WeakMap<Response, string>();

/** An answer whose body is one text. Our server sends the text as it is, which takes a tenth of reading it back from a stream. */
export function textAnswer(text: string, init: ResponseInit): Response {
  const answer = new Response(text, init);
  texts.set(answer, text);
  return answer;
}

/** The whole body, where the answer was made of one text. */
export function textOf(answer: Response): string | undefined {
  return texts.get(answer);
}
