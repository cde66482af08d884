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
} from "@/lib/delivery/schema";
import { eventListAnswer } from "@/lib/records/events/schema";
import { operation, pathId, pathUuid, queryInteger, type Operation } from "./operation";

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
  summary: "List events",
  description:
    "Oldest first, with the same payloads as webhooks. Continue with `after` set to the last `position`; no event is missed or repeated.",
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
  summary: "List webhooks",
  description: "With `fileId`, returns the callback of that document instead.",
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
  summary: "Create a webhook",
  description:
    "Messages are signed (Standard Webhooks 1.0) with the returned `secret`, which is shown only once. At most 20 per account.",
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
  summary: "Retrieve a webhook",
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
  summary: "Update a webhook",
  description: "`enabled: true` enables a disabled webhook again. Missed events are in `GET /events`.",
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
  summary: "Delete a webhook",
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
  summary: "Send a test event",
  description: "Sends `webhook.test` once, even to a disabled webhook. The result does not affect its state.",
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
  summary: "Rotate a webhook's secret",
  description: "For 24 hours, messages carry two signatures, one by the new and one by the previous secret.",
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
  summary: "List webhook deliveries",
  description: "Newest first. Kept for 30 days.",
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
  summary: "List webhook deliveries of a document",
  description:
    "Deliveries to the requester's webhooks and to the callback, newest first. Kept for 30 days. Redeliver by `webhook.id` and `id`.",
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
  summary: "Redeliver an event",
  description: "Sends it immediately with the same `webhook-id`.",
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
