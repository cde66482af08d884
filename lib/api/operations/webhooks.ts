import { z } from "zod";
import {
  deliveryAnswer,
  deliveryListAnswer,
  endpointAnswer,
  endpointChange,
  endpointListAnswer,
  fileDeliveryListAnswer,
  madeEndpointAnswer,
  newEndpoint,
} from "@/lib/delivery/webhooks/schema";
import { eventListAnswer } from "@/lib/records/events/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid, queryInteger } from "../parameters";

const tag = "Webhooks";
const params = z.object({ id: pathId });
const length = queryInteger(1, 100).optional();
const requester = { caller: "requester", scope: "read" } as const;
const writer = { caller: "requester", scope: "write" } as const;

export const listEventsOperation = operation({
  id: "listEvents",
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "The log of what happened to my documents",
  description:
    "Oldest first, the same events in the same words as webhooks get. Go on with `after` = the last `position` seen: none is missed, none comes twice.",
  ...requester,
  query: z.object({ after: queryInteger(0, 999_999_999).optional(), length }),
  answer: eventListAnswer,
  errors: [],
});

export const listWebhooksOperation = operation({
  id: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  tag,
  summary: "My webhooks",
  description: "With `fileId`: the callback of that file instead.",
  ...requester,
  query: z.object({ fileId: queryInteger(1, 999_999_999).optional() }),
  answer: endpointListAnswer,
  errors: [],
});

export const createWebhookOperation = operation({
  id: "createWebhook",
  method: "POST",
  path: "/webhooks",
  tag,
  summary: "Have events sent to a URL",
  description:
    "Every message is signed (Standard Webhooks 1.0) with the answered `secret`, which is shown this once. At most 20 an account.",
  ...writer,
  body: newEndpoint,
  answer: madeEndpointAnswer,
  errors: ["email_unproved", "url_not_allowed"],
});

export const getWebhookOperation = operation({
  id: "getWebhook",
  method: "GET",
  path: "/webhooks/{id}",
  tag,
  summary: "One webhook",
  ...requester,
  params,
  answer: endpointAnswer,
  errors: [],
});

export const changeWebhookOperation = operation({
  id: "changeWebhook",
  method: "PATCH",
  path: "/webhooks/{id}",
  tag,
  summary: "Change a webhook",
  description: "`enabled: true` brings back one that was disabled; what it missed is in `GET /events`.",
  ...writer,
  params,
  body: endpointChange,
  answer: endpointAnswer,
  errors: ["url_not_allowed"],
});

export const deleteWebhookOperation = operation({
  id: "deleteWebhook",
  method: "DELETE",
  path: "/webhooks/{id}",
  tag,
  summary: "Delete a webhook and its log",
  ...writer,
  params,
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const testWebhookOperation = operation({
  id: "testWebhook",
  method: "POST",
  path: "/webhooks/{id}/test",
  tag,
  summary: "Send a test",
  description: "One `webhook.test`, sent once. It reaches a disabled webhook too, and counts for nothing.",
  ...writer,
  params,
  answer: deliveryAnswer,
  errors: [],
});

export const rotateWebhookSecretOperation = operation({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/{id}/rotate",
  tag,
  summary: "Make a new secret",
  description: "For 24 hours messages carry two signatures, of the new secret and of the one before.",
  ...writer,
  params,
  answer: madeEndpointAnswer,
  errors: [],
});

export const listDeliveriesOperation = operation({
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/webhooks/{id}/deliveries",
  tag,
  summary: "What was sent, and what came back",
  description: "Newest first; kept for 30 days.",
  ...requester,
  params,
  query: z.object({ cursor: queryInteger(1, 999_999_999).optional(), length }),
  answer: deliveryListAnswer,
  errors: [],
});

export const listFileDeliveriesOperation = operation({
  id: "listFileDeliveries",
  method: "GET",
  path: "/file/{uuid}/deliveries",
  tag,
  summary: "What was sent about one document, and what came back",
  description:
    "To the webhooks of its requester and to its callback, newest first; kept for 30 days. `redeliver` works by the `webhook.id` and the `id` of each.",
  ...requester,
  params: z.object({ uuid: pathUuid }),
  query: z.object({ cursor: queryInteger(1, 999_999_999).optional(), length }),
  answer: fileDeliveryListAnswer,
  errors: ["forbidden", "not_found"],
});

export const redeliverOperation = operation({
  id: "redeliverWebhookDelivery",
  method: "POST",
  path: "/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  tag,
  summary: "Send an event again",
  description: "At once, with the same `webhook-id`.",
  ...writer,
  params: z.object({ id: pathId, deliveryId: pathId }),
  answer: deliveryAnswer,
  errors: [],
});

export const webhooksOperations: readonly Operation[] = [
  listEventsOperation,
  listWebhooksOperation,
  createWebhookOperation,
  getWebhookOperation,
  changeWebhookOperation,
  deleteWebhookOperation,
  testWebhookOperation,
  rotateWebhookSecretOperation,
  listDeliveriesOperation,
  listFileDeliveriesOperation,
  redeliverOperation,
];
