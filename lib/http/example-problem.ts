import { problemExamples } from "@/lib/api/examples/problems";
import { origin } from "@/lib/api/examples/values";
import { DomainError, type ErrorCode } from "@/lib/errors";
import { problemKinds, toProblem } from "./problem";

const requestId = "01JP5Z8K3V9N0Q4T7W2X6Y1B5D";

/** What a refusal with this code looks like, for the API description and the pages of the codes. */
export function exampleProblem(
  code: ErrorCode,
  at: string = origin,
): { status: number; title: string; body: Record<string, unknown> } {
  const { body } = toProblem(new DomainError(code, problemExamples[code]), { origin: at, requestId });
  const { status, title } = problemKinds[code];
  return { status, title, body };
}
