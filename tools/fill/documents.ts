import { busySigner, otherRequesters, type FillStatement } from "./accounts";

/** The busy requester has account id 1; the other requesters come after the busy signer and the administrator. */
const requesterOf = (n: string): string =>
  `case when ${n} % 10 = 0 then 4 + (${n} / 10) % ${otherRequesters} else 1 end`;
const isBusySigners = (n: string): string => `${n} % 3 = 0`;
/** The same number gives the same text, so that rows of several tables agree. */
const hash = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const words =
  "array['Lease', 'Offer', 'Employment contract', 'Non-disclosure agreement', 'Purchase order', 'Data processing agreement', 'Minutes', 'Power of attorney']";
/**
 * Of a hundred documents, 84 are completed, 8 open, and the others drafts, declined, withdrawn or expired. Open ones
 * are the newest.
 */
const statusOf = `case when n > $3::int - $3::int / 12 then (array['able_to_sign', 'partially_signed'])[1 + n % 2]
  when n % 100 < 3 then 'draft' when n % 100 < 5 then 'declined' when n % 100 = 5 then 'cancelled' when n % 100 < 8 then 'expired' else 'signed' end`;

/** Documents of three years, the oldest first. */
export const documentStatements: readonly FillStatement[] = [
  {
    name: "files",
    sql: `insert into files (id, uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, revision, preparation, created_at, released_at, completed_at, closed_at, expires_at)
    select n, md5('file' || n)::uuid, ${requesterOf("n")}, (${words})[1 + n % 8] || ' ' || n || ' for ' || (array['Miller', 'Okafor', 'García', 'Yılmaz', 'Novák'])[1 + n % 5], status,
      '[{"widthPt": 595, "heightPt": 842, "rotation": 0}, {"widthPt": 595, "heightPt": 842, "rotation": 0}]', 96000, ${hash("'now' || n")}, 52000, ${hash("'upload' || n")},
      case when status = 'signed' then 4 else 1 end, 1, made, case when status = 'draft' then null else made + interval '5 minutes' end,
      case when status = 'signed' then made + interval '2 days' end, case when status in ('declined', 'cancelled', 'expired') then made + interval '3 days' end,
      case when status = 'draft' then null when status in ('able_to_sign', 'partially_signed') then now() + interval '1 day' * (1 + n % 60) else made + interval '30 days' end
    from (select n, ${statusOf} as status, date_trunc('milliseconds', now() - interval '1 second' - interval '3 years' * (($3::int - n)::float8 / $3::int)) as made
      from generate_series($1::int, $2::int) n) drawn`,
  },
  {
    name: "one in a hundred is an envelope",
    sql: "update files set kind = 'envelope' where id between $1::int and $2::int and id % 100 = 50",
  },
  {
    // Ids beyond those of the sequence.
    name: "three files of each envelope",
    sql: `insert into files (id, uuid, requester_id, envelope_id, envelope_position, name, status, pages, size, sha256, original_size, original_sha256, revision, preparation, created_at, released_at, completed_at, closed_at, expires_at)
    select 1000000000 + f.id * 4 + part, md5('part' || f.id || '-' || part)::uuid, f.requester_id, f.id, part, f.name || ', part ' || part, f.status, f.pages, f.size / 3, ${hash("'part' || f.id || '-' || part")},
      f.original_size / 3, ${hash("'partUpload' || f.id || '-' || part")}, f.revision, f.preparation, f.created_at, f.released_at, f.completed_at, f.closed_at, f.expires_at
    from files f, generate_series(1, 3) part where f.id between $1::int and $2::int and f.kind = 'envelope'`,
  },
  {
    name: "the sequence",
    sql: "select setval('files_id_seq', $2::int), $1::int",
  },
  {
    name: "segments: upload, certification, two signatures, seal",
    sql: `insert into file_segments (file_id, role, kind, position, sha256, size, created_at)
    select f.id, 'content', (array['upload', 'certification', 'signature', 'signature', 'seal'])[part + 1], part, ${hash("'part' || part || '-' || f.id")}, 20000, f.created_at
    from files f, generate_series(0, case when f.status = 'signed' then 4 when f.status = 'draft' then 0 else 1 end) part where f.id between $1::int and $2::int and f.kind = 'file'`,
  },
  {
    name: "evidence",
    sql: `insert into evidence_documents (file_id, sha256, size, sealed_head, created_at)
    select id, ${hash("'evidence' || id")}, 80000, ${hash("'head' || id")}, completed_at from files where id between $1::int and $2::int and status = 'signed'`,
  },
  {
    name: "two signers a document",
    sql: `insert into sign_requests (file_id, file_created_at, email, display_name, status, sign_method, identify_methods, link_hash, link_sealed, notified_at, signed_at, closed_at, created_at)
    select f.id, f.created_at, case when place = 1 and ${isBusySigners("f.id")} then '${busySigner}' else 'person' || (f.id * 7 + place * 13) % greatest($3::int / 4, 10) || '@scale.example' end,
      case when f.id % 4 = 0 then null else (array['Ana', 'Bo', 'Carla', 'Dev', 'Emre', 'Filip'])[1 + (f.id + place) % 6] || ' ' || (array['Lopes', 'Meyer', 'Nowak', 'Silva'])[1 + f.id % 4] end,
      case when f.status = 'partially_signed' and place = 1 then 'signed' when f.status in ('able_to_sign', 'partially_signed') then 'pending'
        when f.status = 'declined' and place = 2 then 'cancelled' else f.status end, 'email', '["account"]',
      ${hash("'link' || f.id || '-' || place")}, decode(${hash("'sealed' || f.id || '-' || place")}, 'hex'), f.released_at,
      case when f.status = 'signed' or (f.status = 'partially_signed' and place = 1) then f.created_at + interval '1 day' * place end, f.closed_at, f.created_at
    from files f, (values (1), (2)) places (place) where f.id between $1::int and $2::int`,
  },
  {
    name: "signatures in the files of envelopes",
    sql: `insert into envelope_signatures (file_id, sign_request_id, signature, signed_at)
    select p.id, s.id, '{"subject": "CN=Signer", "issuer": "CN=Fill", "serialNumber": "01", "signedAt": "", "timestamp": null, "level": "B-B", "verdict": "intact", "fieldName": "s"}', s.signed_at
    from files p join sign_requests s on s.file_id = p.envelope_id where p.envelope_id between $1::int and $2::int and s.signed_at is not null`,
  },
  {
    name: "a signature and a date for each signer",
    sql: `insert into elements (file_id, sign_request_id, type, page, left_pt, top_pt, width_pt, height_pt, created_at, updated_at)
    select s.file_id, s.id, type, 2, 60, place, 160, 40, s.created_at, s.created_at
    from sign_requests s, (values ('signature', 600), ('date', 660)) placed (type, place) where s.file_id between $1::int and $2::int`,
  },
];
