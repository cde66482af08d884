import { z } from "zod";
import { fieldRules, fieldType, fieldWire } from "@/lib/documents/fields/schema";

export const suggestionWire = z
  .object({
    type: fieldType,
    source: z.enum(["form", "text", "drawing"]).meta({
      description:
        "`form`: a form field of the upload, flattened into the page. `text`: a place in the text. `drawing`: a drawn line or box.",
    }),
    signer: z
      .int()
      .nullable()
      .meta({ description: "The signer's number in the order, from 1, if the text contains one." }),
    signRequestId: z
      .int()
      .nullable()
      .meta({ description: "The signer. Null if the text names none, or one that the document does not have." }),
    coordinates: fieldWire.shape.coordinates,
    label: z.string().nullable(),
    group: z.string().nullable().meta({ description: "The question of a group of radio buttons of a form." }),
    rules: fieldRules.nullable().meta({ description: "Options, greatest length and lines of a form's field." }),
    dateFormat: fieldWire.shape.dateFormat.meta({
      description: "The format of a form's date, if the service supports it.",
    }),
    required: z.boolean(),
    value: z.string().nullable().meta({ description: "The form's value. `true` for a checked box." }),
    isOnPage: z.boolean().meta({
      description:
        "Whether the page shows the value, which would cover a field there. `PUT …/form` removes the values from the pages.",
    }),
    text: z
      .string()
      .meta({ description: "The text at or beside this place, such as `{{sig:1}}`, or the name of the form's field." }),
  })
  .meta({ id: "Suggestion", description: "A place in the document that asks for a field." });

const searched = {
  formFieldsLeft: z.int().meta({
    description:
      "Form fields of the upload that are not suggested and keep their appearance: read-only, hidden and signed fields, buttons, and fields with several values.",
  }),
  unreadTags: z.array(z.object({ page: z.int(), text: z.string() })).meta({
    description: "Tags such as `{{Fee;type=payment}}` without a matching type of field. They stay on the page as text.",
  }),
  pagesSearched: z
    .int()
    .meta({ description: "Starting at the first page; fewer than the document has if it is very long." }),
};

export const suggestionsAnswer = z.object({ data: z.array(suggestionWire), ...searched });

export const templateSuggestionsAnswer = z.object({
  data: z.array(
    suggestionWire
      .omit({ signRequestId: true })
      .extend({
        role: z.string().nullable().meta({
          description: "That signer's role; null where the text names none, or one that the template does not have.",
        }),
      })
      .meta({ id: "TemplateSuggestion", description: "A place in a template's document that asks for a field." }),
  ),
  ...searched,
});

/** A suggestion before its signer is looked up. */
export type FoundSuggestion = Omit<SuggestionWire, "signRequestId">;
export type SuggestionWire = z.infer<typeof suggestionWire>;
export type SuggestionsAnswer = z.infer<typeof suggestionsAnswer>;
export type TemplateSuggestionsAnswer = z.infer<typeof templateSuggestionsAnswer>;
