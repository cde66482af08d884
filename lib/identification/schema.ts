import { z } from "zod";
import { sentCodeAnswer } from "@/lib/signing/schema";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });

export const identificationSentAnswer = sentCodeAnswer.extend({ channel: z.enum(["email", "sms"]) });

export const enteredCode = z.object({
  code: z.string().max(64).meta({ description: "The one-time code: six digits, spaces and hyphens aside." }),
});

export const identifiedAnswer = z.object({
  message: z.string(),
  token: z.string().meta({ description: "`gt_…`, for `Authorization: Bearer` on this sign request's operations; shown once. A browser has it as a cookie already." }),
  expiresAt: time,
});
