import type { WebhookDelivery } from "@/db/schema/webhooks";

/** What `POST /webhooks/{id}/test` sends; no event of any file. */
export const testEventType = "webhook.test";

export function testBody({ endpointId, createdAt }: Pick<WebhookDelivery, "endpointId" | "createdAt">): object {
  return { type: testEventType, timestamp: createdAt.toISOString(), data: { webhookId: endpointId } };
}
