import { busyRequester, type FillStatement } from "./accounts";

const most = 100_000;
const owner = `(select id from accounts where email = '${busyRequester}')`;
const roles = `[{"name": "Tenant", "description": null, "signingOrder": 1, "signMethod": null, "notify": true},
  {"name": "Landlord", "description": null, "signingOrder": 2, "signMethod": null, "notify": true}]`;

/** One template per document, up to 100,000, all owned by the busy requester. Their bytes are not stored. */
export const templateStatements: readonly FillStatement[] = [
  {
    name: "templates",
    sql: `insert into templates (owner_id, name, uses, created_at, updated_at)
    select ${owner}, 'Template ' || n, n % 40, now() - interval '1 minute' * n, now() - interval '1 minute' * n
    from generate_series($1::int, least($2::int, ${most})) n`,
  },
  {
    name: "their documents",
    sql: `insert into template_documents (template_id, uuid, pages, size, sha256, original_size, original_sha256, segments)
    select id, md5('template' || id)::uuid, '[{"width": 595, "height": 842}, {"width": 595, "height": 842}]', 52000, encode(sha256(convert_to('template' || id, 'UTF8')), 'hex'),
      52000, encode(sha256(convert_to('template' || id, 'UTF8')), 'hex'), '[]'
    from templates where id between $1::int and least($2::int, ${most})`,
  },
  {
    name: "their versions, with twenty fields each",
    sql: `insert into template_versions (template_id, number, document_id, name, roles, fields)
    select t.id, 1, d.id, t.name, '${roles}', fields.list
    from templates t join template_documents d on d.template_id = t.id, (
      select jsonb_agg(jsonb_build_object('name', 'field ' || n, 'role', 'Tenant', 'type', 'text', 'page', 1, 'topPt', n * 20, 'leftPt', 40,
        'widthPt', 200, 'heightPt', 16, 'required', true, 'label', null, 'value', null, 'fontSizePt', null, 'alignment', null, 'dateFormat', null)) as list
      from generate_series(1, 20) n
    ) fields
    where t.id between $1::int and least($2::int, ${most})`,
  },
];
