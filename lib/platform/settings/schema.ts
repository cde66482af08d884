import { z } from "zod";
import { defaultLimits, type Limits } from "@/lib/platform/limits";
import {
  defaultSignMethodNames,
  gatewayNames,
  identifyMethodNames,
  signMethodNames,
} from "@/lib/platform/sign-methods/method-names";

const signMethod = z.enum(signMethodNames);

const retentionDays = z.int().min(1).max(36_500).nullable().meta({
  description:
    "Days from the end of a document until its content is deleted, unless the document or its sender has a period of its own. Null: it is kept.",
});

export const settingsChange = z.object({
  sign_method: z.enum(defaultSignMethodNames).optional(),
  allowed_sign_methods: z.array(signMethod).min(1).optional(),
  identify_method: z.array(z.enum(identifyMethodNames)).length(1).optional(),
  signup: z.enum(["invited", "open"]).optional(),
  retention_days: retentionDays.optional(),
});

export const settingsAnswer = z.object({
  sign_method: z.enum(defaultSignMethodNames).meta({ description: "Of a signer for whom the request names none." }),
  allowed_sign_methods: z.array(signMethod).meta({
    description:
      "What a request may name per signer; the default always counts. `link` lets requests be signed by whoever has the link, without a code.",
  }),
  identify_method: z.array(z.enum(identifyMethodNames)).meta({
    description:
      "Of a signer for whom the request names none. New instances: `email`; instances that were in use before the method could be named per signer: `account`.",
  }),
  signup: z.enum(["invited", "open"]),
  retention_days: retentionDays,
  twofactor_gateway: z
    .array(z.enum(gatewayNames))
    .meta({ readOnly: true, description: "The gateways that are configured." }),
});

export const limitNames = Object.keys(defaultLimits) as (keyof Limits)[];
export const limitListAnswer = z.object({
  data: z.array(
    z.object({
      name: z.enum(limitNames),
      value: z.number(),
      standard: z.number().meta({ description: "What it is where LIMITS says nothing." }),
    }),
  ),
});

export type SettingsChange = z.infer<typeof settingsChange>;
