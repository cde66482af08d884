import { sql, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import {
  eventCounters,
  storedEvents,
  webhookDeliveries,
  webhookEndpoints,
  type WebhookEventType,
} from "@/db/schema/webhooks";
import { atEnd, type Ctx } from "@/lib/context/context";

/**
 * A row of `audit_events`. As in all rows here, bytes are hexadecimal and times ISO 8601, because they are sent as
 * JSON.
 */
interface EventRow {
  fileId: number;
  seq: number;
  v: number;
  type: string;
  at: string;
  caller: number;
  request: string | null;
  auth: Record<string, unknown> | null;
  doc: Record<string, unknown> | null;
  data: Record<string, unknown> | null;
  hash: string;
}

interface CallerRow {
  fileId: number;
  n: number;
  actor: Record<string, unknown>;
  net: Record<string, unknown>;
}

/** A personal value of an event or of a caller. */
interface PersonalRow {
  fileId: number;
  seq: number | null;
  caller: number | null;
  path: string;
  salt: string;
  value: string;
}

export interface JobRow {
  kind: string;
  payload: Record<string, unknown>;
  sealed: string | null;
  dedupeKey: string | null;
  runAt: string | null;
  takesTurns: boolean;
  /** The subject of the job. Turns are taken by the account that owns it. */
  fileId: number | null;
  bulkSendId: number | null;
  /** The record of the e-mail that the job sends. Only written together with the job. */
  mail: {
    fileId: number;
    signRequestId: number | null;
    accountId: number | null;
    template: string;
    reference: string;
  } | null;
}

/** The records of one transaction, in addition to its state changes. */
interface Records {
  events: EventRow[];
  callers: CallerRow[];
  personal: PersonalRow[];
  jobs: JobRow[];
  /** Keys of jobs that the transaction has done itself, unless a worker has already started them. */
  done: string[];
  /** Events for integrators. They lock their account's counter, so they are written only at the end. */
  outward: OutwardRow[];
}

/** The delay between an account's queued jobs while the previous one is pending. */
const turnSeconds = 10;

const pendingName = "records";

/**
 * Writes these rows with all others of the current transaction at its end, in one statement, or at once outside of one.
 * A use case that reads audit events or jobs in the same transaction calls `writeRecords` first.
 */
export async function record(ctx: Ctx, rows: Partial<Records>): Promise<void> {
  const pending = ctx.held?.get(pendingName) as Records | undefined;
  const all = pending ?? { events: [], callers: [], personal: [], jobs: [], done: [], outward: [] };
  all.events.push(...(rows.events ?? []));
  all.callers.push(...(rows.callers ?? []));
  all.personal.push(...(rows.personal ?? []));
  for (const job of rows.jobs ?? []) if (!isKnown(job, all.jobs)) all.jobs.push(job);
  all.done.push(...(rows.done ?? []));
  all.outward.push(...(rows.outward ?? []));
  if (pending) return;
  ctx.held?.set(pendingName, all);
  await atEnd(ctx, async () => {
    if (ctx.held?.get(pendingName) === all) ctx.held.delete(pendingName);
    await writeAll(ctx, all, all.outward.splice(0));
  });
}

function isKnown({ dedupeKey }: JobRow, jobs: readonly JobRow[]): boolean {
  return dedupeKey !== null && jobs.some((job) => job.dedupeKey === dedupeKey);
}

/** Writes everything recorded so far in the current transaction, except for events for integrators. */
export async function writeRecords(ctx: Ctx): Promise<void> {
  const pending = ctx.held?.get(pendingName) as Records | undefined;
  if (pending) await writeAll(ctx, pending);
}

/**
 * The statements differ only in the tables that they write, regardless of the number of rows, so Postgres plans each
 * one once per connection.
 */
async function writeAll(ctx: Ctx, all: Records, outward: readonly OutwardRow[] = []): Promise<void> {
  // Removed from the list, so that rows written before the end are not written again there.
  const events = all.events.splice(0);
  const callers = all.callers.splice(0);
  const personal = all.personal.splice(0);
  const jobs = all.jobs.splice(0);
  const done = all.done.splice(0);
  const parts = [
    ...(callers.length > 0 ? [sql`caller as (${insertCallers(callers)})`] : []),
    ...(personal.length > 0 ? [sql`personal as (${insertPersonal(personal)})`] : []),
    ...(jobs.length > 0 ? jobParts(jobs) : []),
    ...(done.length > 0 ? [sql`done as (${endJobs(done)})`] : []),
    ...(events.length > 0 ? [sql`event as (${insertEvents(events)})`] : []),
    ...(outward.length > 0 ? outwardParts(outward, ctx.publicUrl, jobs.length > 0 ? "job" : null) : []),
  ];
  if (parts.length === 0) return;
  // A job may wait for another transaction that queues the same one. That wait must come before the lock of the
  // counter.
  const result = outward.length > 0 ? sql`select id from delivery` : sql`select`;
  const { rowCount } = await ctx.db.execute(sql`with ${sql.join(parts, sql`, `)} ${result}`);
  if (outward.length > 0 && rowCount) ctx.noteDelivery?.();
}

function asJson(rows: readonly unknown[]): SQL {
  return sql`${JSON.stringify(rows)}::jsonb`;
}

function insertEvents(rows: readonly EventRow[]): SQL {
  return sql`insert into audit_events (file_id, seq, v, type, at, caller, request, auth, doc, data, hash)
    select "fileId", seq, v, type, at, caller, request, auth, doc, data, decode(hash, 'hex')
    from jsonb_to_recordset(${asJson(rows)}) as row ("fileId" int, seq int, v int, type text, at timestamptz, caller smallint, request text,
      auth jsonb, doc jsonb, data jsonb, hash text)`;
}

function insertCallers(rows: readonly CallerRow[]): SQL {
  return sql`insert into audit_callers (file_id, n, actor, net) select "fileId", n, actor, net
    from jsonb_to_recordset(${asJson(rows)}) as row ("fileId" int, n smallint, actor jsonb, net jsonb)`;
}

function insertPersonal(values: readonly PersonalRow[]): SQL {
  // As a separate parameter the value would be sent as UTF-8, which replaces lone surrogates. In JSON, Postgres refuses
  // them.
  const rows = values.map((row) => ({ ...row, value: Buffer.from(row.value).toString() }));
  return sql`insert into audit_personal_values (file_id, seq, caller, path, salt, value)
    select "fileId", seq, caller, path, decode(salt, 'hex'), value
    from jsonb_to_recordset(${asJson(rows)}) as row ("fileId" int, seq int, caller smallint, path text, salt text, value text)`;
}

function endJobs(keys: readonly string[]): SQL {
  return sql`update outbox_jobs set done_at = now(), sealed = null
    where dedupe_key = any(${sql.param(keys)}::text[]) and done_at is null and dead_at is null and leased_by is null`;
}

/** Inserts a job at once. Returns its id, or null if its key was enqueued before. */
export async function insertJob(ctx: Ctx, row: JobRow): Promise<number | null> {
  const { rows } = await ctx.db.execute<{ id: number | string }>(
    sql`with ${sql.join(jobParts([row]), sql`, `)} select id from job`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/**
 * Jobs of one kind and account are scheduled after the waiting ones, and after each other. A key that was enqueued
 * before adds neither a job nor an e-mail record.
 */
function jobParts(jobs: readonly JobRow[]): SQL[] {
  const rows = asJson(jobs.map((job, n) => ({ ...job, n })));
  const owner = sql`coalesce(file.requester_id, send.owner_id)`;
  const wanted = sql`select row.*, ${owner} as owner, coalesce(row."runAt", date_trunc('milliseconds', now())) as soonest,
      count(*) over (partition by row.kind, ${owner} order by row.n) - 1 as earlier
    from jsonb_to_recordset(${rows}) as row (n int, kind text, payload jsonb, sealed text, "dedupeKey" text, "runAt" timestamptz,
      "takesTurns" boolean, "fileId" int, "bulkSendId" int, mail jsonb)
    left join files file on row."takesTurns" and file.id = row."fileId"
    left join bulk_sends send on row."takesTurns" and send.id = row."bulkSendId"`;
  const job = sql`insert into outbox_jobs (kind, payload, sealed, dedupe_key, run_at, owner, turn)
    select kind, payload, decode(sealed, 'hex'), "dedupeKey", soonest, owner,
      case when owner is null then soonest else greatest(soonest, (
        select max(theirs.turn) + make_interval(secs => ${turnSeconds}) from outbox_jobs theirs
        where theirs.owner = wanted.owner and theirs.kind = wanted.kind and theirs.run_at <= now() and theirs.done_at is null and theirs.dead_at is null
      )) + earlier * make_interval(secs => ${turnSeconds}) end
    from wanted order by n on conflict (dedupe_key) do nothing returning id, dedupe_key`;
  const mail = sql`insert into mail_messages (job_id, file_id, sign_request_id, account_id, template, reference)
    select job.id, mail."fileId", mail."signRequestId", mail."accountId", mail.template, mail.reference
    from job join wanted on wanted."dedupeKey" = job.dedupe_key,
      jsonb_to_record(wanted.mail) as mail ("fileId" int, "signRequestId" int, "accountId" int, template text, reference text)
    where jsonb_typeof(wanted.mail) = 'object' order by job.id`;
  return [
    sql`wanted as materialized (${wanted})`,
    sql`job as (${job})`,
    ...(jobs.some((one) => one.mail !== null) ? [sql`mail as (${mail})`] : []),
  ];
}

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

/** Whether the account `owner` gets events. One that may no longer request signatures could not turn them off. */
export const getsEventsSql: SQL = sql.raw("owner.role <> 'signer'");

/** Whether the endpoint `endpoint` gets events of this type of its account or document. */
export function subscribedSql(type: SQL): SQL {
  return sql`endpoint.disabled_at is null and (endpoint.events is null or endpoint.events ? ${type})
      and exists (select 1 from ${accounts} owner where owner.id = endpoint.account_id and ${getsEventsSql})`;
}

/**
 * The parts of a statement that write these events and their deliveries. `delivery` returns the latter. Counters are
 * locked in the order of the accounts, and after the statement's part `after`.
 */
function outwardParts(rows: readonly OutwardRow[], origin: string, after: string | null): SQL[] {
  const list = <Value>(of: (row: OutwardRow) => Value): SQL => sql`${sql.param(rows.map(of))}`;
  const happened = sql`select event.* from unnest(${list(({ uuid }) => uuid)}::uuid[], ${list(({ accountId }) => accountId)}::int[],
      ${list(({ fileId }) => fileId)}::int[], ${list(({ type }) => type)}::text[], ${list(({ at }) => at)}::timestamptz[],
      ${list(({ status }) => status)}::smallint[], ${list(({ signRequestId }) => signRequestId)}::int[], ${list(({ sha256 }) => sha256)}::text[],
      ${list(({ name }) => name)}::text[])
    with ordinality as event (uuid, account_id, file_id, type, at, status, sign_request_id, sha256, name, n)`;
  // Reading from the previous part makes Postgres run it first.
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
    where ${subscribedSql(sql`outward.type`)}
    order by outward.id returning id`;
  return [
    sql`happened as materialized (${happened})`,
    sql`place as (${place})`,
    sql`outward as (${outward})`,
    sql`delivery as (${delivery})`,
  ];
}
