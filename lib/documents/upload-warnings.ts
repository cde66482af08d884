import { z } from "zod";
import type { UploadWarning } from "@/db/schema/files";
import { findingCodes, findingText } from "@/lib/pades/verify/report/finding-text";
import type { Finding } from "@/lib/pades/verify/report/findings";
import { activeActionTypes } from "@/lib/pdf/active/active-entry";
import { shadowCodes, type ShadowFinding } from "@/lib/pdf/shadow/shadow-findings";

export const shadowWire = z
  .object({
    code: z.enum(shadowCodes).meta({
      description:
        "`printed_not_shown`, `shown_not_printed`: on paper only, or on screen only. `shown_at_some_zoom`, `shown_to_some`: at some zoom levels only, or for some languages or users. `shown_under_pointer`: an annotation that changes under the pointer. `hidden_layer`, `hidden_annotation`: never shown. `covered_text`: text below opaque content. `covered_page`: an annotation that covers most of the page. `invisible_text`: text in its background's colour, without ink, clipped or too small. `off_page`: outside the visible page. `copied_differently`: text that copies, searches and reads aloud as different text. `font_not_embedded`: fonts missing from the file. `drawn_differently`: features that programs draw differently, such as unusual colour spaces. `page_not_looked_at`: pages that were not checked because of their size. `more_pages`: more pages with the finding before.",
    }),
    page: z.int().meta({ description: "Counted from 1. For findings on several pages, the first one." }),
    count: z.int().meta({
      description: "Number of lines, pictures, drawings, annotations, fonts or features, or of pages.",
    }),
  })
  .meta({
    id: "ShadowContent",
    description: "Content of a page that is not visible on screen, or is printed differently.",
  });

export function isShadowContent(warning: UploadWarning): boolean {
  return shadowWire.safeParse(warning).success;
}

/** Content that is not visible on screen, as found at the upload. */
export function shadowContentOf({ warnings }: { warnings: readonly UploadWarning[] }): ShadowFinding[] {
  return warnings.flatMap((warning) => {
    const known = shadowWire.safeParse(warning);
    return known.success ? [known.data] : [];
  });
}

export const signatureWarning = z
  .object({
    code: z
      .enum(["signature_modified", "signature_invalid", "signature_unsupported", "more_signatures", "not_checked"])
      .meta({
        description:
          "`signature_modified`: the document was changed after this signature was made. `signature_invalid`: its bytes or its certificate do not fit. `signature_unsupported`: it cannot be verified. `more_signatures`: `count` further ones do not verify. `not_checked`: there was not enough time to verify the signatures.",
      }),
    field: z
      .string()
      .nullable()
      .meta({ description: "The signature field, at most 200 characters; null where there is none to name." }),
    count: z.int().meta({ description: "Number of signatures that the warning concerns. 0 if unknown." }),
    finding: z
      .object({
        code: z.enum(findingCodes),
        params: z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())])),
        forbidden: z.literal(true).optional(),
      })
      .nullable()
      .meta({ description: "The finding that decided the verdict, as verification reports have it." }),
  })
  .meta({ id: "SignatureWarning", description: "A signature of the upload that does not verify." });

export type SignatureWarning = z.infer<typeof signatureWarning>;

/** The signature warnings among those stored at the upload. */
export function signatureWarningsOf({ warnings }: { warnings: readonly UploadWarning[] }): SignatureWarning[] {
  return warnings.flatMap((warning) => {
    const known = signatureWarning.safeParse(warning);
    return known.success ? [known.data] : [];
  });
}

/** An English sentence for API clients that display `warnings` unchanged. */
export function signatureWarningText({ code, field, count, finding }: SignatureWarning): string {
  if (code === "not_checked") return "There was not enough time to verify the signatures in the upload.";
  if (code === "more_signatures")
    return `${count} more ${count === 1 ? "signature in the upload does" : "signatures in the upload do"} not verify.`;
  const which = field === null ? "A signature in the upload" : `The signature “${field}” in the upload`;
  const reason = finding === null ? "" : `: ${findingText(finding as Finding)}`;
  return `${which} ${code === "signature_unsupported" ? "could not be verified" : "does not verify"}${reason}.`;
}

/**
 * Kinds of content that act, hide or lead to other places, as named by ingest: the action types of ISO 32000-2, table
 * 201, and other content that a document may include.
 */
export const contentKinds = [
  ...activeActionTypes,
  "OtherAction",
  "OpenAction",
  "AdditionalActions",
  "XFA",
  "UsageRights",
  "EmbeddedFiles",
  "RichMedia",
  "ExternalLinks",
  "Portfolio",
  "HiddenPages",
  "ReaderRequirements",
] as const;

type ContentKind = (typeof contentKinds)[number];

export function isContentKind(name: string): name is ContentKind {
  return contentKinds.some((kind) => kind === name);
}
