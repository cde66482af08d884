import { and, desc, eq, lt, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints, type WebhookDelivery, type WebhookEndpoint } from "@/db/schema/webhooks";
import { events, type EventRow } from "@/db/views";
import { assertAdmin, assertMayRequest, mayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { getOwnFile } from "@/lib/documents/access";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { newEventId } from "@/lib/records/audit/record-events";
import { listEvents, type EventPage } from "@/lib/records/events/wire";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";
import { getOwnEndpoint, lockOwnEndpoint } from "./endpoints";

export interface DeliveryRow {
  delivery: WebhookDelivery;
  /** Null for a test. */
  event: EventRow | null;
}

const standardLength = 20;

/**
 * Past and pending deliveries of an endpoint, newest first. `next` is the cursor of the next page. Throws `not_found`,
 * `forbidden`.
 */
export async function listDeliveries(
  ctx: Ctx,
  actor: Actor,
  id: number,
  { cursor, length = standardLength }: { cursor?: number | undefined; length?: number | undefined },
): Promise<{ rows: DeliveryRow[]; next: number | null }> {
  await getOwnEndpoint(ctx, actor, id);
  const before = cursor === undefined ? undefined : lt(webhookDeliveries.id, cursor);
  const rows = await select(ctx)
    .where(and(eq(webhookDeliveries.endpointId, id), before))
    .orderBy(desc(webhookDeliveries.id))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.delivery.id ?? null) : null };
}

/** One delivery of an endpoint. Throws `not_found`, `forbidden`. */
export async function getDelivery(
  ctx: Ctx,
  actor: Actor,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<DeliveryRow> {
  await getOwnEndpoint(ctx, actor, id);
  const [row] = await select(ctx).where(
    and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.id, deliveryId)),
  );
  if (!row) throw new DomainError("not_found");
  return row;
}

function select(ctx: Ctx) {
  return ctx.db
    .select({ delivery: webhookDeliveries, event: events })
    .from(webhookDeliveries)
    .leftJoin(events, eq(webhookDeliveries.eventId, events.id))
    .$dynamic();
}

/** The event log of the caller's own documents. Throws `forbidden`. */
export async function listOwnEvents(
  ctx: Ctx,
  actor: Actor,
  range: { after?: number | undefined; length?: number | undefined },
): Promise<EventPage> {
  return listEvents(ctx, assertMayRequest(actor).account.id, range);
}

export interface FileDeliveryRow {
  delivery: WebhookDelivery;
  event: EventRow;
  endpoint: WebhookEndpoint;
}

/**
 * Past and pending deliveries about one document to its requester's webhooks and its callback, newest first. `next` is
 * the cursor of the next page. Throws `not_found`, `forbidden` to a signer.
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

export interface FailedDelivery {
  delivery: WebhookDelivery;
  /** Null for a test. */
  eventType: string | null;
  fileId: number | null;
  url: string;
  isEnabled: boolean;
  owner: { id: number; displayName: string };
}

const failedLength = 50;

/**
 * Failed deliveries of all accounts' webhooks, newest first. `next` is the cursor of the next page. Throws `forbidden`.
 */
export async function listFailedDeliveries(
  ctx: Ctx,
  actor: Actor,
  { cursor, length = failedLength }: { cursor?: number | undefined; length?: number | undefined },
): Promise<{ rows: FailedDelivery[]; next: number | null }> {
  assertAdmin(actor);
  const rows = await selectOfAll(ctx)
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
  const [row] = await selectOfAll(ctx).where(eq(webhookDeliveries.id, id));
  if (!row) throw new DomainError("not_found");
  return toFailed(row);
}

function selectOfAll(ctx: Ctx) {
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
}: Awaited<ReturnType<typeof selectOfAll>>[number]): FailedDelivery {
  return { ...row, isEnabled: disabledAt === null, owner: { id: ownerId, displayName } };
}

/**
 * Retries a delivery now, with the same `webhook-id` and a new schedule. Earlier attempts stay in its log. Throws
 * `not_found`, `forbidden`, `validation_failed` while the endpoint is disabled.
 */
export async function redeliver(
  ctx: Ctx,
  actor: Actor,
  input: { id: number; deliveryId: number },
): Promise<DeliveryRow> {
  await ctx.tx(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, actor, input.id);
    if (endpoint.disabledAt !== null) throw invalid("", "disabled", "This webhook is disabled; enable it first");
    const again = await tx.db
      .update(webhookDeliveries)
      .set({ status: "pending", tries: 0, nextAttemptAt: sql`now()` })
      .where(and(eq(webhookDeliveries.id, input.deliveryId), eq(webhookDeliveries.endpointId, input.id)))
      .returning({ id: webhookDeliveries.id });
    if (again.length === 0) throw new DomainError("not_found");
    await markDone(tx, { deliveryId: input.deliveryId });
  });
  ctx.noteDelivery?.();
  ctx.wakeOutbox();
  return getDelivery(ctx, actor, input);
}

/**
 * Lets an administrator retry a failed delivery now, with the same `webhook-id` and a new schedule. Throws `forbidden`,
 * `not_found` (also if it has not failed), `validation_failed` while its owner's webhook is disabled, or its owner may
 * not request signatures.
 */
export async function retryFailedDelivery(ctx: Ctx, actor: Actor, id: number): Promise<FailedDelivery> {
  const acting = assertAdmin(actor);
  await ctx.tx(async (tx) => {
    const [found] = await tx.db
      .select({ disabledAt: webhookEndpoints.disabledAt, role: accounts.role })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
      .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, "failed")))
      .for("update", { of: webhookDeliveries });
    if (!found) throw new DomainError("not_found");
    if (found.disabledAt !== null || !mayRequest(found.role))
      throw invalid("", "disabled", "This webhook is disabled; its owner enables it first");
    await tx.db
      .update(webhookDeliveries)
      .set({ status: "pending", tries: 0, nextAttemptAt: sql`now()` })
      .where(eq(webhookDeliveries.id, id));
    await recordAdminActivity(tx, acting, "delivery.retried", { deliveryId: id });
    await markDone(tx, { deliveryId: id });
  });
  ctx.noteDelivery?.();
  ctx.wakeOutbox();
  return getAnyDelivery(ctx, actor, id);
}

/**
 * Sends a `webhook.test` once, also to a disabled endpoint. The outcome does not change the endpoint. Throws
 * `not_found`, `forbidden`, and `validation_failed` for a form callback, because a test is not a signed document.
 */
export async function sendTest(ctx: Ctx, actor: Actor, id: number): Promise<DeliveryRow> {
  const delivery = await ctx.tx(async (tx) => {
    const { format } = await lockOwnEndpoint(tx, actor, id);
    if (format === "multipart")
      throw invalid(
        "",
        "not_testable",
        "This callback is sent the signed document as a form, once, at the end; there is no test of it",
      );
    const [made] = await tx.db.insert(webhookDeliveries).values({ endpointId: id, publicId: newEventId() }).returning();
    if (!made) throw new Error("the test was not stored");
    await markDone(tx, { deliveryId: made.id });
    return made;
  });
  ctx.wakeOutbox();
  return { delivery, event: null };
}
