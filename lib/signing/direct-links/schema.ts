import { z } from "zod";
import { languageInput } from "@/lib/accounts/schema";
import { cleanName, plainText, plainTextRule } from "@/lib/platform/plain-text";
import { personName } from "@/lib/requests/state/schema";
import { enteredCode } from "@/lib/signing/identification/schema";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const address = z.string().max(320);

export const visitorCodeInput = z.object({
  email: address,
  language: languageInput.nullish().meta({ description: "Language of the e-mail. Defaults to the sender's language." }),
});

export const visitorCodeAnswer = z.object({
  message: z.string(),
  challenge: z.string().meta({ description: "`dc_…`: pass it to `POST …/requests` together with the code." }),
  expiresAt: time,
  resendAt: time.meta({ description: "When another code may be requested." }),
});

export const linkStart = z.object({
  challenge: z.string().max(100),
  code: enteredCode.shape.code,
  email: address.meta({ description: "The address that received the code." }),
  displayName: z
    .string()
    .overwrite(cleanName)
    .trim()
    .min(1)
    .max(255)
    .regex(plainText, plainTextRule)
    .meta({ description: "The visitor's name." }),
  people: z
    .record(z.string(), z.object({ email: address, displayName: personName }))
    .optional()
    .meta({ description: "Keyed by the role names in `asks`." }),
  language: languageInput.nullish().meta({ description: "Language of the visitor's e-mails and pages." }),
});

export const startedAnswer = z.object({
  message: z.string(),
  url: z.string().meta({ description: "The visitor's sign link. Keep it secret." }),
  token: z.string().meta({
    description: "`gt_…`: a guest token for this document, for `Authorization: Bearer`. Browsers get it as a cookie.",
  }),
  expiresAt: time,
});
