import { sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { accountCountsSql } from "@/lib/accounts/find";
import type { Ctx } from "@/lib/context/context";
import { isNotifiedSql } from "@/lib/documents/access";
import { plannedSql } from "@/lib/documents/retention";
import { invalid } from "@/lib/platform/errors";
import { recordAt, type FileRecord } from "./record";

export interface RecordPage {
  /** Whether the given account has a signing key. */
  hasSigningKey: boolean;
  files: FileRecord[];
  /** The length of the whole list; null when not counted. */
  total: number | null;
}

/** Selects the files, as SQL with placeholders. */
export interface RecordSelection {
  /** Unique per SQL text: the name of the prepared statement. */
  name: string;
  /** A query of `id` and `place`, the order of the result. Built once per connection pool. */
  toSql: () => SQL;
  /** Counts the rows of all pages; omitted when not needed. */
  totalSql?: () => SQL;
}

/** One file by id. Placeholder: `id`. */
export const byId: RecordSelection = { name: "by-id", toSql: () => one(sql`id = ${sql.placeholder("id")}::int`) };

/** One file by uuid. Placeholder: `uuid`. */
export const byUuid: RecordSelection = {
  name: "by-uuid",
  toSql: () => one(sql`uuid = ${sql.placeholder("uuid")}::uuid`),
};

function one(condition: SQL): SQL {
  return sql`select id, 1 as place from files where ${condition}`;
}

/** Previously selected files of a list, in this order. Placeholder: `ids`. */
export const byIds: RecordSelection = { name: "by-ids", toSql: () => chosenSql(sql`${sql.placeholder("ids")}`) };

/** The query of `byIds` for an array of ids. */
export function chosenSql(ids: SQL): SQL {
  return sql`select id, place from unnest(${ids}::int[]) with ordinality as chosen (id, place)`;
}

/**
 * A page may have as many fields as this many documents at their limit: a response contains each field twice, and is
 * serialised in one go on this thread.
 */
const fullDocumentsPerPage = 10;

interface Prepared {
  execute(
    values: Record<string, unknown>,
  ): Promise<{ now: Date; hasSigningKey: boolean; files: FileRecord[] | null; total: number | null }[]>;
}

const prepared = new WeakMap<Db, Map<string, Prepared>>();

/**
 * Files with their signers and fields, in one round trip and by a statement that each connection plans once. Measured
 * with 1,000 files: separate queries for files, signers and fields, planned each time, cost three times as much.
 * `values` fill the selection's placeholders; `accountId` selects whose signing key is looked up, 0 for none. Throws
 * `validation_failed` if the files together have more fields than ten documents may; a single file is always read.
 */
export async function readRecords(
  ctx: Ctx,
  selection: RecordSelection,
  values: Record<string, unknown> & { accountId: number },
): Promise<RecordPage> {
  const mostFields = fullDocumentsPerPage * ctx.limits.elementsPerFile;
  const [row] = await preparedFor(ctx.db, selection).execute({ ...values, mostFields });
  if (!row) throw new Error("the query returned no row");
  const { now, files, ...page } = row;
  if (files === null)
    throw invalid(
      "/query/length",
      "too_large",
      `The documents of this page have more than ${mostFields} fields together; ask for fewer documents`,
    );
  return { ...page, files: files.map((file) => recordAt(file, now)) };
}

function preparedFor(db: Db, selection: RecordSelection): Prepared {
  const known = prepared.get(db) ?? new Map<string, Prepared>();
  prepared.set(db, known);
  const made = known.get(selection.name) ?? prepare(db, selection);
  known.set(selection.name, made);
  return made;
}

function prepare(db: Db, { name, toSql, totalSql }: RecordSelection): Prepared {
  const files = sql`(with page as materialized (${toSql()})
    select case when (${fieldsOfPage}) <= ${sql.placeholder("mostFields")}::int or (select count(*) from page) = 1 then
    (select coalesce(json_agg(${fileJson} order by page.place), '[]'::json)
    from page join files f on f.id = page.id join accounts r on r.id = f.requester_id) end)`;
  return db
    .select({
      now: sql<Date>`clock_timestamp()`.mapWith((at: string) => new Date(at)),
      hasSigningKey: sql<boolean>`exists (select 1 from account_signing_keys
        where account_id = ${sql.placeholder("accountId")}::int and replaced_at is null and revoked_at is null)`,
      files: sql<FileRecord[] | null>`${files}`,
      total: sql<number | null>`${totalSql?.() ?? sql`null::int`}`,
    })
    .from(sql`(values (1)) as one`)
    .prepare(`files-${name}`);
}

const fieldsOfPage = sql.raw(`(select count(*) from page join elements e on e.file_id = page.id)
  + (select count(*) from page join files p on p.envelope_id = page.id join elements e on e.file_id = p.id)`);

const fieldsJson = sql.raw(`coalesce((select json_agg(json_build_object(
  'id', e.id, 'fileId', e.file_id, 'signRequestId', e.sign_request_id, 'type', e.type, 'page', e.page,
  'pageHeightPt', ((case when e.file_id = f.id then f.pages
      else (select p.pages from files p where p.id = e.file_id) end) -> (e.page - 1) ->> 'heightPt')::float8,
  'leftPt', e.left_pt, 'topPt', e.top_pt, 'widthPt', e.width_pt, 'heightPt', e.height_pt,
  'required', e.required, 'label', e.label, 'value', e.value, 'readOnly', e.read_only, 'fontSizePt', e.font_size_pt,
  'alignment', e.alignment, 'dateFormat', e.date_format, 'colour', e.colour, 'font', e.font, 'group', e.group_name,
  'rules', e.rules, 'help', e.help, 'placeholder', e.placeholder, 'timeZone', e.time_zone, 'showWhen', e.show_when,
  'requireWhen', e.require_when, 'calculate', e.calculate, 'signedValue', e.signed_value) order by e.id)
  from elements e
  where e.file_id = any(case when f.kind = 'envelope' then array(select p.id from files p where p.envelope_id = f.id)
    else array[f.id] end)), '[]'::json)`);

const signersJson = sql.raw(`coalesce((select json_agg(json_build_object(
  'id', s.id, 'email', s.email, 'givenName', s.display_name,
  'accountName', case when ${accountCountsSql("a", "s")} then a.display_name end, 'hasAccount', a.id is not null,
  'description', s.description, 'subject', s.subject, 'phone', s.phone, 'language', s.language,
  'status', s.status, 'role', s.role, 'copyAt', s.copy_at, 'attachmentRequests', s.attachment_requests,
  'signingOrder', s.signing_order, 'signMethod', s.sign_method, 'identifyMethods', s.identify_methods,
  'createdAt', s.created_at, 'isNotified', ${isNotifiedSql("s")}, 'signedAt', s.signed_at, 'closedAt', s.closed_at,
  'signature', case when f.envelope_id is null then s.signature
    else (select g.signature from envelope_signatures g where g.file_id = f.id and g.sign_request_id = s.id) end)
    order by s.signing_order, s.id)
  from sign_requests s left join accounts a on a.email = s.email
  where s.file_id = coalesce(f.envelope_id, f.id) and s.removed_at is null), '[]'::json)`);

const pdfsJson = sql.raw(`case when f.kind = 'envelope' then coalesce((select json_agg(json_build_object(
  'id', p.id, 'uuid', p.uuid, 'name', p.name, 'pageCount', jsonb_array_length(p.pages), 'size', p.size,
  'sha256', p.sha256, 'originalSha256', p.original_sha256,
  'repaired', p.repaired, 'alreadySigned', p.already_signed, 'decrypted', p.decrypted,
  'frozenFields', p.frozen_fields, 'removed', p.removed, 'remaining', p.remaining, 'warnings', p.warnings,
  'readers', p.readers, 'source', p.source,
  'signatures', coalesce((select json_agg(json_build_object('signRequestId', g.sign_request_id, 'signature', g.signature)
      order by g.signed_at, g.id)
    from envelope_signatures g where g.file_id = p.id), '[]'::json)) order by p.envelope_position, p.id)
  from files p where p.envelope_id = f.id), '[]'::json) else '[]'::json end`);

const fileJson = sql`json_build_object(
  'id', f.id, 'uuid', f.uuid, 'kind', f.kind, 'envelope', (select v.uuid from files v where v.id = f.envelope_id),
  'name', f.name, 'status', f.status, 'pageCount', jsonb_array_length(f.pages), 'allowDelegation', f.allow_delegation,
  'signatureOptions', f.signature_options, 'pagesWithoutMark', f.pages_without_mark,
  'repaired', f.repaired, 'alreadySigned', f.already_signed, 'decrypted', f.decrypted,
  'frozenFields', f.frozen_fields, 'removed', f.removed, 'remaining', f.remaining, 'warnings', f.warnings,
  'readers', f.readers, 'size', f.size, 'sha256', f.sha256,
  'originalSha256', f.original_sha256, 'source', f.source, 'createdAt', f.created_at, 'releasedAt', f.released_at,
  'completedAt', f.completed_at,
  'expiresAt', f.expires_at, 'contentDueAt', ${plannedSql}, 'contentDeletedAt', f.content_deleted_at,
  'onHold', f.held_at is not null,
  'requester', json_build_object('id', r.id, 'email', r.email, 'displayName',
    coalesce(f.sender_name, (select v.sender_name from files v where v.id = f.envelope_id), r.display_name)),
  'signers', ${signersJson}, 'fields', ${fieldsJson}, 'pdfs', ${pdfsJson})`;
