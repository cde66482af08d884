import { z } from "zod";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });

export const enteredCode = z.object({
  code: z.string().max(64).meta({ description: "The one-time code: six digits. Spaces and hyphens are ignored." }),
});

export const enteredIdentification = z.object({
  code: enteredCode.shape.code.optional().meta({
    description: "The one-time code: six digits. Spaces and hyphens are ignored. Omit it only with `signMethod: link`.",
  }),
});

export const identifiedAnswer = z.object({
  message: z.string(),
  token: z.string().meta({
    description:
      "`gt_…`: for `Authorization: Bearer` on the operations of this sign request, returned only once. Browsers get it as a cookie.",
  }),
  expiresAt: time,
});

export const openingCodeSentAnswer = z.object({
  message: z.string(),
  expiresAt: time,
  resendAt: time.meta({ description: "When another code may be requested." }),
});

export const openedAnswer = z.object({
  message: z.string(),
  url: z.string().meta({ description: "The signer's link. Keep it secret." }),
  token: z.string().nullable().meta({
    description:
      "`gt_…` if the signer may sign without an account and needs no further authentication; otherwise null.",
  }),
  expiresAt: time.nullable(),
});
