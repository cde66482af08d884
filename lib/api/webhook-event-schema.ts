import { z } from "zod";

/** What happens to a document, as it is told to webhooks and callbacks (API.md section 6), and when. */
export const webhookEvents = {
  "file.created": "A draft, or a request that is sent at once, exists.",
  "file.released": "The request was sent to its signers.",
  "file.signed": "All have signed, and the document is sealed.",
  "file.declined": "A signer declined, which ended the request.",
  "file.cancelled": "The requester withdrew the request.",
  "file.expired": "The deadline passed before all had signed.",
  "file.deleted": "The requester deleted the document.",
  "sign_request.notified": "A signer was told, or reminded.",
  "sign_request.viewed": "A browser showed the document to a signer for the first time.",
  "sign_request.signed": "One signer has signed.",
  "sign_request.declined": "One signer has declined.",
} as const;

export const webhookEventBody = z.object({
  type: z.enum(Object.keys(webhookEvents) as [keyof typeof webhookEvents]),
  timestamp: z.string().meta({ description: "When it happened. ISO 8601, UTC, milliseconds" }),
  data: z.object({
    fileId: z.int(),
    uuid: z.string().meta({ description: "The file's." }),
    status: z.int().min(0).max(8).meta({ description: "The file's state after the event." }),
    name: z.string(),
    sequence: z.int().meta({ description: "Counts the events of this file from 1, without gaps: deliveries may arrive in another order." }),
    signRequestId: z.int().optional().meta({ description: "In events of one signer." }),
    sha256: z.string().optional().meta({ description: "Of the document's present version." }),
    url: z.string().meta({ description: "Where the file object is." }),
  }),
}).meta({ id: "WebhookEvent", description: "Ids, state and hashes; never a sign link, a code or the document." });
