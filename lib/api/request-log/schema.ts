import { z } from "zod";

export const loggedRequestAnswer = z.object({
  id: z.int(),
  at: z.string(),
  method: z.string(),
  path: z
    .string()
    .meta({ description: "The path as in the OpenAPI description, with parameter names: `/file/{uuid}`." }),
  status: z.int(),
  code: z.string().nullable().meta({ description: "The error code; null if the call succeeded." }),
  durationMs: z.int(),
  requestId: z.string().meta({ description: "`X-Request-Id` of the response." }),
  token: z.object({ id: z.int(), name: z.string() }).nullable().meta({ description: "Null: the account's password." }),
});
export const requestLogAnswer = z.object({
  data: z.array(loggedRequestAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});

/** `404`, or a class: `4xx`. */
export const statusQuery = z
  .string()
  .regex(/^([1-5]\d\d|[2-5]xx)$/)
  .meta({ description: "`404`, or a class: `2xx`, `4xx`, `5xx`." });

export interface RequestLogQuery {
  status?: string | undefined;
  /** The id of a token. */
  token?: number | undefined;
  cursor?: number | undefined;
  /** 50 if omitted. */
  length?: number | undefined;
}
