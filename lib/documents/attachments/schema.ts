import { z } from "zod";
import { attachmentTypes } from "@/db/schema/files";

export const attachmentWire = z
  .object({
    id: z.int(),
    signRequestId: z.int().meta({ description: "The person who added it." }),
    requestId: z.int().meta({ description: "The attachment request that it belongs to." }),
    label: z.string().meta({ description: "The label of the request when the file was added." }),
    name: z.string().meta({ description: "The file's name as its sender gave it." }),
    type: z.enum(attachmentTypes).meta({ description: "By its bytes." }),
    size: z.int(),
    sha256: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Attachment", description: "A file that a signer or approver was asked for and has added." });

export const attachmentListAnswer = z.object({ data: z.array(attachmentWire) });

export type AttachmentWire = z.infer<typeof attachmentWire>;
