import { z } from "zod";
import { fieldType, fieldWire } from "@/lib/documents/fields/schema";

export const suggestionWire = z
  .object({
    type: fieldType,
    signer: z.int().nullable().meta({ description: "Which signer by order, counted from 1, where the text says so." }),
    signRequestId: z
      .int()
      .nullable()
      .meta({ description: "That signer; null where the text names none, or one whom the document does not have." }),
    coordinates: fieldWire.shape.coordinates,
    label: z.string().nullable(),
    text: z.string().meta({ description: "The text at this place, such as `{{sig:1}}`." }),
  })
  .meta({ id: "Suggestion", description: "A place in the document's text that asks for a box." });

export const suggestionsAnswer = z.object({
  data: z.array(suggestionWire),
  pagesSearched: z
    .int()
    .meta({ description: "From the first page on; fewer than the document has when it is very long." }),
});

export type SuggestionWire = z.infer<typeof suggestionWire>;
export type SuggestionsAnswer = z.infer<typeof suggestionsAnswer>;
