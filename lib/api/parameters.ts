import { z } from "zod";

/** Path and query parameters arrive as text. A path parameter that no object can have is a missing object: `404`. */
const largestId = 2_147_483_647;

/** The integer id of a row. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= largestId)
  .meta({ type: "integer", minimum: 1, maximum: largestId, pattern: undefined });

/** A UUID in either case; answered in lower case. */
export const pathUuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  .transform((uuid) => uuid.toLowerCase())
  .meta({ type: "string", format: "uuid", pattern: undefined });

export function queryInteger(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, "is not an integer")
    .transform(Number)
    .pipe(z.number().int().min(minimum).max(maximum))
    .meta({ type: "integer", minimum, maximum, pattern: undefined });
}
