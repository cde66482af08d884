import { z } from "zod";
import { unknownVariables } from "@/lib/platform/appearance/fill-lines";
import {
  appearanceBackgrounds,
  appearanceLayouts,
  appearanceVariables,
  longestAppearanceLine,
  longestStatement,
  mostAppearanceLines,
  statementDemands,
  verificationMarks,
} from "@/lib/platform/appearance/options";
import { timeZone } from "@/lib/platform/office-hours";
import { plainText, plainTextRule, withoutDirectionHints } from "@/lib/platform/plain-text";

const line = z
  .string()
  .overwrite(withoutDirectionHints)
  .trim()
  .min(1)
  .max(longestAppearanceLine)
  .regex(plainText, plainTextRule)
  .refine((text) => unknownVariables(text).length === 0, `The variables are ${appearanceVariables.join(", ")}`);

/** A reason or a location, on one line. */
export const statement = z
  .string()
  .overwrite(withoutDirectionHints)
  .trim()
  .max(longestStatement)
  .regex(plainText, plainTextRule);

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
    description: "In points; smaller where the lines do not fit. Null: as large as fits, up to 8.",
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

/** An appearance to look at before it is saved. */
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

export const signatureOptionsAnswer = z.object({
  appearance,
  reason: statementRule,
  location: statementRule,
  verificationMark,
});
