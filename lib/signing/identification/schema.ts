import { z } from "zod";
import { sentCodeAnswer } from "@/lib/signing/schema";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });

export const identificationSentAnswer = sentCodeAnswer.extend({ channel: z.enum(["email", "sms"]) });

export const enteredCode = z.object({
  code: z.string().max(64).meta({ description: "The one-time code: six digits, spaces and hyphens aside." }),
});

export const enteredIdentification = z.object({
  code: enteredCode.shape.code.optional().meta({
    description:
      "The one-time code: six digits, spaces and hyphens aside. Left out only where the link is enough (`signMethod: link`).",
  }),
});

export const identifiedAnswer = z.object({
  message: z.string(),
  token: z.string().meta({
    description:
      "`gt_…`, for `Authorization: Bearer` on this sign request's operations; shown once. A browser has it as a cookie already.",
  }),
  expiresAt: time,
});

export const openingAskedAnswer = z.object({
  message: z.string(),
  expiresAt: time,
  resendAt: time.meta({ description: "From when another code may be asked for." }),
});

export const openedAnswer = z.object({
  message: z.string(),
  url: z.string().meta({ description: "The signer's own link. It is a secret of theirs." }),
  token: z.string().nullable().meta({
    description:
      "`gt_…` where the request lets its signer sign without an account, who need not show again who they are; else null.",
  }),
  expiresAt: time.nullable(),
});
