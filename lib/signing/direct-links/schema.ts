import { z } from "zod";
import { languageCodes } from "@/lib/platform/locale/languages";
import { plainText, plainTextRule, withoutDirectionHints } from "@/lib/platform/plain-text";
import { personName } from "@/lib/requests/schema";
import { enteredCode } from "@/lib/signing/identification/schema";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const address = z.string().max(320);

export const visitorCodeInput = z.object({
  email: address,
  language: z
    .enum(languageCodes)
    .nullish()
    .meta({ description: "Of the e-mail. Left out or null: the sender's language." }),
});

export const visitorCodeAnswer = z.object({
  message: z.string(),
  challenge: z.string().meta({ description: "`dc_…`, for `POST …/requests` together with the code." }),
  expiresAt: time,
  resendAt: time.meta({ description: "From when another code may be asked for." }),
});

export const linkStart = z.object({
  challenge: z.string().max(100),
  code: enteredCode.shape.code,
  email: address.meta({ description: "The address that the code was mailed to." }),
  displayName: z
    .string()
    .overwrite(withoutDirectionHints)
    .trim()
    .min(1)
    .max(255)
    .regex(plainText, plainTextRule)
    .meta({ description: "The visitor's name." }),
  people: z
    .record(z.string(), z.object({ email: address, displayName: personName }))
    .optional()
    .meta({ description: "By the names of the roles in `asks`." }),
  language: z.enum(languageCodes).nullish().meta({ description: "Of the visitor's mails and pages." }),
});

export const startedAnswer = z.object({
  message: z.string(),
  url: z.string().meta({ description: "The visitor's own sign link. It is a secret of theirs." }),
  token: z.string().meta({
    description:
      "`gt_…`, a guest's token for this document, for `Authorization: Bearer`. A browser has it as a cookie.",
  }),
  expiresAt: time,
});
