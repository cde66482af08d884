import { z } from "zod";
import type { Operation } from "@/lib/api/operation";
import { isProduction } from "@/lib/config";

/** Outside production, an answer that is not what the API description promises is a defect, seen at once. */
export function checkAnswer(operation: Operation, answer: unknown): void {
  if (isProduction || !(operation.answer instanceof z.ZodType)) return;
  const parsed = operation.answer.safeParse(answer);
  if (!parsed.success)
    throw new Error(`${operation.id} answers otherwise than it says: ${z.prettifyError(parsed.error)}`);
}
