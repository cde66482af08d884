import { z } from "zod";
import { alignments, dateFormats, largestFontPt, smallestFontPt } from "@/lib/platform/geometry/field-text";

/** The types of a box; `signature` and `initial` take a stored image, the others text or a tick. */
export const elementType = z.enum(["signature", "initial", "date", "name", "email", "text", "checkbox"]);

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

export const newElement = z.object({
  type: elementType,
  signRequestId: z.int(),
  coordinates: placement,
  fit: z.enum(["shrink"]).optional().meta({
    description:
      "`shrink`: a box that does not fit its page is scaled down and moved onto it. Left out: such a box is refused.",
  }),
  required: z.boolean().optional(),
  label: z.string().max(255).nullish(),
  value: z.string().max(1000).nullish(),
  fontSize: z.number().min(smallestFontPt).max(largestFontPt).nullish().meta({
    description:
      "Of a field with text, in points. Text that does not fit is drawn smaller. `null`: as large as the field allows, up to 12 points.",
  }),
  alignment: z.enum(alignments).nullish().meta({ description: "Of a field with text. `null`: left." }),
  dateFormat: z.enum(dateFormats).nullish().meta({ description: "Of a date field. `null`: YYYY-MM-DD." }),
});

/** A box of a signer who is created in the same call. */
export const signerElement = newElement.omit({ signRequestId: true });

export const elementChange = newElement
  .omit({ fit: true })
  .partial()
  .extend({ coordinates: coordinates.partial().optional() });

/** In a PATCH of the request: with `elementId` that element is changed, without it one is added. */
export const elementInput = elementChange.extend({ elementId: z.int().optional() });

/** Fields of one bulk request, the whole set or changes. */
const fieldsPerRequest = 2000;

/** Either `elements`, the whole set, or a list of changes. */
export const fieldChanges = z
  .object({
    elements: z
      .array(newElement.extend({ elementId: z.int().optional() }))
      .max(fieldsPerRequest)
      .optional()
      .meta({
        description:
          "The whole set. A field with `elementId` replaces that one, a field without it is new, and stored fields that are not named are removed.",
      }),
    create: z.array(newElement).max(fieldsPerRequest).optional().meta({ description: "New fields." }),
    update: z
      .array(elementChange.extend({ elementId: z.int() }))
      .max(fieldsPerRequest)
      .optional()
      .meta({ description: "Changed fields. Members that are left out stay." }),
    remove: z.array(z.int()).max(fieldsPerRequest).optional().meta({ description: "Ids of fields to remove." }),
  })
  .refine(({ elements, ...changes }) => elements === undefined || Object.values(changes).every((list) => !list), {
    path: ["elements"],
    message: "elements cannot be combined with create, update or remove",
  });

export const elementWire = z
  .object({
    elementId: z.int(),
    fileElementId: z.int(),
    type: elementType,
    signRequestId: z.int(),
    coordinates: coordinates.extend({ llx: z.number(), lly: z.number(), urx: z.number(), ury: z.number() }),
    required: z.boolean(),
    label: z.string().nullable(),
    value: z.string().nullable(),
    fontSize: z.number().nullable(),
    alignment: z.enum(alignments).nullable(),
    dateFormat: z.enum(dateFormats).nullable(),
  })
  .meta({
    id: "VisibleElement",
    description:
      "A box on a page in points. top and left count from the top-left corner of the page as a reader sees it; llx, lly, urx, ury are the same box counted from its bottom-left corner.",
  });

export const savedFields = z.object({
  data: z.array(elementWire).meta({ description: "All fields of the document." }),
  created: z.array(z.int()).meta({ description: "Ids of the new fields, in the order of the request." }),
});

export const elementList = z.object({ data: z.array(elementWire) });

export type NewElement = z.infer<typeof newElement>;
export type SignerElement = z.infer<typeof signerElement>;
export type ElementChange = z.infer<typeof elementChange>;
export type ElementInput = z.infer<typeof elementInput>;
export type FieldChanges = z.infer<typeof fieldChanges>;
export type ElementWire = z.infer<typeof elementWire>;
