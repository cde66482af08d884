import { sql, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import {
  eventCounters,
  storedEvents,
  webhookDeliveries,
  webhookEndpoints,
  type WebhookEventType,
} from "@/db/schema/webhooks";

/** An event about a document in the log of its requester. */
export interface OutwardRow {
  uuid: string;
  accountId: number;
  fileId: number;
  type: WebhookEventType;
  /** ISO 8601. */
  at: string;
  status: number;
  signRequestId: number | null;
  sha256: string;
  name: string;
}

/**
 * The parts of a statement that write these events and their deliveries; `delivery` returns the latter. An account that may no longer request
 * signatures gets none, because it could not end them. Counters are locked in the order of the accounts, and after the statement's part `after`.
 */
export function outwardParts(rows: readonly OutwardRow[], origin: string, after: string | null): SQL[] {
  const list = <Value>(of: (row: OutwardRow) => Value): SQL => sql`${sql.param(rows.map(of))}`;
  const happened = sql`select event.* from unnest(${list(({ uuid }) => uuid)}::uuid[], ${list(({ accountId }) => accountId)}::int[],
      ${list(({ fileId }) => fileId)}::int[], ${list(({ type }) => type)}::text[], ${list(({ at }) => at)}::timestamptz[],
      ${list(({ status }) => status)}::smallint[], ${list(({ signRequestId }) => signRequestId)}::int[], ${list(({ sha256 }) => sha256)}::text[],
      ${list(({ name }) => name)}::text[])
    with ordinality as event (uuid, account_id, file_id, type, at, status, sign_request_id, sha256, name, n)`;
  // Reading from the part before makes Postgres run it first.
  const isAfter = after === null ? sql`true` : sql`(select count(*) from ${sql.identifier(after)}) >= 0`;
  const place = sql`insert into ${eventCounters} (account_id, position)
    select account_id, count(*)::int from happened where ${isAfter} group by account_id order by account_id
    on conflict (account_id) do update set position = event_counters.position + excluded.position
    returning account_id, position`;
  const outward = sql`insert into ${storedEvents} (public_id, account_id, position, file_id, sequence, type, at, status, sign_request_id, sha256, name, origin)
    select uuid, account_id, place.position - count(*) over (partition by account_id) + row_number() over (partition by account_id order by n), file_id,
      coalesce((select max(sequence) from ${storedEvents} earlier where earlier.file_id = happened.file_id), 0)
        + row_number() over (partition by file_id order by n),
      type, at, status, sign_request_id, decode(sha256, 'hex'), name, ${origin}::text
    from happened join place using (account_id) order by account_id, n returning id, public_id, account_id, file_id, type`;
  const delivery = sql`insert into ${webhookDeliveries} (endpoint_id, event_id, public_id)
    select endpoint.id, outward.id, 'evt_' || replace(outward.public_id::text, '-', '')
    from outward join ${webhookEndpoints} endpoint
      on (endpoint.account_id = outward.account_id and endpoint.file_id is null) or endpoint.file_id = outward.file_id
    where exists (select 1 from ${accounts} owner where owner.id = outward.account_id and owner.role <> 'signer')
      and endpoint.disabled_at is null and (endpoint.events is null or endpoint.events ? outward.type)
    order by outward.id returning id`;
  return [
    sql`happened as materialized (${happened})`,
    sql`place as (${place})`,
    sql`outward as (${outward})`,
    sql`delivery as (${delivery})`,
  ];
}
