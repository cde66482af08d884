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

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullable();

/** Members that are left out stay; null is the product's own. */
export const brandingChange = z.object({
  name: z.string().trim().min(1).max(60).nullable().optional(),
  colour: z
    .string()
    .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)
    .nullable()
    .optional()
    .meta({
      description:
        "`#rrggbb`. Its lightness is moved until text has a contrast of 4.5 (WCAG 2.2, 1.4.3); `shownColour` has the result.",
    }),
  replyTo: z.email().max(254).nullable().optional().meta({ description: "Where answers to e-mails go." }),
  privacyUrl: webAddress.optional(),
  termsUrl: webAddress.optional(),
  imprintUrl: webAddress.optional(),
  logo: z
    .object({ base64: z.string() })
    .nullable()
    .optional()
    .meta({ description: "PNG or SVG; it is drawn to a PNG of at most 640 by 160 pixels. null removes it." }),
});

export const brandingAnswer = z.object({
  name: z.string().nullable(),
  colour: z.string().nullable(),
  shownColour: z.object({ light: z.string(), dark: z.string(), isAdjusted: z.boolean() }).nullable().meta({
    description: "The colour in both themes; `isAdjusted` when the one that was given is too light for text.",
  }),
  replyTo: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  imprintUrl: z.string().nullable(),
  logoUrl: z.string().nullable().meta({ description: "Changes with the logo." }),
});

export type BrandingChange = z.infer<typeof brandingChange>;
export type BrandingAnswer = z.infer<typeof brandingAnswer>;
