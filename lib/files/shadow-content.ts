import { z } from "zod";
import type { UploadWarning } from "@/db/schema/files";
import { shadowCodes, type ShadowFinding } from "@/lib/pdf/shadow/shadow-finding";

export const shadowWire = z
  .object({
    code: z.enum(shadowCodes).meta({
      description:
        "`printed_not_shown`, `shown_not_printed`: layers or annotations that differ between screen and paper. `hidden_layer`, `hidden_annotation`: shown in neither. `covered_text`: text under something opaque. `covered_page`: an annotation lies over nearly all of the page. `invisible_text`: text in the colour of its ground, without ink, clipped away or too small. `off_page`: outside what a reader shows. `drawn_differently`: features that programs display differently, such as fonts that are not embedded or that map a character to several glyphs, unusual colour spaces, and malformed content; `count` is the number of features. `page_not_looked_at`: the document was too long to look at all pages. `more_pages`: further pages with findings of the kind before.",
    }),
    page: z.int().meta({ description: "Counted from 1; the first page where `code` tells of several." }),
    count: z
      .int()
      .meta({
        description: "Lines of text, pictures, drawings, annotations or features; pages where `code` tells of pages.",
      }),
  })
  .meta({
    id: "ShadowContent",
    description: "Content of a page that a reader of the screen does not see, or not as it is printed.",
  });

/** What the pages of a file hold beyond what a screen shows, as it was found at its upload. */
export function shadowContentOf({ warnings }: { warnings: readonly UploadWarning[] }): ShadowFinding[] {
  return warnings.flatMap((warning) => {
    const known = shadowWire.safeParse(warning);
    return known.success ? [known.data] : [];
  });
}
