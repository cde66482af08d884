import { z } from "zod";
import { elementInput } from "@/lib/elements/schema";
import { fileName } from "@/lib/files/schema";

const personName = z.string().trim().max(255).regex(/^\P{Cc}*$/u, "may not hold control characters").nullish();

/** One signer as a client names them. Which members go together is checked by `readSigners`. */
export const signerInput = z.object({
  signRequestId: z.int().optional().meta({ description: "In a PATCH: the signer whom this person replaces, or keeps being." }),
  email: z.string().optional(),
  identify: z.object({ email: z.string().optional(), account: z.string().optional() }).optional(),
  displayName: personName,
  display_name: personName,
  description: z.string().max(2000).nullish(),
  signingOrder: z.int().min(1).max(1000).optional(),
  phone: z.string().max(32).nullish(),
  signMethod: z.enum(["password", "email", "sms", "telegram", "signal"]).optional(),
  notify: z.boolean().optional(),
});

export const fileSource = z.object({
  base64: z.string().optional(),
  url: z.string().optional(),
  fileId: z.int().optional().meta({ description: "One's own upload from POST /file that no request uses yet." }),
});

const signers = z.array(signerInput).meta({ description: "1 to 100, with distinct addresses." });
const expiresAt = z.iso.datetime({ offset: true });

export const newRequest = z.object({
  file: fileSource,
  name: fileName,
  status: z.union([z.literal(0), z.literal(1)]).optional(),
  users: signers.optional(),
  signers: signers.optional().meta({ description: "Another name of users." }),
  callback: z.unknown().optional(),
  expiresAt: expiresAt.optional(),
});

export const requestChange = z.object({
  file: z.object({ fileId: z.int().optional(), uuid: z.string().optional() }).optional(),
  uuid: z.string().optional(),
  status: z.int().optional(),
  name: fileName.optional(),
  users: signers.optional(),
  signers: signers.optional().meta({ description: "Another name of users." }),
  visibleElements: z.array(elementInput).optional(),
  expiresAt: expiresAt.optional(),
});

export const declineInput = z.object({ reason: z.string().trim().min(1).max(1000) });

export const doneAnswer = z.object({ message: z.string() });

export type SignerInput = z.infer<typeof signerInput>;
export type FileSource = z.infer<typeof fileSource>;
export type NewRequest = z.infer<typeof newRequest>;
export type RequestChange = z.infer<typeof requestChange>;
