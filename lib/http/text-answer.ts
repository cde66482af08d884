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
