import type pg from "pg";
import { accountStatements, type FillStatement } from "./accounts";
import { documentStatements } from "./documents";
import { templateStatements } from "./templates";

const batch = 25_000;
const watched = [
  "files",
  "sign_requests",
  "file_segments",
  "attachments",
  "elements",
  "template_documents",
  "template_versions",
  "bulk_rows",
];

/** Throws when the database already has documents: rows of a real instance must not mix with rows without bytes. */
export async function fillDatabase(client: pg.Client, documents: number, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query("select 1 from files limit 1");
  if (rows.length > 0) throw new Error("The database has documents already; give an empty one.");
  await client.query(
    "set synchronous_commit = off; set work_mem = '64MB'; set maintenance_work_mem = '512MB'; set jit = off",
  );
  const startedAt = Date.now();
  // Triggers are disabled, and tallies and search text built once at the end: row by row they would take as long as
  // everything else.
  for (const table of watched) await client.query(`alter table ${table} disable trigger user`);
  for (const { sql } of accountStatements) await client.query(sql, sql.includes("$1") ? [documents] : []);
  for (let first = 1; first <= documents; first += batch) {
    const values = [first, Math.min(first + batch - 1, documents), documents];
    await client.query("begin");
    for (const { sql } of [...documentStatements, ...templateStatements, ...trailStatements, ...workStatements])
      await client.query(sql, values.slice(0, sql.includes("$3") ? 3 : 2));
    await client.query("commit");
    // Without table statistics, Postgres joined each batch with all envelopes so far.
    if (first === 1) await client.query("analyze");
    say(`${values[1]} of ${documents} documents, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  for (const table of watched) await client.query(`alter table ${table} enable trigger user`);
  // One statement each: beside a function that returns rows, the others would run once for each row.
  for (const rebuild of ["rebuild_list_tallies", "rebuild_file_search", "correct_storage_tallies"])
    await client.query(`select * from ${rebuild}()`);
  await client.query("vacuum analyze");
  say(`filled and analysed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

/**
 * Done jobs are deleted after 30 days, so only the newest documents have any. Every open document has its expiry job.
 */
export const workStatements: readonly FillStatement[] = [
  {
    name: "done jobs",
    sql: `insert into outbox_jobs (kind, payload, dedupe_key, run_at, attempts, done_at, created_at)
    select kinds.kind, jsonb_build_object('fileId', f.id), kinds.kind || '-' || f.id, f.created_at, 1, f.created_at + interval '10 seconds', f.created_at
    from files f, (values ('notification'), ('compareReaders'), ('finish'), ('evidence')) kinds (kind)
    where f.id between $1::int and $2::int and f.created_at > now() - interval '30 days'`,
  },
  {
    name: "the ends of open documents",
    sql: `insert into outbox_jobs (kind, payload, dedupe_key, run_at, created_at)
    select 'expire', jsonb_build_object('fileId', id), 'expire-' || id, expires_at, created_at
    from files where id between $1::int and $2::int and status in ('able_to_sign', 'partially_signed')`,
  },
  {
    name: "failed and waiting e-mails, one of 2,000 documents",
    sql: `insert into outbox_jobs (kind, payload, run_at, attempts, last_error, dead_at, created_at)
    select 'notification', jsonb_build_object('fileId', id, 'template', 'invitation'), now() + interval '1 hour', 5, 'the mail server refused it', case when id % 4000 = 0 then now() end, created_at
    from files where id between $1::int and $2::int and id % 2000 = 0`,
  },
  {
    name: "codes of the newest signatures",
    sql: `insert into challenges (sign_request_id, preparation, channel, code_hmac, created_at, expires_at, consumed_at)
    select s.id, 1, 'email', s.link_hash, s.created_at, s.created_at + interval '10 minutes', s.signed_at
    from sign_requests s where s.file_id between $1::int and $2::int and s.signed_at > now() - interval '90 days'`,
  },
];

const hash = (text: string): string => `sha256(convert_to(${text}, 'UTF8'))`;
const salted = (text: string): string => `'sha256:' || encode(${hash(text)}, 'hex')`;
/** The ten events of a completed document; other documents have the first ones. */
const types =
  "array['file.created', 'signer.added', 'signer.added', 'file.released', 'mail.queued', 'mail.sent', 'document.viewed', 'signed', 'signed', 'file.completed']";
const eventCount = "case f.status when 'signed' then 10 when 'draft' then 3 else 6 end";
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

export const trailStatements: readonly FillStatement[] = [
  {
    name: "who acted: the requester, and in documents that went on a signer",
    sql: `insert into audit_callers (file_id, n, actor, net)
    select f.id, n, jsonb_build_object('kind', 'account', 'accountId', f.requester_id, 'proof', 'session', 'email', ${salted("'actor' || f.id || n")}),
      jsonb_build_object('address', ${salted("'address' || f.id || n")}, 'userAgent', ${salted("'agent' || f.id || n")})
    from files f, generate_series(0, case f.status when 'signed' then 2 else 0 end) n where f.id between $1::int and $2::int`,
  },
  {
    name: "audit events",
    sql: `insert into audit_events (file_id, seq, v, type, at, caller, request, doc, data, hash)
    select f.id, seq, 1, (${types})[seq + 1], f.created_at + interval '1 minute' * seq, greatest(0, seq - 6) % 3, substr(md5('request' || f.id || seq / 3), 1, 26),
      case when seq in (0, 3, 7, 8, 9) then jsonb_build_object('sha256', f.sha256, 'size', f.size, 'revision', seq / 3) end,
      case when seq in (1, 2, 4, 5, 6, 7, 8) then jsonb_build_object('signRequestId', f.id * 2 - seq % 2, 'template', 'invitation', 'channel', 'email') end,
      ${hash("'event' || f.id || '-' || seq")}
    from files f, generate_series(0, ${eventCount} - 1) seq where f.id between $1::int and $2::int`,
  },
  {
    name: "personal values of who acted",
    sql: `insert into audit_personal_values (file_id, caller, path, salt, value)
    select c.file_id, c.n, path, decode(md5(path || c.file_id || c.n), 'hex'), value
    from audit_callers c, (values ('actor.email', 'requester@scale.example'), ('net.address', '203.0.113.77'), ('net.userAgent', '${userAgent}')) noted (path, value)
    where c.file_id between $1::int and $2::int`,
  },
  {
    name: "events of the integrators' log",
    sql: `insert into events (public_id, account_id, position, file_id, sequence, type, at, status, sha256, name, origin)
    select md5('event' || f.id || '-' || sequence)::uuid, f.requester_id,
      coalesce((select position from event_counters where account_id = f.requester_id), 0) + row_number() over (partition by f.requester_id order by f.id, sequence), f.id, sequence,
      (array['file.created', 'file.released', 'sign_request.notified', 'sign_request.signed', 'file.signed'])[sequence], f.created_at + interval '1 minute' * sequence,
      1, decode(f.sha256, 'hex'), f.name, 'https://sign.scale.example'
    from files f, generate_series(1, case f.status when 'signed' then 5 when 'draft' then 1 else 3 end) sequence where f.id between $1::int and $2::int`,
  },
  {
    name: "the counters of the log",
    sql: `insert into event_counters (account_id, position)
    select e.account_id, max(e.position) from events e where e.file_id between $1::int and $2::int group by e.account_id
    on conflict (account_id) do update set position = excluded.position`,
  },
];
