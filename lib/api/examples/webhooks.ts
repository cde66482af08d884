import {
  changeWebhookOperation,
  createWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listDeliveriesOperation,
  listEventsOperation,
  listFileDeliveriesOperation,
  listWebhooksOperation,
  redeliverOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
} from "../operations/webhooks";
import { example } from "./example";
import { createdAt, exampleEvent, fileId, releasedAt } from "./values";

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const endpoint = {
  id: 4,
  url: "https://app.example.org/paraph",
  events: null,
  description: "Nightly archive",
  format: "json" as const,
  fileId: null,
  enabled: true,
  disabledReason: null,
  failuresInRow: 0,
  createdAt,
  lastDeliveryAt: releasedAt,
};
const id = "evt_2f9c1b7a";
const delivery = {
  id: 9,
  event: { id, type: "file.released", fileId, sequence: 2, timestamp: releasedAt },
  status: "succeeded" as const,
  attempts: [{ at: releasedAt, statusCode: 204, durationMs: 81, error: null, answer: "" }],
  nextAttemptAt: null,
  createdAt: releasedAt,
};
const test = {
  ...delivery,
  event: { ...delivery.event, type: "webhook.test", fileId: null, sequence: null },
  status: "pending" as const,
  attempts: [],
  nextAttemptAt: releasedAt,
};

export const webhooksExamples = [
  example(listEventsOperation, {
    answer: { data: [{ id, position: 17, ...exampleEvent("file.released") }], pagination: { nextCursor: null } },
  }),
  example(listWebhooksOperation, { answer: { data: [endpoint], pagination: { nextCursor: null } } }),
  example(createWebhookOperation, {
    body: { url: endpoint.url, events: ["file.signed", "file.declined"], description: endpoint.description },
    answer: { ...endpoint, events: ["file.signed", "file.declined"], lastDeliveryAt: null, secret },
  }),
  example(getWebhookOperation, { answer: endpoint }),
  example(changeWebhookOperation, {
    body: { enabled: false },
    answer: { ...endpoint, enabled: false, disabledReason: "owner" },
  }),
  example(deleteWebhookOperation, { answer: { message: "The webhook is deleted" } }),
  example(testWebhookOperation, { answer: test }),
  example(rotateWebhookSecretOperation, { answer: { ...endpoint, secret } }),
  example(listDeliveriesOperation, { answer: { data: [delivery], pagination: { nextCursor: null } } }),
  example(listFileDeliveriesOperation, {
    answer: {
      data: [{ ...delivery, webhook: { id: endpoint.id, url: endpoint.url, fileId: null, enabled: true } }],
      pagination: { nextCursor: null },
    },
  }),
  example(redeliverOperation, { answer: { ...delivery, status: "pending", attempts: [], nextAttemptAt: releasedAt } }),
];
