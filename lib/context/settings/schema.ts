import { z } from "zod";
import {
  defaultSignMethodNames,
  gatewayNames,
  identifyMethodNames,
  signMethodNames,
} from "@/lib/context/sign-methods/method-names";
import { defaultLimits, type Limits } from "@/lib/platform/limits";
import { timeZone } from "@/lib/platform/office-hours";
import { cleanName, emailPattern, longestEmail, plainText, plainTextRule } from "@/lib/platform/plain-text";
import {
  appearanceBackgrounds,
  appearanceLayouts,
  appearanceVariables,
  longestAppearanceLine,
  longestStatement,
  mostAppearanceLines,
  statementDemands,
  unknownVariables,
  verificationMarks,
} from "@/lib/platform/signature-appearance";

const line = z
  .string()
  .overwrite(cleanName)
  .trim()
  .min(1)
  .max(longestAppearanceLine)
  .regex(plainText, plainTextRule)
  .refine((text) => unknownVariables(text).length === 0, `The variables are ${appearanceVariables.join(", ")}`);

/** A reason or a location, on a single line. */
export const statement = z.string().overwrite(cleanName).trim().max(longestStatement).regex(plainText, plainTextRule);

const appearance = z.object({
  lines: z
    .array(line)
    .max(mostAppearanceLines)
    .meta({
      description: `Text with \`{{variables}}\`: ${appearanceVariables.join(", ")}. A line whose variables are all empty is omitted. \`id\` is the signing request's, \`organisation\` the name of this service.`,
    }),
  layout: z.enum(appearanceLayouts).meta({
    description: "Position of the signer's image: `above` the lines or at their `left`. `text`: no image is asked for.",
  }),
  textSizePt: z.number().min(4).max(14).nullable().meta({
    description: "The text size in points; smaller if the lines do not fit. Null: as large as fits, up to 8.",
  }),
  background: z.enum(appearanceBackgrounds).meta({
    description: "`brand`: a pale tint of the brand colour, with a contrast of at least 7 to black text.",
  }),
  logo: z.boolean().meta({ description: "Shows the brand logo on the right." }),
  timeZone: timeZone.nullable().meta({ description: "IANA time zone of `time`. Null: UTC." }),
});

const statementRule = z.object({
  ask: z.enum(statementDemands).meta({ description: "Whether signers are asked." }),
  preset: statement.nullable().meta({ description: "Used when the signer enters nothing. Null: none." }),
});

const verificationMark = z.enum(verificationMarks).meta({
  description:
    "`margin`: before certification, a QR code and a link to the verification page are drawn in a blank margin of each page. A page without a blank margin gets no mark and is listed in `pagesWithoutMark`. A file that is already signed gets none.",
});

export const signatureOptionsChange = z
  .object({
    appearance: appearance.partial().optional(),
    reason: statementRule.partial().optional(),
    location: statementRule.partial().optional(),
    verificationMark: verificationMark.optional(),
  })
  .meta({
    description:
      "Appearance of signatures, reason and location, and the verification mark. Omitted members use the instance's settings. Fixed when the document is sent.",
  });

/** An appearance to preview before it is saved. */
export const appearanceToPreview = z.object({
  appearance: appearance.partial().optional().meta({ description: "Omitted members use the current settings." }),
  width: z.number().min(20).max(600).optional().meta({ description: "Width of the field in points. Defaults to 180." }),
  height: z
    .number()
    .min(10)
    .max(300)
    .optional()
    .meta({ description: "Height of the field in points. Defaults to 60." }),
});

export const appearancePreview = z.object({
  file: z.object({ mediaType: z.literal("image/png"), base64: z.string() }),
});
export type AppearanceToPreview = z.infer<typeof appearanceToPreview>;

const signatureOptionsAnswer = z.object({
  appearance,
  reason: statementRule,
  location: statementRule,
  verificationMark,
});

const signMethod = z.enum(signMethodNames);

const retentionDays = z.int().min(1).max(36_500).nullable().meta({
  description:
    "Days from the end of a document until its content is deleted, unless the document or its sender has its own period. Null: never deleted.",
});
const days = z.int().min(1).max(90);

/** Omitted members stay unchanged. The operator limits `atMost`, so the use case checks it. */
export const remindersInput = z
  .object({
    firstAfterDays: days.optional().meta({ description: "Days from the invitation to the first reminder." }),
    everyDays: days.optional().meta({ description: "Days between two reminders." }),
    atMost: z.int().min(0).optional().meta({ description: "Maximum reminders per signer; 0 for none." }),
    warnDays: z
      .int()
      .min(0)
      .max(30)
      .optional()
      .meta({ description: "Days before the deadline to warn pending signers and the requester; 0 for no warning." }),
  })
  .meta({ description: "Automatic reminders. Omitted members stay unchanged." });

export const reminderPlan = z.object({
  firstAfterDays: z.int(),
  everyDays: z.int(),
  atMost: z.int(),
  warnDays: z.int(),
});
export type ReminderPlan = z.infer<typeof reminderPlan>;

const officeHours = z
  .object({
    from: z.int().min(0).max(23).meta({ description: "Full hours in the recipient's time zone." }),
    to: z.int().min(1).max(24).meta({ description: "Later than `from`; 24 is midnight." }),
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .meta({ description: "Days of the week from Monday, 1, to Sunday, 7." }),
  })
  .refine(({ from, to }) => to > from, { path: ["to"], message: "Later than from" });

export const settingsChange = z.object({
  sign_method: z.enum(defaultSignMethodNames).optional(),
  allowed_sign_methods: z.array(signMethod).min(1).optional(),
  identify_method: z.array(z.enum(identifyMethodNames)).length(1).optional(),
  signup: z.enum(["invited", "open"]).optional(),
  retention_days: retentionDays.optional(),
  reminders: remindersInput.optional(),
  office_hours: officeHours.optional(),
  time_zone: timeZone.optional(),
  signature_options: signatureOptionsChange.optional(),
});

export const settingsAnswer = z.object({
  sign_method: z
    .enum(defaultSignMethodNames)
    .meta({ description: "Default for signers without a method of their own." }),
  allowed_sign_methods: z.array(signMethod).meta({
    description:
      "Methods that a request may choose per signer, besides the default. `link` allows signing by anyone with the link, without a code.",
  }),
  identify_method: z.array(z.enum(identifyMethodNames)).meta({
    description:
      "Default for signers without a method of their own. `email` on new instances, `account` on instances that are older than this setting.",
  }),
  signup: z.enum(["invited", "open"]),
  retention_days: retentionDays,
  reminders: reminderPlan.meta({ description: "Automatic reminders of requests without their own plan." }),
  office_hours: officeHours.meta({
    description: "Automatic reminders are sent during these hours in the recipient's time zone.",
  }),
  time_zone: z.string().meta({ description: "The time zone for recipients whose own is unknown." }),
  signature_options: signatureOptionsAnswer.meta({ description: "Default for requests without their own." }),
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
      standard: z.number().meta({ description: "The default, used unless LIMITS sets another value." }),
    }),
  ),
});

export type RemindersInput = z.infer<typeof remindersInput>;
export type SettingsChange = z.infer<typeof settingsChange>;

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullable();

/** Omitted members stay unchanged. Null restores the product's default. */
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
  replyTo: z
    .email({ pattern: emailPattern })
    .max(longestEmail)
    .nullable()
    .optional()
    .meta({ description: "The address for replies to e-mails." }),
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
    description: "The colour in both themes. `isAdjusted`: the given colour was too light for text.",
  }),
  replyTo: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  imprintUrl: z.string().nullable(),
  logoUrl: z.string().nullable().meta({ description: "Changes with the logo." }),
});

export type BrandingChange = z.infer<typeof brandingChange>;
export type BrandingAnswer = z.infer<typeof brandingAnswer>;
