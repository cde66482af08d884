import { z } from "zod";
import { fieldTypes } from "@/db/schema/files";
import { normalColour } from "@/lib/platform/brand/brand-colours";
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

/** The types of a field; `signature`, `initial` and `stamp` take a stored image, the others text or a tick. */
export const fieldType = z.enum(fieldTypes).meta({
  description:
    "signature, initial and stamp take an image. date (of signing), name and email are filled in by the service. text, number, phone, day (YYYY-MM-DD), dropdown, checkbox and radio take a value.",
});

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const characters = z.int().min(0).max(1000);
/** Beyond it a number in JSON is not exact. */
const amount = z.number().min(-1e15).max(1e15);
const shortText = z.string().trim().min(1).max(255);
/** As a value is cleaned before it is compared with the options. */
const option = z.string().overwrite(cleanText).min(1).max(255);

/** Its spaces count. */
const affix = z
  .string()
  .overwrite((text) => withoutControls(text).replaceAll("\n", " "))
  .min(1)
  .max(longestAffix);

/** Rules by type; a rule of another type is refused. */
export const fieldRules = z
  .strictObject({
    options: z.array(option).max(mostOptions).optional().meta({
      description:
        "Of a dropdown, needed there: what can be chosen. Of a text on one line: what is proposed; the signer may write something else.",
    }),
    min: amount.optional().meta({ description: "Of a number." }),
    max: amount.optional().meta({ description: "Of a number." }),
    step: amount
      .optional()
      .meta({ description: "Of a number: `min`, or 0, plus a whole number of steps. Compared exactly." }),
    decimals: z.int().min(0).max(10).optional().meta({
      description: "Of a number: at most so many decimals. The number is drawn with all of them.",
    }),
    decimalMark: z.enum([".", ","]).optional().meta({
      description:
        "Of a number: the mark with which it is drawn; left out: a point. Both marks are read, unless it is unclear whether one separates thousands.",
    }),
    prefix: affix.optional().meta({
      description:
        "Of a number: drawn before it, such as `$` or `R$ `. A value is taken with and without it. No digits, and no sign or decimal mark at its start.",
    }),
    suffix: affix.optional().meta({ description: "Of a number: drawn after it, such as ` €`. As `prefix`." }),
    minLength: characters.optional().meta({ description: "Of a text, in characters." }),
    maxLength: characters.optional().meta({ description: "Of a text, in characters." }),
    pattern: z.string().min(1).max(200).optional().meta({
      description:
        "Of a text: a regular expression in RE2's syntax that the whole text must match. Matching takes linear time; there are no look-around and no back references.",
    }),
    patternHint: shortText.optional().meta({ description: "What the signer reads when the text does not match." }),
    mask: z.string().min(1).max(100).optional().meta({
      description:
        "Of a text: `0` stands for a digit, `A` for a letter, `*` for either, other characters for themselves, such as `000.000.000-00`. Missing signs are added.",
    }),
    multiline: z.boolean().optional().meta({ description: "Of a text: the signer can write several lines." }),
    earliest: day.optional().meta({ description: "Of a chosen date, YYYY-MM-DD." }),
    latest: day.optional().meta({ description: "Of a chosen date, YYYY-MM-DD." }),
    minChecked: z.int().min(0).max(1000).optional().meta({
      description: "Of the checkboxes of a group: so many must be ticked. The strictest of the group counts.",
    }),
    maxChecked: z.int().min(1).max(1000).optional().meta({
      description: "Of the checkboxes of a group: so many may be ticked. The strictest of the group counts.",
    }),
  })
  .meta({ id: "FieldRules", description: "What a value must be. A member that is left out asks for nothing." });

/** CEL (decision 87). Fields are named by their label, radio buttons by their group. */
const expression = z.string().trim().min(1).max(longestExpression);

const points = z.number().min(-14_400).max(14_400);

/** Pages and sizes are checked by the placement rules, which have error codes of their own. */
const page = z.int().meta({ minimum: 1 });
const size = points.meta({ minimum: undefined, exclusiveMinimum: 0 });

const coordinates = z.object({ page, top: points, left: points, width: size, height: size });

const placement = coordinates.extend({
  unit: z.enum(["points", "percent"]).optional().meta({
    description:
      "`percent`: left and width in percent of the page's width, top and height in percent of its height. Left out: points.",
  }),
});

export const newField = z.object({
  type: fieldType,
  signRequestId: z.int(),
  coordinates: placement,
  fit: z.enum(["shrink"]).optional().meta({
    description:
      "`shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.",
  }),
  required: z.boolean().optional(),
  label: z.string().max(255).nullish(),
  value: z.string().max(1000).nullish(),
  readOnly: z.boolean().optional().meta({
    description:
      "Of a field that takes a value: the signer sees the value and cannot change it. A read-only field is never missing, even if it is empty.",
  }),
  fontSize: z.number().min(smallestFontPt).max(largestFontPt).nullish().meta({
    description:
      "Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points.",
  }),
  alignment: z.enum(alignments).nullish().meta({ description: "Of a field with text. `null`: left." }),
  dateFormat: z.enum(dateFormats).nullish().meta({
    description: "Of a date field. `null`: YYYY-MM-DD. A format with a time is for the date of signing only (`date`).",
  }),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, "must be the name of a time zone, such as Europe/Lisbon")
    .nullish()
    .meta({ description: "Of the date of signing (`date`): an IANA name. `null`: UTC." }),
  colour: z
    .string()
    .max(7)
    .refine((given) => normalColour(given) !== null, "must be a colour such as #1f5fd6")
    .overwrite((given) => normalColour(given) ?? given)
    .nullish()
    .meta({
      description: "Of a field with text. `null`: black. Its contrast with white paper must be 4.5 or more (WCAG 2.2).",
    }),
  font: z.enum(fieldFonts).nullish().meta({
    description:
      "Of a field with text. `null`: sans. `serif` and `mono` have Latin, Greek and Cyrillic letters; other scripts are drawn in the sans family.",
  }),
  group: shortText.max(100).nullish().meta({
    description:
      "Radio buttons of a signer with the same group hold one value together, and need one. The `label` of each is what it stands for. Checkboxes can have a group too.",
  }),
  rules: fieldRules.nullish().meta({ description: "Replaces all rules. `null`: none." }),
  help: z.string().trim().max(500).nullish().meta({ description: "Explains the field to the signer." }),
  placeholder: z.string().trim().max(255).nullish().meta({ description: "Shown to the signer in the empty field." }),
  showWhen: expression.nullish().meta({
    description:
      'The field is there only when this is true, such as `field("Pet") == "Yes"`. A field that is not there is not demanded, and stays empty in the PDF. Radio buttons of a group are shown together. `null`: always.',
  }),
  requireWhen: expression.nullish().meta({
    description: "The field is required when this is true, and optional otherwise; `required` does not count then.",
  }),
  calculate: expression.nullish().meta({
    description:
      'Of a text or number: the value, such as `field("Price") * field("Quantity")`. Decimals are exact, and the result is rounded to the field\'s decimals. The signer cannot change it.',
  }),
});

/** A field of a signer who is created in the same call. */
export const signerField = newField.omit({ signRequestId: true }).extend({
  pages: z
    .union([z.literal("all"), z.array(page).min(1).max(2000)])
    .optional()
    .meta({
      description:
        "Repeats the field at the same place of these pages, such as initials on `all`; `coordinates.page` is then ignored. On a page that it does not fit it is moved and scaled down.",
    }),
});

export const fieldChange = newField
  .omit({ fit: true })
  .partial()
  .extend({ coordinates: coordinates.partial().optional() });

/** In a PATCH of the request: with `elementId` that field is changed, without it one is added. */
export const fieldInput = fieldChange.extend({ elementId: z.int().optional() });

/** Fields of one bulk request, the whole set or changes. */
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
          "The whole set. A field with `elementId` replaces that one, a field without it is new, and stored fields that are not named are removed.",
      }),
    create: z.array(newField).max(fieldsPerRequest).optional().meta({ description: "New fields." }),
    update: z
      .array(fieldChange.extend({ elementId: z.int() }))
      .max(fieldsPerRequest)
      .optional()
      .meta({ description: "Changed fields. Members that are left out stay." }),
    remove: z.array(z.int()).max(fieldsPerRequest).optional().meta({ description: "Ids of fields to remove." }),
  })
  .refine(({ elements: fields, ...changes }) => fields === undefined || Object.values(changes).every((list) => !list), {
    path: ["elements"],
    message: "elements cannot be combined with create, update or remove",
  });

/** Members of a field on the wire, in documents and in templates. */
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
    file: z.string().optional().meta({ description: "Of an envelope: the uuid of the file that the box is in." }),
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
      "A box on a page in points. top and left count from the top-left corner of the page as a reader sees it; llx, lly, urx, ury are the same box counted from its bottom-left corner.",
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
