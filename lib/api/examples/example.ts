import type { Operation } from "../operation";

/** What one operation is shown with: a body that it takes and an answer that it gives. */
export interface OperationExample {
  id: string;
  body?: unknown;
  answer?: unknown;
}

/** Typed by the operation's own schemas, which a test runs over the values as well. */
export function example<Params, Query, Body, Answer>(
  operation: Operation<Params, Query, Body, Answer>,
  parts: { body?: NoInfer<Body>; answer?: NoInfer<Answer> },
): OperationExample {
  return { id: operation.id, ...parts };
}
