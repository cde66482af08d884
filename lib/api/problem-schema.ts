import { z } from "zod";
import { errorCodes } from "@/lib/errors";

/** Every refusal, RFC 9457 (docs/spec/api.md#errors). */
export const problemDocument = z.object({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  message: z.string().meta({ description: "The same as `detail`, for older clients." }),
  errors: z.array(z.string()),
  violations: z.array(
    z.object({
      pointer: z.string().meta({ description: "JSON Pointer into the body, or /query/…" }),
      code: z.string(),
      detail: z.string(),
      bound: z.number().optional().meta({ description: "The limit that was missed, where there is one." }),
    }),
  ),
  action: z
    .union([
      z.literal(100),
      z.literal(150),
      z.literal(200),
      z.literal(250),
      z.literal(300),
      z.literal(350),
      z.literal(400),
    ])
    .meta({
      description:
        "100 log in, 150 create an account, 200 nothing to do, 250 sign, 300 show the error, 350 signed, 400 create a signing password",
    }),
  attemptsLeft: z.int().optional().meta({ description: "Wrong tries left before the code or signing password locks." }),
});
