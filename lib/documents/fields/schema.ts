import { z } from "zod";
import { fieldTypes } from "@/db/schema/files";
import { normalColour } from "@/lib/platform/brand";
import { longestAffix, longestExpression, mostOptions } from "@/lib/platform/field-rules/details";
import { cleanText, withoutControls } from "@/lib/platform/field-rules/faults";
import {
  alignments,
  dateFormats,
  fieldFonts,
  isTimeZone,
  largestFontPt,
  smallestFontPt,
} from "@/lib/platform/geometry/field-text";

/** The types of a field. `signature`, `initial` and `stamp` take a stored image, the others text or a tick. */
export const fieldType = z.enum(fieldTypes).meta({
  description:
    "signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.",
});

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const characters = z.int().min(0).max(1000);
/** Larger numbers are not exact in JSON. */
const amount = z.number().min(-1e15).max(1e15);
const shortText = z.string().trim().min(1).max(255);
/** Cleaned in the same way as a value before it is compared with the options. */
const option = z.string().overwrite(cleanText).min(1).max(255);

/** Spaces are significant. */
const affix = z
  .string()
  .overwrite((text) => withoutControls(text).replaceAll("\n", " "))
  .min(1)
  .max(longestAffix);

/** Rules by type. A rule of another type is refused. */
export const fieldRules = z
  .strictObject({
    options: z.array(option).max(mostOptions).optional().meta({
      description:
        "Dropdown: the options (required). Single-line text: suggested values. The signer may enter another one.",
    }),
    min: amount.optional().meta({ description: "Number: the minimum." }),
    max: amount.optional().meta({ description: "Number: the maximum." }),
    step: amount
      .optional()
      .meta({ description: "Number: the value is `min`, or 0, plus a whole number of steps. Compared exactly." }),
    decimals: z.int().min(0).max(10).optional().meta({
      description: "Number: maximum number of decimals. The number is drawn with all of them.",
    }),
    decimalMark: z.enum([".", ","]).optional().meta({
      description:
        "Number: decimal separator of the drawn number. Defaults to a point. Both are accepted unless the other one could separate thousands.",
    }),
    prefix: affix.optional().meta({
      description:
        "Number: text before it, such as `$` or `R$ `. Optional in the value. May not contain digits or begin with a sign or decimal separator.",
    }),
    suffix: affix
      .optional()
      .meta({ description: "Number: text after it, such as ` €`. Optional in the value. May not contain digits." }),
    minLength: characters.optional().meta({ description: "Text: minimum number of characters." }),
    maxLength: characters.optional().meta({ description: "Text: maximum number of characters." }),
    pattern: z.string().min(1).max(200).optional().meta({
      description:
        "Text: a regular expression in RE2's syntax that the whole text must match. Matching takes linear time. There is no look-around and no back reference.",
    }),
    patternHint: shortText.optional().meta({ description: "Message shown when the text does not match." }),
    mask: z.string().min(1).max(100).optional().meta({
      description:
        "Text: `0` is a digit, `A` a letter, `*` either, anything else itself, such as `000.000.000-00`. Missing separators are added.",
    }),
    multiline: z.boolean().optional().meta({ description: "Text: several lines are allowed." }),
    earliest: day.optional().meta({ description: "Date (`day`): the earliest, YYYY-MM-DD." }),
    latest: day.optional().meta({ description: "Date (`day`): the latest, YYYY-MM-DD." }),
    minChecked: z.int().min(0).max(1000).optional().meta({
      description: "Checkboxes of a group: minimum number to check. The strictest in the group applies.",
    }),
    maxChecked: z.int().min(1).max(1000).optional().meta({
      description: "Checkboxes of a group: maximum number to check. The strictest in the group applies.",
    }),
  })
  .meta({ id: "FieldRules", description: "Rules for the value. An omitted member sets no rule." });

/** CEL (decision 87). Fields are referred to by label, radio buttons by group. */
const expression = z.string().trim().min(1).max(longestExpression);

const points = z.number().min(-14_400).max(14_400);

/** Pages and sizes are checked by the placement rules, which have separate error codes. */
const page = z.int().meta({ minimum: 1 });
const size = points.meta({ minimum: undefined, exclusiveMinimum: 0 });

const coordinates = z.object({ page, top: points, left: points, width: size, height: size });

const placement = coordinates.extend({
  unit: z.enum(["points", "percent"]).optional().meta({
    description:
      "`percent`: left and width in percent of the page width, top and height in percent of the page height. Defaults to points.",
  }),
});

export const newField = z.object({
  type: fieldType,
  signRequestId: z.int(),
  coordinates: placement,
  fit: z.enum(["shrink"]).optional().meta({
    description:
      "`shrink`: scales down and moves a field that does not fit its page. By default such a field is refused.",
  }),
  required: z
    .boolean()
    .optional()
    .meta({ description: "Defaults to true, also for a `checkbox`, which then has to be checked." }),
  label: z.string().max(255).nullish(),
  value: z.string().max(1000).nullish(),
  readOnly: z.boolean().optional().meta({
    description:
      "The signer sees the value and cannot change it. For fields that take a value. A read-only field may stay empty even if required.",
  }),
  fontSize: z.number().min(smallestFontPt).max(largestFontPt).nullish().meta({
    description:
      "The size of text in points. Text that does not fit is drawn smaller. `null`: as large as fits, up to 12 points.",
  }),
  alignment: z.enum(alignments).nullish().meta({ description: "The alignment of text. `null`: left." }),
  dateFormat: z.enum(dateFormats).nullish().meta({
    description:
      "The format of date fields. `null`: YYYY-MM-DD. Formats with a time only for the date of signing (`date`).",
  }),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, "must be the name of a time zone, such as Europe/Lisbon")
    .nullish()
    .meta({ description: "The IANA time zone of the date of signing (`date`). `null`: UTC." }),
  colour: z
    .string()
    .max(7)
    .refine((given) => normalColour(given) !== null, "must be a colour such as #1f5fd6")
    .overwrite((given) => normalColour(given) ?? given)
    .nullish()
    .meta({
      description: "The colour of text. `null`: black. The contrast with white must be at least 4.5 (WCAG 2.2).",
    }),
  font: z.enum(fieldFonts).nullish().meta({
    description:
      "The family of text. `null`: sans. `serif` and `mono` cover Latin, Greek and Cyrillic; other scripts use the sans family.",
  }),
  group: shortText.max(100).nullish().meta({
    description:
      "Radio buttons of a signer with the same group share one value; the `label` of each is its option. Checkboxes can have a group too.",
  }),
  rules: fieldRules.nullish().meta({ description: "Replaces all rules. `null`: none." }),
  help: z.string().trim().max(500).nullish().meta({ description: "Explains the field to the signer." }),
  placeholder: z.string().trim().max(255).nullish().meta({ description: "Shown to the signer in the empty field." }),
  showWhen: expression.nullish().meta({
    description:
      'Shows the field only when this is true, for example `field("Pet") == "Yes"`. A hidden field is never required and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always shown.',
  }),
  requireWhen: expression.nullish().meta({
    description: "The field is required when this is true and optional otherwise. Overrides `required`.",
  }),
  calculate: expression.nullish().meta({
    description:
      'Computes the value of a text or number, for example `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field\'s decimals. The signer cannot change it.',
  }),
});

/** A field of a signer who is created in the same call. */
export const signerField = newField.omit({ signRequestId: true }).extend({
  pages: z
    .union([z.literal("all"), z.array(page).min(1).max(2000)])
    .optional()
    .meta({
      description:
        "Repeats the field at the same position on these pages, for example initials on `all`. `coordinates.page` is ignored. Where the field does not fit, it is moved and scaled down.",
    }),
});

export const fieldChange = newField
  .omit({ fit: true })
  .partial()
  .extend({ coordinates: coordinates.partial().optional() });

/** In a PATCH of the request: with `elementId` that field is changed, without it a field is added. */
export const fieldInput = fieldChange.extend({ elementId: z.int().optional() });

/** Maximum fields of one bulk request, for the whole set or for changes. */
const fieldsPerRequest = 2000;

/** Either `elements`, the whole set, or a list of changes. */
export const fieldChanges = z
  .object({
    elements: z
      .array(newField.extend({ elementId: z.int().optional() }))
      .max(fieldsPerRequest)
      .optional()
      .meta({
        description:
          "All fields. A field with `elementId` replaces that field, a field without it is new, and stored fields that are not listed are removed.",
      }),
    create: z.array(newField).max(fieldsPerRequest).optional().meta({ description: "New fields." }),
    update: z
      .array(fieldChange.extend({ elementId: z.int() }))
      .max(fieldsPerRequest)
      .optional()
      .meta({ description: "Changed fields. Omitted members stay unchanged." }),
    remove: z.array(z.int()).max(fieldsPerRequest).optional().meta({ description: "Ids of fields to remove." }),
  })
  .refine(({ elements: fields, ...changes }) => fields === undefined || Object.values(changes).every((list) => !list), {
    path: ["elements"],
    message: "elements cannot be combined with create, update or remove",
  });

/** Members of a field in API responses, in documents and in templates. */
export const shownDetails = {
  colour: z.string().nullable(),
  font: z.enum(fieldFonts).nullable(),
  group: z.string().nullable(),
  rules: fieldRules.nullable(),
  help: z.string().nullable(),
  placeholder: z.string().nullable(),
  timeZone: z.string().nullable(),
  showWhen: z.string().nullable(),
  requireWhen: z.string().nullable(),
  calculate: z.string().nullable(),
};

export const fieldWire = z
  .object({
    elementId: z.int(),
    fileElementId: z.int(),
    type: fieldType,
    signRequestId: z.int(),
    file: z.string().optional().meta({ description: "The UUID of the file of an envelope that the field is in." }),
    coordinates: coordinates.extend({ llx: z.number(), lly: z.number(), urx: z.number(), ury: z.number() }),
    required: z.boolean(),
    label: z.string().nullable(),
    value: z.string().nullable(),
    readOnly: z.boolean(),
    fontSize: z.number().nullable(),
    alignment: z.enum(alignments).nullable(),
    dateFormat: z.enum(dateFormats).nullable(),
    ...shownDetails,
  })
  .meta({
    id: "VisibleElement",
    description:
      "A box on a page, in points. `top` and `left` count from the top-left corner of the displayed page; `llx`, `lly`, `urx`, `ury` describe the same box from the bottom-left corner.",
  });

export const savedFields = z.object({
  data: z.array(fieldWire).meta({ description: "All fields of the document." }),
  created: z.array(z.int()).meta({ description: "Ids of the new fields, in the order of the request." }),
});

export const fieldList = z.object({ data: z.array(fieldWire) });

export type NewField = z.infer<typeof newField>;
export type SignerField = z.infer<typeof signerField>;
export type FieldChange = z.infer<typeof fieldChange>;
export type FieldInput = z.infer<typeof fieldInput>;
export type FieldChanges = z.infer<typeof fieldChanges>;
export type FieldWire = z.infer<typeof fieldWire>;
