import { z } from "zod";
import { attachmentWire, fileName } from "@/lib/documents/schema";
import { attachmentRequestWire } from "@/lib/requests/schema";

export const attachmentUpload = z.object({
  name: fileName.optional().meta({ description: "The file name. Defaults to the name in the form." }),
  replaces: z.coerce.number().int().min(1).optional().meta({
    description: "The id of your attachment that the new file replaces.",
  }),
});

export const ownAttachmentsAnswer = z.object({
  requests: z.array(attachmentRequestWire).meta({ description: "The requested files." }),
  data: z.array(attachmentWire).meta({ description: "The files added so far." }),
});

export const attachmentRemoved = z.object({ message: z.string() });

export type AttachmentUpload = z.infer<typeof attachmentUpload> & {
  /** The attachment request's id. */
  requestId: number;
};
