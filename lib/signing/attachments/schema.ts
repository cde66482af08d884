import { z } from "zod";
import { attachmentWire, fileName } from "@/lib/documents/schema";
import { attachmentRequestWire } from "@/lib/requests/schema";

export const attachmentUpload = z.object({
  name: fileName.optional().meta({ description: "The file's name. Left out: the one in the form." }),
  replaces: z.coerce.number().int().min(1).optional().meta({
    description: "The id of an own attachment of the same request that the new file takes the place of.",
  }),
});

export const ownAttachmentsAnswer = z.object({
  requests: z.array(attachmentRequestWire).meta({ description: "The files that the caller is asked for." }),
  data: z.array(attachmentWire).meta({ description: "The files that the caller has added." }),
});

export const attachmentRemoved = z.object({ message: z.string() });

export type AttachmentUpload = z.infer<typeof attachmentUpload> & {
  /** The attachment request's id. */
  requestId: number;
};
