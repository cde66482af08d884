import type { FillStatement } from "./fill-database";

const salted = (text: string): string => `'sha256:' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
/** Ten events of a completed document; others have the first ones. */
const types = "array['file.created', 'signer.added', 'signer.added', 'file.released', 'mail.queued', 'mail.sent', 'document.viewed', 'signed', 'signed', 'file.completed']";
const eventCount = "case f.status when 'signed' then 10 when 'draft' then 3 else 6 end";
const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

export const trailStatements: readonly FillStatement[] = [{
  name: "audit events",
  sql: `insert into audit_events (file_id, seq, v, type, at, actor, auth, net, doc, data, prev, hash)
    select f.id, seq, 1, (${types})[seq + 1], f.created_at + interval '1 minute' * seq,
      jsonb_build_object('kind', 'account', 'accountId', f.requester_id, 'proof', 'session', 'email', ${salted("'actor' || f.id || seq")}), '{}',
      jsonb_build_object('request', md5('request' || f.id || seq / 3)::uuid, 'address', ${salted("'address' || f.id || seq")}, 'userAgent', ${salted("'agent' || f.id || seq")}),
      case when seq in (0, 3, 7, 8, 9) then jsonb_build_object('sha256', f.sha256, 'size', f.size, 'revision', seq / 3) else '{}' end,
      case when seq in (1, 2, 4, 5, 6, 7, 8) then jsonb_build_object('signRequestId', f.id * 2 - seq % 2, 'template', 'invitation', 'channel', 'email') else '{}' end,
      encode(sha256(convert_to('event' || f.id || '-' || seq - 1, 'UTF8')), 'hex'), encode(sha256(convert_to('event' || f.id || '-' || seq, 'UTF8')), 'hex')
    from files f, generate_series(0, ${eventCount} - 1) seq where f.id between $1::int and $2::int`,
}, {
  name: "personal values of the audit events",
  sql: `insert into audit_personal_values (file_id, seq, path, salt, value)
    select f.id, seq, path, md5(path || f.id || seq), value
    from files f, generate_series(0, ${eventCount} - 1) seq, (values ('actor.email', 'requester@scale.example'), ('net.address', '203.0.113.77'), ('net.userAgent', '${userAgent}')) noted (path, value)
    where f.id between $1::int and $2::int`,
}, {
  name: "events of the integrators' log",
  sql: `insert into events (public_id, account_id, position, file_id, sequence, type, at, data)
    select 'evt_' || md5('event' || f.id || '-' || sequence), f.requester_id,
      coalesce((select position from event_counters where account_id = f.requester_id), 0) + row_number() over (partition by f.requester_id order by f.id, sequence), f.id, sequence,
      (array['file.created', 'file.released', 'sign_request.notified', 'sign_request.signed', 'file.signed'])[sequence], f.created_at + interval '1 minute' * sequence,
      jsonb_build_object('fileId', f.id, 'uuid', f.uuid, 'status', 1, 'name', f.name, 'sequence', sequence, 'sha256', f.sha256, 'url', 'https://sign.scale.example/documents/' || f.uuid)
    from files f, generate_series(1, case f.status when 'signed' then 5 when 'draft' then 1 else 3 end) sequence where f.id between $1::int and $2::int`,
}, {
  name: "the counters of the log",
  sql: `insert into event_counters (account_id, position)
    select e.account_id, max(e.position) from events e where e.file_id between $1::int and $2::int group by e.account_id
    on conflict (account_id) do update set position = excluded.position`,
}];
