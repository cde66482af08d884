import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema";

export const erasure = z.object({ email: emailAddress.meta({ description: "The address of the person." }) });

export const erasureAnswer = z.object({
  message: z.string(),
  account: z.boolean().meta({ description: "There was an account, and nobody can log in to it any more." }),
  signRequests: z.int().meta({ description: "Requests to sign that no longer say whom they went to." }),
  documents: z.int().meta({
    description:
      "Documents whose trail lost the person's values; each notes that somebody was erased, and still verifies.",
  }),
  signedDocuments: z.int().meta({
    description:
      "Documents that are kept as they were signed, with what the person signed in them: they are the proof of all who signed.",
  }),
});

export type ErasureAnswer = z.infer<typeof erasureAnswer>;
