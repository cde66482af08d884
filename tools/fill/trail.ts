import type { FillStatement } from "./fill-statement";

const hash = (text: string): string => `sha256(convert_to(${text}, 'UTF8'))`;
const salted = (text: string): string => `'sha256:' || encode(${hash(text)}, 'hex')`;
/** Ten events of a completed document; others have the first ones. */
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
