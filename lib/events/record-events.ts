import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { File } from "@/db/schema/files";
import { eventCounters, storedEvents, webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import type { NewAuditEvent } from "@/lib/audit/events";
import type { Ctx } from "@/lib/context";
import { outwardEvents, type OutwardEvent } from "./outward-events";
import { statusNumbers } from "./status-numbers";

export type EventFile = Pick<File, "id" | "uuid" | "name" | "status" | "sha256" | "requesterId">;

/**
 * Writes what an audit event means to the outside into the requester's log, and a delivery for every endpoint that wants it, in the
 * transaction of the act; an account that may not ask others to sign any more is told nothing, as it could not end it. The caller holds the file's row lock; the account's counter is locked after it, always in this order.
 */
export async function recordEvents(
  ctx: Ctx,
  file: EventFile,
  audit: Pick<NewAuditEvent, "type" | "data">,
  at: Date,
): Promise<void> {
  for (const event of outwardEvents(audit)) await record(ctx, file, event, at);
}

/** `evt_` and 32 hexadecimal digits: names one event, or one test, over all its deliveries. */
export function newEventId(uuid: string = randomUUID()): string {
  return `evt_${uuid.replaceAll("-", "")}`;
}

/** One statement, because the counter holds back the account's other acts until the commit. */
async function record(ctx: Ctx, file: EventFile, { type, signRequestId }: OutwardEvent, at: Date): Promise<void> {
  const uuid = randomUUID();
  await ctx.db.execute(sql`
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
}
