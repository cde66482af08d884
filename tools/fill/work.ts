import type { FillStatement } from "./fill-statement";

/** Done work is kept for 30 days, so only the newest documents have any; every open document has the job that looks for its end. */
export const workStatements: readonly FillStatement[] = [
  {
    name: "done jobs",
    sql: `insert into outbox_jobs (kind, payload, dedupe_key, run_at, attempts, done_at, created_at)
    select kind, jsonb_build_object('fileId', f.id), kind || '-' || f.id, f.created_at, 1, f.created_at + interval '10 seconds', f.created_at
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
    name: "given up and waiting mails, one of 2,000 documents",
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
