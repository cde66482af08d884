import type { z } from "zod";
import type { WebhookDelivery, WebhookEndpoint } from "@/db/schema/webhooks";
import type {
  deliveryAnswer,
  deliveryListAnswer,
  endpointAnswer,
  endpointListAnswer,
  failedDeliveryAnswer,
  failedDeliveryListAnswer,
  fileDeliveryListAnswer,
  madeEndpointAnswer,
} from "@/lib/delivery/schema";
import type { DeliveryRow, FailedDelivery, FileDeliveryRow } from "./deliveries";

export function toEndpointWire(endpoint: WebhookEndpoint): z.infer<typeof endpointAnswer> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    format: endpoint.format,
    fileId: endpoint.fileId,
    enabled: endpoint.disabledAt === null,
    disabledReason: endpoint.disabledReason,
    failuresInRow: endpoint.failuresInRow,
    createdAt: endpoint.createdAt.toISOString(),
    lastDeliveryAt: endpoint.lastDeliveryAt?.toISOString() ?? null,
  };
}

/** Accounts have few webhooks, so they fit on one page. */
export function toEndpointListWire(endpoints: readonly WebhookEndpoint[]): z.infer<typeof endpointListAnswer> {
  return { data: endpoints.map(toEndpointWire), pagination: { nextCursor: null } };
}

export function toMadeEndpointWire({
  endpoint,
  secret,
}: {
  endpoint: WebhookEndpoint;
  secret: string;
}): z.infer<typeof madeEndpointAnswer> {
  return { ...toEndpointWire(endpoint), secret };
}

export function toDeliveryWire({ delivery, event }: DeliveryRow): z.infer<typeof deliveryAnswer> {
  return {
    id: delivery.id,
    event: {
      id: delivery.publicId,
      type: event?.type ?? testEventType,
      fileId: event?.fileId ?? null,
      sequence: event?.sequence ?? null,
      timestamp: (event?.at ?? delivery.createdAt).toISOString(),
    },
    status: delivery.status,
    attempts: delivery.attempts.map(({ at, statusCode, durationMs, error, answer }) => ({
      at,
      statusCode,
      durationMs,
      error,
      answer,
    })),
    nextAttemptAt: delivery.status === "pending" ? delivery.nextAttemptAt.toISOString() : null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

export function toDeliveryListWire({
  rows,
  next,
}: {
  rows: readonly DeliveryRow[];
  next: number | null;
}): z.infer<typeof deliveryListAnswer> {
  return { data: rows.map(toDeliveryWire), pagination: { nextCursor: next === null ? null : String(next) } };
}

export function toFailedDeliveryWire({
  delivery,
  eventType,
  fileId,
  url,
  isEnabled,
  owner,
}: FailedDelivery): z.infer<typeof failedDeliveryAnswer> {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    type: eventType ?? testEventType,
    fileId,
    host: new URL(url).host,
    owner,
    enabled: isEnabled,
    status: delivery.status,
    attempts: delivery.attempts.length,
    lastError: last?.error ?? null,
    lastStatusCode: last?.statusCode ?? null,
    lastAttemptAt: last?.at ?? null,
  };
}

export function toFailedDeliveryListWire({
  rows,
  next,
}: {
  rows: readonly FailedDelivery[];
  next: number | null;
}): z.infer<typeof failedDeliveryListAnswer> {
  return { data: rows.map(toFailedDeliveryWire), pagination: { nextCursor: next === null ? null : String(next) } };
}

export function toFileDeliveryListWire({
  rows,
  next,
}: {
  rows: readonly FileDeliveryRow[];
  next: number | null;
}): z.infer<typeof fileDeliveryListAnswer> {
  return {
    data: rows.map(({ endpoint, ...row }) => ({
      ...toDeliveryWire(row),
      webhook: { id: endpoint.id, url: endpoint.url, fileId: endpoint.fileId, enabled: endpoint.disabledAt === null },
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}

/** The event of `POST /webhooks/{id}/test`. It does not belong to a file. */
const testEventType = "webhook.test";

export function testBody({ endpointId, createdAt }: Pick<WebhookDelivery, "endpointId" | "createdAt">): object {
  return { type: testEventType, timestamp: createdAt.toISOString(), data: { webhookId: endpointId } };
}
