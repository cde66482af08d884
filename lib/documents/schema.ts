import { z } from "zod";
import { attachmentTypes, sourceTypes } from "@/db/schema/files";
import { defaultPicturePage, largestMarginPt, picturePageSizes } from "@/lib/pdf/pictures/picture-page";
import { cleanName, plainText, plainTextRule } from "@/lib/platform/plain-text";
import type { StoredState } from "./storage/segments";
import { contentKinds, shadowWire, signatureWarning } from "./upload-warnings";

/**
 * A file's name as displayed: 1–255 characters after trimming, on a single line, without characters that disguise it as
 * another name.
 */
export const fileName = z.string().overwrite(cleanName).trim().min(1).max(255).regex(plainText, plainTextRule);

const marginRule = `The margin on each side of pictures in points, 0 to ${largestMarginPt}. Defaults to ${defaultPicturePage.marginPt}.`;

export const formValues = z.enum(["page", "fields"]).meta({
  description:
    "The values of a PDF's form fields. `page`: they stay on the pages. `fields`: they are removed from the pages and become the `value` of the suggested fields. Signed documents are not changed.",
});
export type FormValuesWire = z.infer<typeof formValues>;
export const formValuesInput = z.object({ values: formValues });

/** The page on which images are placed, and the treatment of a form. */
export const uploadOptions = {
  formValues: formValues.optional(),
  pageSize: z.enum(picturePageSizes).optional().meta({
    description:
      "The paper for pictures. `a4` (default) and `letter` rotate to fit the picture; `picture` keeps the picture's proportions at the height of A4.",
  }),
  margin: z.number().min(0).max(largestMarginPt).optional().meta({ description: marginRule }),
};

export const uploadQuery = z.object({
  name: fileName.optional(),
  fileName: fileName.optional().meta({
    description: "The original file name, if it differs. Shown as the source of a converted document.",
  }),
  ...uploadOptions,
  margin: z.coerce.number().min(0).max(largestMarginPt).optional().meta({ description: marginRule }),
});
export const fetchInput = z.object({
  url: z
    .string()
    .min(1)
    .max(2048)
    .meta({ description: "http or https on port 80 or 443, at a public address. At most 25 MiB." }),
  name: fileName,
  ...uploadOptions,
});
export const duplicateInput = z.object({
  name: fileName.optional().meta({ description: "Defaults to the name of the document." }),
});
export const contentQuery = z.object({ version: z.enum(["original", "current"]).default("current") });
export const linkContentQuery = contentQuery.extend({
  file: z.uuid().optional().meta({ description: "The file of an envelope. Required for envelopes." }),
});
/** Browsers show a cached image without a request, unless its address changes. */
const cacheKey = z
  .string()
  .max(64)
  .optional()
  .meta({ description: "Ignored. A new value bypasses the browser's cache." });
export const downloadQuery = contentQuery.extend({
  v: cacheKey,
  purpose: z.enum(["download", "view"]).default("download").meta({
    description:
      "`view` shows the document to its requester without a download in the history. Views by signers are always recorded.",
  }),
});
const filesAtOnce = 100;
export const archiveQuery = z.object({
  uuid: z
    .union([z.uuid(), z.array(z.uuid()).max(filesAtOnce)])
    .meta({ description: "Repeat for each file, up to 100." }),
});
export const revisionDownloadQuery = downloadQuery.pick({ purpose: true });
export const revisionImageQuery = z.object({
  width: z.coerce.number().int().min(16).max(2400).default(800),
  format: z.enum(["png", "webp"]).default("png"),
});
export const pageImageQuery = revisionImageQuery.extend({
  v: cacheKey,
  boxes: z
    .enum(["0", "1", "false", "true"])
    .optional()
    .meta({ description: "1 draws the empty fields with the numbers and names of their signers." }),
});

export const pageWire = z
  .object({
    page: z.int(),
    width: z.number(),
    height: z.number(),
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  })
  .meta({ id: "Page", description: "One page; width and height are points (1/72 inch) as a reader sees the page." });

export const pageTextAnswer = z.object({
  page: z.int(),
  lines: z.array(z.string()).meta({ description: "The lines in the order of the file; empty for a scan." }),
});
export const pagesAnswer = z.object({ data: z.array(pageWire) });
export const messageAnswer = z.object({ message: z.string() });

export type LinkContentQuery = z.infer<typeof linkContentQuery>;
export type FetchInput = z.infer<typeof fetchInput>;
export type DownloadQuery = z.infer<typeof downloadQuery>;
export type RevisionDownloadQuery = z.infer<typeof revisionDownloadQuery>;
export type RevisionImageQuery = z.infer<typeof revisionImageQuery>;
export type PageImageQuery = z.infer<typeof pageImageQuery>;
export type PageTextWire = z.infer<typeof pageTextAnswer>;
export type PageWire = z.infer<typeof pageWire>;

export const revisionKinds = ["prepared", "signature", "seal", "timestamp"] as const;

export const revisionWire = z
  .object({
    revision: z.int().meta({
      description: "The number of the revision in the audit trail. A number always refers to the same bytes.",
    }),
    kind: z.enum(revisionKinds).meta({
      description:
        "The last change of the revision. `prepared`: the fields, at sending. `signature`: a signer's signature. `seal`, `timestamp`: added after completion.",
    }),
    signRequestId: z.int().nullable().meta({
      description: "The signing request whose signature ends the revision. Null for revisions made by the service.",
    }),
    signer: z.string().nullable().meta({ description: "The name of that signer." }),
    field: z.string().nullable().meta({
      description:
        "The signature field filled by the revision. Null if none, as when an upload with signatures was prepared.",
    }),
    signedAt: z.string().meta({ description: "ISO 8601, UTC, milliseconds" }),
    size: z.int().meta({
      description: "Bytes of the document at this revision: the first `size` bytes of the document as it is now.",
    }),
    sha256: z.string().meta({ description: "The hash of these bytes, in lower-case hex." }),
  })
  .meta({ id: "Revision" });

export const revisionsAnswer = z.object({ data: z.array(revisionWire) });

export type RevisionWire = z.infer<typeof revisionWire>;

export const uploadWire = z
  .object({
    repaired: z.boolean().meta({ description: "It was damaged or locked and was rewritten once." }),
    decrypted: z.boolean().meta({ description: "It was encrypted with an empty password." }),
    alreadySigned: z.boolean(),
    frozenFields: z.int().meta({ description: "Form fields that became part of the pages." }),
    convertedFrom: z
      .object({
        type: z
          .enum(sourceTypes)
          .meta({ description: "The type detected from the content; `pictures` is a ZIP of several pictures." }),
        name: z.string().nullable().meta({ description: "The file's name, for the requester only." }),
        trackedChanges: z.boolean().meta({
          description:
            "The office file has insertions or deletions that were neither accepted nor rejected: the PDF shows them as marks.",
        }),
      })
      .nullable()
      .meta({ description: "The upload was another file, which was converted to a PDF; null for a PDF." }),
    removed: z.array(z.enum(contentKinds)).meta({ description: "Kinds of active content removed for safety." }),
    remaining: z.array(z.enum(contentKinds)).meta({
      description:
        "Kinds of content that were not removed: attached files, links and, in a signed upload, all active content.",
    }),
    warnings: z.array(z.string()).meta({ description: "`signatureWarnings` as English sentences." }),
    signatureWarnings: z
      .array(signatureWarning)
      .meta({ description: "Signatures of the upload that do not verify. Empty when all of them do." }),
    shadowContent: z.array(shadowWire).meta({
      description:
        "Content that is on a page but not visible on screen. Does not include content added by the preparation.",
    }),
    readers: z
      .object({
        compared: z.int().meta({ description: "Number of pages that both renderers read, starting at the first." }),
        of: z.int(),
        differences: z
          .array(
            z.object({ code: z.enum(["page_count", "unreadable", "page_size", "text", "picture"]), page: z.int() }),
          )
          .meta({
            description:
              "Pages, counted from 1, that the renderers display differently. page_count: only one of them has this page and those after it.",
          }),
      })
      .nullable()
      .meta({
        description:
          "Comparison of the renderings by PDFium and pdf.js, made in the background after the upload. Null until then.",
      }),
  })
  .meta({ id: "Upload", description: "Findings in the uploaded document, and the changes made to it." });

export type UploadWire = z.infer<typeof uploadWire>;

export const storedStates = ["whole", "missing", "altered", "unreadable"] as const satisfies readonly StoredState[];

export const attachmentWire = z
  .object({
    id: z.int(),
    signRequestId: z.int().meta({ description: "The person who added it." }),
    requestId: z.int().meta({ description: "The attachment request that it belongs to." }),
    label: z.string().meta({ description: "The label of the request when the file was added." }),
    name: z.string().meta({ description: "The file's name as its sender gave it." }),
    type: z.enum(attachmentTypes).meta({ description: "The type detected from the content." }),
    size: z.int(),
    sha256: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Attachment", description: "A file that a signer or approver was asked for and has added." });

export const attachmentListAnswer = z.object({ data: z.array(attachmentWire) });

export type AttachmentWire = z.infer<typeof attachmentWire>;
