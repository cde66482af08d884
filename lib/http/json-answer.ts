import type { Operation } from "@/lib/api/operation";
import { checkAnswer } from "./check-answer";
import { textAnswer } from "./text-answer";

/** A JSON answer that carries headers of its own: an `ETag`, a cookie. */
export interface AnswerWithHeaders<Answer> {
  kind: "with headers";
  answer: Answer;
  headers: Record<string, string>;
}

export function withHeaders<Answer>(answer: Answer, headers: Record<string, string>): AnswerWithHeaders<Answer> {
  return { kind: "with headers", answer, headers };
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
  return typeof given === "object" && given !== null && "kind" in given && given.kind === "with headers";
}
