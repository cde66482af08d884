import { and, desc, eq, lt } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints, type WebhookDelivery } from "@/db/schema/webhooks";
import { events } from "@/db/views";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

export interface FailedDelivery {
  delivery: WebhookDelivery;
  /** Null for a test. */
  eventType: string | null;
  fileId: number | null;
  url: string;
  isEnabled: boolean;
  owner: { id: number; displayName: string };
}

const standardLength = 50;

/** Failed deliveries of all accounts' webhooks, newest first. `next` is the cursor of the next page. Throws `forbidden`. */
export async function listFailedDeliveries(
  ctx: Ctx,
  actor: Actor,
  { cursor, length = standardLength }: { cursor?: number | undefined; length?: number | undefined },
): Promise<{ rows: FailedDelivery[]; next: number | null }> {
  assertAdmin(actor);
  const rows = await select(ctx)
    .where(
      and(eq(webhookDeliveries.status, "failed"), cursor === undefined ? undefined : lt(webhookDeliveries.id, cursor)),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(length + 1);
  const page = rows.slice(0, length).map(toFailed);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.delivery.id ?? null) : null };
}

/** One delivery of any account's webhook. Throws `forbidden`, `not_found`. */
export async function getAnyDelivery(ctx: Ctx, actor: Actor, id: number): Promise<FailedDelivery> {
  assertAdmin(actor);
  const [row] = await select(ctx).where(eq(webhookDeliveries.id, id));
  if (!row) throw new DomainError("not_found");
  return toFailed(row);
}

function select(ctx: Ctx) {
  return ctx.db
    .select({
      delivery: webhookDeliveries,
      eventType: events.type,
      fileId: events.fileId,
      url: webhookEndpoints.url,
      disabledAt: webhookEndpoints.disabledAt,
      ownerId: accounts.id,
      displayName: accounts.displayName,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
    .leftJoin(events, eq(events.id, webhookDeliveries.eventId))
    .$dynamic();
}

function toFailed({
  ownerId,
  displayName,
  disabledAt,
  ...row
}: Awaited<ReturnType<typeof select>>[number]): FailedDelivery {
  return { ...row, isEnabled: disabledAt === null, owner: { id: ownerId, displayName } };
}
