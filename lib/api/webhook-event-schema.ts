import { z } from "zod";
import { eventAnswer } from "@/lib/events/schema";
import { eventName } from "@/lib/webhooks/schema";

/** When each event is told to webhooks and callbacks (docs/spec/api.md#webhooks). */
export const webhookEvents: { readonly [name in z.infer<typeof eventName>]: string } = {
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
};

const timestamp = z.string().meta({ description: "When it happened. ISO 8601, UTC, milliseconds" });

export const webhookEventBody = z
  .object({ type: eventName, timestamp, data: eventAnswer.shape.data })
  .meta({ id: "WebhookEvent", description: "Ids, state and hashes; never a sign link, a code or the document." });

export const webhookTestBody = z.object({
  type: z.literal("webhook.test"),
  timestamp,
  data: z.object({ webhookId: z.int() }),
});
