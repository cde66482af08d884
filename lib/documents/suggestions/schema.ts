import { z } from "zod";
import { fieldRules, fieldType, fieldWire } from "@/lib/documents/fields/schema";

export const suggestionWire = z
  .object({
    type: fieldType,
    source: z.enum(["form", "text", "drawing"]).meta({
      description:
        "`form`: a field of the upload's own form, which ingest made part of the page. `text`: a place in the text. `drawing`: a line to write on or a box to tick that the page draws.",
    }),
    signer: z.int().nullable().meta({ description: "Which signer by order, counted from 1, where the text says so." }),
    signRequestId: z
      .int()
      .nullable()
      .meta({ description: "That signer; null where the text names none, or one whom the document does not have." }),
    coordinates: fieldWire.shape.coordinates,
    label: z.string().nullable(),
    group: z.string().nullable().meta({ description: "Of radio buttons of a form: their question." }),
    rules: fieldRules.nullable().meta({ description: "Options, greatest length and lines of a form's field." }),
    dateFormat: fieldWire.shape.dateFormat.meta({ description: "Of a form's date, where its format is one of ours." }),
    required: z.boolean(),
    value: z
      .string()
      .nullable()
      .meta({ description: "Of a form's field: what the form was filled with; `true` where it is ticked." }),
    isOnPage: z.boolean().meta({
      description:
        "Whether the page shows that value, so that a field there would cover it. `PUT …/form` takes the values off the pages.",
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
