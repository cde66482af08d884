import { z } from "zod";
import { webhookEventTypes } from "@/db/schema/webhooks";

export const eventName = z.enum(webhookEventTypes);
const url = z
  .string()
  .min(1)
  .max(2048)
  .meta({ description: "http or https, on port 80 or 443, leading to public addresses." });
const events = z.array(eventName).min(1).max(20).nullable().meta({ description: "Defaults to all." });
const description = z
  .string()
  .trim()
  .max(255)
  .regex(/^\P{Cc}*$/u, "must not contain control characters")
  .nullable();

export const newEndpoint = z.object({ url, events: events.optional(), description: description.optional() });
export const endpointChange = z.object({
  url: url.optional(),
  events: events.optional(),
  description: description.optional(),
  enabled: z.boolean().optional(),
});

export const endpointAnswer = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()).nullable(),
  description: z.string().nullable(),
  format: z.enum(["json", "multipart"]),
  fileId: z.int().nullable().meta({ description: "The file of the callback; null for a subscription." }),
  enabled: z.boolean(),
  disabledReason: z
    .enum(["gone", "failing", "owner"])
    .nullable()
    .meta({ description: "`gone`: it answered 410. `failing`: 20 failures in a row." }),
  failuresInRow: z.int(),
  createdAt: z.string(),
  lastDeliveryAt: z.string().nullable(),
});
export const madeEndpointAnswer = endpointAnswer.extend({
  secret: z.string().meta({ description: "`whsec_…`, returned only once." }),
});
export const endpointListAnswer = z.object({
  data: z.array(endpointAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});

const attempt = z.object({
  at: z.string(),
  statusCode: z.int().nullable().meta({ description: "Null: no response." }),
  durationMs: z.int(),
  error: z
    .enum(["not_allowed", "unreachable", "status", "redirect", "gone", "document_missing", "internal"])
    .nullable(),
  answer: z.string().nullable().meta({ description: "The first KiB of the response. Untrusted: display it as text." }),
});
export const deliveryAnswer = z.object({
  id: z.int(),
  event: z.object({
    id: z.string(),
    type: z.string(),
    fileId: z.int().nullable(),
    sequence: z.int().nullable(),
    timestamp: z.string(),
  }),
  status: z.enum(["pending", "succeeded", "failed"]),
  attempts: z.array(attempt),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
});
const fileDeliveryAnswer = deliveryAnswer.extend({
  webhook: z.object({
    id: z.int(),
    url: z.string(),
    fileId: z.int().nullable().meta({ description: "The file of the callback; null for a subscription." }),
    enabled: z.boolean(),
  }),
});
export const fileDeliveryListAnswer = z.object({
  data: z.array(fileDeliveryAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
export const deliveryListAnswer = z.object({
  data: z.array(deliveryAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});

export const failedDeliveryAnswer = z.object({
  id: z.int(),
  type: z.string(),
  fileId: z.int().nullable(),
  host: z.string().meta({ description: "The host only. The rest of the URL is private to the owner." }),
  owner: z.object({ id: z.int(), displayName: z.string() }),
  enabled: z.boolean().meta({ description: "False: the owner must enable the webhook before anything is sent." }),
  status: z.enum(["pending", "succeeded", "failed"]),
  attempts: z.int(),
  lastError: attempt.shape.error,
  lastStatusCode: attempt.shape.statusCode,
  lastAttemptAt: z.string().nullable(),
});
export const failedDeliveryListAnswer = z.object({
  data: z.array(failedDeliveryAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});

export type NewEndpoint = z.infer<typeof newEndpoint>;
export type EndpointChange = z.infer<typeof endpointChange>;

/** Maximum messages in a response of the inbox. */
export const mostListed = 500;

export const inboxAnswer = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      channel: z.string(),
      to: z.string(),
      subject: z.string().nullable(),
      text: z.string(),
      html: z.string().nullable(),
      at: z.string(),
    }),
  ),
});

export const telegramLinkWish = z.object({
  currentPassword: z.string().min(1).max(1024).optional().meta({
    format: "password",
    description: "If omitted, the log-in must be recent (`freshProofSeconds`, five minutes by default).",
  }),
});

export const telegramLinkAnswer = z.object({
  url: z.string().meta({ description: "Opens the bot in Telegram. Pressing Start links the chat. Works once." }),
  expiresAt: z.string(),
});

export const telegramLinkState = z.object({
  configured: z.boolean().meta({ description: "Whether a Telegram bot is configured." }),
  linkedAt: z.string().nullable().meta({ description: "Null: no chat is linked." }),
});
