import { and, desc, eq, lt } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, type WebhookDelivery, type WebhookEndpoint } from "@/db/schema/webhooks";
import { events, type EventRow } from "@/db/views";
import { getOwnFile } from "@/lib/documents/access";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";

export interface FileDeliveryRow {
  delivery: WebhookDelivery;
  event: EventRow;
  endpoint: WebhookEndpoint;
}

const standardLength = 20;

/**
 * Past and pending deliveries about one document to its requester's webhooks and its callback, newest first. `next` is the cursor of the
 * next page. Throws `not_found`, `forbidden` to a signer.
 */
export async function listFileDeliveries(
  ctx: Ctx,
  actor: Actor,
  { uuid, cursor, length = standardLength }: { uuid: string; cursor?: number | undefined; length?: number | undefined },
): Promise<{ rows: FileDeliveryRow[]; next: number | null }> {
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(uuid) });
  const before = cursor === undefined ? undefined : lt(webhookDeliveries.id, cursor);
  const rows = await ctx.db
    .select({ delivery: webhookDeliveries, event: events, endpoint: webhookEndpoints })
    .from(events)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.eventId, events.id))
    .innerJoin(webhookEndpoints, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .where(and(eq(events.fileId, file.id), before))
    .orderBy(desc(webhookDeliveries.id))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.delivery.id ?? null) : null };
}
