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
      description: `Text with \`{{variables}}\`: ${appearanceVariables.join(", ")}. A line whose variables are all empty is left out. \`id\` is the signing request's, \`organisation\` the name of this service.`,
    }),
  layout: z.enum(appearanceLayouts).meta({
    description: "Position of the signer's image: `above` the lines or at their `left`. `text`: no image is asked for.",
  }),
  textSizePt: z.number().min(4).max(14).nullable().meta({
    description: "In points; smaller where the lines do not fit. Null: up to 8, as the field allows.",
  }),
  background: z.enum(appearanceBackgrounds).meta({
    description: "`brand`: a pale tint of the brand's colour, on which black text has a contrast of 7 at least.",
  }),
  logo: z.boolean().meta({ description: "The logo of the branding, at the right." }),
  timeZone: timeZone.nullable().meta({ description: "Zone of `time`, an IANA name. Null: UTC." }),
});

const statementRule = z.object({
  ask: z.enum(statementDemands).meta({ description: "Whether signers are asked." }),
  preset: statement.nullable().meta({ description: "Of signers who state nothing. Null: none." }),
});

const verificationMark = z.enum(verificationMarks).meta({
  description:
    "`margin`: before certification, a QR code and a link to the verification page are drawn in a blank margin of each page. A page without one is left as it is and listed in `pagesWithoutMark`. A file that is signed already gets none.",
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
      "Look of the signatures, what signers state, and the verification mark. Members that are left out are those of the instance. Fixed when the document is sent.",
  });

/** An appearance to look at before it is saved. */
export const appearanceToPreview = z.object({
  appearance: appearance.partial().optional().meta({ description: "Members that are left out are those in force." }),
  width: z.number().min(20).max(600).optional().meta({ description: "Of the field, in points. Left out: 180." }),
  height: z.number().min(10).max(300).optional().meta({ description: "In points. Left out: 60." }),
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
