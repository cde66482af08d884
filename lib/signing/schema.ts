import { z } from "zod";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const signMethod = z.enum(["password", "email", "sms", "telegram", "signal"]);

export const sentCodeAnswer = z.object({
  message: z.string(),
  channel: signMethod,
  sentTo: z.string().meta({ description: "The address, masked." }),
  expiresAt: time,
  resendAt: time.meta({ description: "From when another code may be sent." }),
});

export const signInput = z.object({
  code: z.string().max(64).optional().meta({ description: "The one-time code: six digits, spaces and hyphens aside. Not beside a password." }),
  token: z.string().max(64).optional().meta({ description: "Another name of code." }),
  password: z.string().max(512).optional().meta({ description: "The signing password, never the account's." }),
  signPassword: z.string().max(512).optional().meta({ description: "Another name of password." }),
  method: signMethod.optional().meta({ description: "When given, it must be this request's method." }),
  elements: z.array(z.object({ documentElementId: z.int(), profileElementId: z.int() })).max(1000).optional()
    .meta({ description: "Which stored image goes into which of my boxes; the newest of its type goes into the others." }),
  fields: z.array(z.object({ elementId: z.int(), value: z.union([z.string().max(1000), z.boolean()]) })).max(1000).optional()
    .meta({ description: "Values of my text boxes and check boxes; name, email and date fill themselves." }),
});

export const signatureFacts = z.object({
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  notBefore: time,
  notAfter: time,
  signedAt: time,
  timestamp: time.nullable(),
  level: z.string(),
  verdict: z.string(),
});

export const signedAnswer = z.object({
  action: z.literal(350),
  message: z.string(),
  file: z.object({ uuid: z.string(), status: z.int().min(0).max(8) }),
  signature: signatureFacts,
});

export type SignInput = z.infer<typeof signInput>;
