import { z } from "zod";
import { imageTypes } from "@/db/schema/request-facts";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const imageType = z.enum(imageTypes);
const imageFile = z
  .object({ base64: z.string().min(1) })
  .meta({ description: "PNG or JPEG, at most 2 MiB and 4096 pixels per side, as base64 or a data: URL." });

export const newSignatureImages = z.object({
  elements: z
    .array(z.object({ type: imageType, file: imageFile }))
    .min(1)
    .max(10),
});

export const signatureImageChange = z.object({ type: imageType.optional(), file: imageFile.optional() });

export const imageToClean = z.object({
  file: imageFile,
  keepPaper: z.boolean().optional().meta({ description: "Keeps the background and only trims." }),
});

export const cleanedImageAnswer = z.object({
  file: z.object({ base64: z.string(), mediaType: z.literal("image/png") }),
  width: z.int(),
  height: z.int(),
  hadPaper: z.boolean().meta({ description: "False for a picture that was already transparent and was only trimmed." }),
});

export const signatureImageWire = z
  .object({
    id: z.int(),
    elementId: z.int().meta({ description: "Same as `id`; `profileElementId` when signing." }),
    type: imageType,
    isDefault: z.boolean().meta({ description: "The newest of its type, used by default." }),
    width: z.int(),
    height: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "AccountSignatureElement" });

export const signatureImageAnswer = signatureImageWire.extend({
  file: z.object({ base64: z.string(), mediaType: z.literal("image/png") }),
});
export const signatureImageList = z.object({ data: z.array(signatureImageWire) });
export const createdSignatureImages = z.object({ message: z.string(), data: z.array(signatureImageWire) });
export const removedAnswer = z.object({ message: z.string() });

export const newSigningPassword = z.object({
  signPassword: z
    .string()
    .meta({ description: "The signing password: at least 8 characters, different from the account password." }),
  currentPassword: z
    .string()
    .optional()
    .meta({ description: "The current signing password, to replace it without a recent log-in." }),
});

export const signingPasswordAnswer = z.object({
  message: z.string(),
  certificate: z.object({ subject: z.string(), serialNumber: z.string(), notBefore: time, notAfter: time }),
});

export type NewSignatureImages = z.infer<typeof newSignatureImages>;
export type SignatureImageChange = z.infer<typeof signatureImageChange>;
export type ImageToClean = z.infer<typeof imageToClean>;
export type CleanedImageAnswer = z.infer<typeof cleanedImageAnswer>;
export type SignatureImageWire = z.infer<typeof signatureImageWire>;
export type SignatureImageAnswer = z.infer<typeof signatureImageAnswer>;
export type NewSigningPassword = z.infer<typeof newSigningPassword>;
