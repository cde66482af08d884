import { z } from "zod";
import { fieldInput, fieldWire, newField, signerField } from "@/lib/documents/fields/schema";
import { fileName } from "@/lib/documents/schema";
import { fileSource, newRequest, requestChange, signerInput } from "@/lib/requests/state/schema";

const newFile = z.object({
  file: fileSource,
  name: fileName.optional().meta({ description: "Required with base64 and url. Defaults to the upload's own name." }),
});

const newFiles = z.array(newFile).min(1).meta({ description: "1 to 50 PDFs, in order." });

const newPerson = signerInput.extend({
  visibleElements: z
    .array(
      signerField.extend({ file: z.int().min(0).meta({ description: "The index of the file in `files`, from 0." }) }),
    )
    .optional()
    .meta({ description: "Fields of this signer, each in one of the files." }),
});

export const newEnvelope = newRequest
  .pick({
    name: true,
    status: true,
    callback: true,
    expiresAt: true,
    reminders: true,
    allowDelegation: true,
    signatureOptions: true,
  })
  .extend({
    files: newFiles,
    users: z.array(newPerson).optional().meta({
      description: "1 to 100 people, with distinct addresses. Omit for a draft without people.",
      maxItems: 100,
    }),
  });

export const envelopeChange = requestChange
  .pick({
    name: true,
    status: true,
    users: true,
    expiresAt: true,
    reminders: true,
    allowDelegation: true,
    signatureOptions: true,
  })
  .extend({
    files: z
      .array(z.object({ uuid: z.uuid(), name: fileName.optional() }))
      .optional()
      .meta({ description: "All files of a draft in their new order, each with an optional new name." }),
  });

export const filesToAdd = z.object({
  files: newFiles,
  position: z.int().min(1).optional().meta({ description: "Position of the first new file. Defaults to the end." }),
});

const inFile = { file: z.uuid().meta({ description: "The uuid of the field's file." }) };

export const envelopeFields = z.object({
  fields: z.array(newField.extend({ elementId: fieldInput.shape.elementId, ...inFile })).meta({
    description: "All fields of all files, within the limit of one document. Fields that are not listed are removed.",
  }),
});

export const envelopeFieldsAnswer = z.object({ data: z.array(fieldWire) });

export type NewEnvelope = z.infer<typeof newEnvelope>;
export type NewEnvelopeFile = z.infer<typeof newFile>;
export type EnvelopeChange = z.infer<typeof envelopeChange>;
export type EnvelopeFields = z.infer<typeof envelopeFields>;
