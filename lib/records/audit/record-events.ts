import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { File } from "@/db/schema/files";
import type { Template } from "@/db/schema/templates";
import {
  eventCounters,
  storedEvents,
  webhookDeliveries,
  webhookEndpoints,
  type BulkEventData,
  type TemplateEventData,
  type TemplateEventType,
  type WebhookEventType,
} from "@/db/schema/webhooks";
import { atEnd, type Ctx } from "@/lib/context/context";
import { statusNumbers } from "@/lib/records/events/status";
import { record, subscribedSql, type OutwardRow } from "@/lib/records/write-at-end";
import type { AuditEventType, NewAuditEvent } from "./events";

type EventFile = Pick<File, "id" | "uuid" | "name" | "status" | "sha256" | "requesterId">;

/**
 * Queues the integrator events of an audit event for the requester's log, with a delivery for every subscribed
 * endpoint. They are written at the end of the change's transaction, because the account's counter is locked from then
 * until the commit, and all other changes of the account wait for it. The caller holds the file's row lock. The counter
 * is always locked after it.
 */
export async function recordEvents(
  ctx: Ctx,
  file: EventFile,
  audit: Pick<NewAuditEvent, "type" | "data">,
  at: Date,
): Promise<void> {
  const outward = outwardEvents(audit).map(({ type, signRequestId }): OutwardRow => ({
    uuid: randomUUID(),
    accountId: file.requesterId,
    fileId: file.id,
    type,
    at: at.toISOString(),
    // The status at the time of the event.
    status: statusNumbers[file.status],
    signRequestId,
    sha256: file.sha256,
    name: file.name,
  }));
  if (outward.length > 0) await record(ctx, { outward });
}

/** `evt_` and 32 hexadecimal digits: identifies one event, or one test, across all its deliveries. */
export function newEventId(uuid: string = randomUUID()): string {
  return `evt_${uuid.replaceAll("-", "")}`;
}

/** Writes the event about a completed bulk send to its owner's log, as `recordEvents` does for files. */
export function recordBulkEvent(ctx: Ctx, accountId: number, data: BulkEventData): Promise<void> {
  return recordOther(ctx, accountId, "bulk_send.completed", data);
}

/** Locks the account's counter of events until the commit, as an event does. No other lock may be taken after it. */
export async function lockEventCounter({ db }: Pick<Ctx, "db">, accountId: number): Promise<void> {
  await db.execute(sql`select from ${eventCounters} where account_id = ${accountId} for no key update`);
}

/** Records an event of a template. */
export function recordTemplateEvent(
  ctx: Ctx,
  { ownerId, id, version, name }: Pick<Template, "ownerId" | "id" | "version" | "name">,
  type: TemplateEventType,
): Promise<void> {
  const data: TemplateEventData = { templateId: id, version, name, url: `${ctx.publicUrl}/templates/${id}` };
  return recordOther(ctx, ownerId, type, data);
}

/**
 * An event without a file. At the end of the transaction, because locks are taken in the order account, counter of
 * events.
 */
function recordOther(
  ctx: Ctx,
  accountId: number,
  type: WebhookEventType,
  data: BulkEventData | TemplateEventData,
): Promise<void> {
  return atEnd(ctx, async () => {
    const uuid = randomUUID();
    const { rowCount } = await ctx.db.execute(sql`
    with place as (
      insert into ${eventCounters} (account_id, position) values (${accountId}, 1)
      on conflict (account_id) do update set position = event_counters.position + 1 returning position
    ), event as (
      insert into ${storedEvents} (public_id, account_id, position, type, at, data)
      select ${uuid}::uuid, ${accountId}::int, place.position, ${type}, date_trunc('milliseconds', now()), ${JSON.stringify(data)}::jsonb
      from place returning id
    )
    insert into ${webhookDeliveries} (endpoint_id, event_id, public_id)
    select endpoint.id, event.id, ${newEventId(uuid)} from event, ${webhookEndpoints} endpoint
    where endpoint.account_id = ${accountId} and endpoint.file_id is null and ${subscribedSql(sql`${type}`)}`);
    if (rowCount) ctx.noteDelivery?.();
  });
}

/** An event for integrators, derived from an audit event. */
interface OutwardEvent {
  type: WebhookEventType;
  signRequestId: number | null;
}

type OutwardEventMaker = (data: NonNullable<NewAuditEvent["data"]>) => OutwardEvent[];

const ofFile =
  (type: WebhookEventType): OutwardEventMaker =>
  () => [{ type, signRequestId: null }];
const ofSigner =
  (type: WebhookEventType): OutwardEventMaker =>
  (data) => [{ type, signRequestId: Number(data.signRequestId) }];

/** For an e-mail to a signer. E-mails to the requester have no integrator event. */
const ofMailTo =
  (type: WebhookEventType): OutwardEventMaker =>
  (data) =>
    typeof data.signRequestId === "number" && data.accountId === null ? ofSigner(type)(data) : [];

const asksToSign = new Set<unknown>(["invitation", "reminder", "deadline"]);

/** `file.signed` is sent when the sealed document is ready, not when the last signer signs. */
const outward: { [type in AuditEventType]?: OutwardEventMaker } = {
  "file.created": ofFile("file.created"),
  "file.released": ofFile("file.released"),
  "file.completed": ofFile("file.signed"),
  "file.cancelled": ofFile("file.cancelled"),
  "file.expired": ofFile("file.expired"),
  "file.deleted": ofFile("file.deleted"),
  "mail.queued": (data) => {
    if (data.template === "deadline" && data.signRequestId === null) return ofFile("file.expiring")(data);
    return asksToSign.has(data.template) ? ofSigner("sign_request.notified")(data) : [];
  },
  "mail.bounced": ofMailTo("sign_request.bounced"),
  "mail.complained": ofMailTo("sign_request.complained"),
  "signer.replaced": ofSigner("sign_request.replaced"),
  "signer.delegated": ofSigner("sign_request.replaced"),
  "document.viewed": ofSigner("sign_request.viewed"),
  signed: ofSigner("sign_request.signed"),
  approved: ofSigner("sign_request.approved"),
  "document.read": ofSigner("sign_request.read"),
  declined: (data) => [...ofSigner("sign_request.declined")(data), ...ofFile("file.declined")(data)],
};

/** The integrator events of an audit event, in order. Most have none. */
export function outwardEvents({ type, data }: Pick<NewAuditEvent, "type" | "data">): OutwardEvent[] {
  return outward[type]?.(data ?? {}) ?? [];
}
