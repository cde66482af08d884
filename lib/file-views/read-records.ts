import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "@/lib/context";
import type { FileRecord } from "./record";

export interface RecordPage {
  total: number;
  now: Date;
  files: FileRecord[];
}

export interface Slice {
  order: SQL;
  limit: number;
  offset: number;
}

interface Row extends Record<string, unknown> {
  total: number;
  now: string | Date;
  files: FileRecord[];
}

/**
 * The files that `condition` (over the table alias `f`) chooses, whole, in one round trip however many they are: a list of
 * files with one query each for signers and elements would spend its time on the way to the database.
 */
export async function readRecords(ctx: Ctx, condition: SQL, slice: Slice): Promise<RecordPage> {
  const result = await ctx.db.execute<Row>(sql`
    with chosen as materialized (select f.id, f.name, f.status, f.created_at from files f where ${condition}),
    page as (select f.id, row_number() over (order by ${slice.order}) as place from chosen f order by ${slice.order} limit ${slice.limit} offset ${slice.offset})
    select (select count(*)::int from chosen) as total, clock_timestamp() as now,
      coalesce((select json_agg(${fileJson} order by page.place)
        from page join files f on f.id = page.id join accounts r on r.id = f.requester_id), '[]'::json) as files`);
  const row = result.rows[0];
  if (!row) throw new Error("the list answered nothing");
  return { total: row.total, now: new Date(row.now), files: row.files };
}

const elementsJson = sql.raw(`coalesce((select json_agg(json_build_object(
  'id', e.id, 'type', e.type, 'page', e.page, 'pageHeightPt', (f.pages -> (e.page - 1) ->> 'heightPt')::float8,
  'leftPt', e.left_pt, 'topPt', e.top_pt, 'widthPt', e.width_pt, 'heightPt', e.height_pt,
  'required', e.required, 'label', e.label, 'value', e.value) order by e.id)
  from elements e where e.sign_request_id = s.id), '[]'::json)`);

const signersJson = sql`coalesce((select json_agg(json_build_object(
  'id', s.id, 'email', s.email, 'givenName', s.display_name, 'accountName', a.display_name, 'description', s.description, 'phone', s.phone,
  'status', s.status, 'signingOrder', s.signing_order, 'signMethod', s.sign_method, 'identifyMethods', s.identify_methods,
  'createdAt', s.created_at, 'toldAt', s.told_at, 'signedAt', s.signed_at, 'signature', s.signature, 'elements', ${elementsJson}
  ) order by s.signing_order, s.id)
  from sign_requests s left join accounts a on a.email = s.email where s.file_id = f.id and s.removed_at is null), '[]'::json)`;

const fileJson = sql`json_build_object(
  'id', f.id, 'uuid', f.uuid, 'name', f.name, 'status', f.status, 'pageCount', jsonb_array_length(f.pages),
  'repaired', f.repaired, 'alreadySigned', f.already_signed, 'removed', f.removed, 'size', f.size, 'sha256', f.sha256,
  'originalSha256', f.original_sha256, 'createdAt', f.created_at, 'releasedAt', f.released_at, 'completedAt', f.completed_at,
  'expiresAt', f.expires_at, 'requester', json_build_object('id', r.id, 'email', r.email, 'displayName', r.display_name),
  'signers', ${signersJson})`;
