import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { File } from "@/db/schema/files";
import {
  eventCounters,
  storedEvents,
  webhookDeliveries,
  webhookEndpoints,
  type WebhookEventType,
} from "@/db/schema/webhooks";
import type { Ctx } from "@/lib/platform/context";
import type { AuditEventType, NewAuditEvent } from "@/lib/records/audit/events";
import { statusNumbers } from "./status";

type EventFile = Pick<File, "id" | "uuid" | "name" | "status" | "sha256" | "requesterId">;

/**
 * Writes the integrator events of an audit event to the requester's log, with a delivery for every subscribed endpoint, in the transaction
 * of the change. An account that may no longer request signatures gets no deliveries, because it could not end them. The caller holds the
 * file's row lock; the account's counter is locked after it, always in this order.
 */
export async function recordEvents(
  ctx: Ctx,
  file: EventFile,
  audit: Pick<NewAuditEvent, "type" | "data">,
  at: Date,
): Promise<void> {
  for (const event of outwardEvents(audit)) await record(ctx, file, event, at);
}

/** `evt_` and 32 hexadecimal digits: identifies one event, or one test, across all its deliveries. */
export function newEventId(uuid: string = randomUUID()): string {
  return `evt_${uuid.replaceAll("-", "")}`;
}

/** A single statement, because the counter blocks the account's other changes until the commit. */
async function record(ctx: Ctx, file: EventFile, { type, signRequestId }: OutwardEvent, at: Date): Promise<void> {
  const uuid = randomUUID();
  const { rowCount } = await ctx.db.execute(sql`
    with place as (
      insert into ${eventCounters} (account_id, position) values (${file.requesterId}, 1)
      on conflict (account_id) do update set position = event_counters.position + 1 returning position
    ), number as (
      select coalesce(max(sequence), 0) + 1 as sequence from ${storedEvents} where file_id = ${file.id}
    ), event as (
      insert into ${storedEvents} (public_id, account_id, position, file_id, sequence, type, at, status, sign_request_id, sha256, name, origin)
      select ${uuid}::uuid, ${file.requesterId}::int, place.position, ${file.id}::int, number.sequence, ${type}, ${at.toISOString()}::timestamptz,
        ${statusNumbers[file.status]}::smallint, ${signRequestId}::int, decode(${file.sha256}, 'hex'), ${file.name}::text, ${ctx.publicUrl}::text
      from place, number returning id
    )
    insert into ${webhookDeliveries} (endpoint_id, event_id, public_id)
    select endpoint.id, event.id, ${newEventId(uuid)} from event, (
      select id, disabled_at, events from ${webhookEndpoints} where account_id = ${file.requesterId} and file_id is null
      union all select id, disabled_at, events from ${webhookEndpoints} where file_id = ${file.id}
    ) endpoint where exists (select 1 from ${accounts} owner where owner.id = ${file.requesterId} and owner.role <> 'signer')
      and endpoint.disabled_at is null and (endpoint.events is null or endpoint.events ? ${type})`);
  if (rowCount) ctx.noteDelivery?.();
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

/** `file.signed` is sent when the sealed document is ready, not when the last signer signs. */
const outward: { [type in AuditEventType]?: OutwardEventMaker } = {
  "file.created": ofFile("file.created"),
  "file.released": ofFile("file.released"),
  "file.completed": ofFile("file.signed"),
  "file.cancelled": ofFile("file.cancelled"),
  "file.expired": ofFile("file.expired"),
  "file.deleted": ofFile("file.deleted"),
  "mail.queued": (data) =>
    data.template === "invitation" || data.template === "reminder" ? ofSigner("sign_request.notified")(data) : [],
  "document.viewed": ofSigner("sign_request.viewed"),
  signed: ofSigner("sign_request.signed"),
  declined: (data) => [...ofSigner("sign_request.declined")(data), ...ofFile("file.declined")(data)],
};

/** The integrator events of an audit event, in order; most have none. */
export function outwardEvents({ type, data }: Pick<NewAuditEvent, "type" | "data">): OutwardEvent[] {
  return outward[type]?.(data ?? {}) ?? [];
}
