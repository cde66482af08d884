import { sql, type SQL } from "drizzle-orm";
import type { RecordSelection } from "./read-records";
import type { ListQuery } from "./schema";
import { statusNumbers } from "./status-numbers";

/** One file by id. Placeholder: `id`. */
export const byId: RecordSelection = { name: "by-id", page: sql`select id, 1 as place from files where id = ${sql.placeholder("id")}::int`, total: sql`1` };

/** One file by uuid. Placeholder: `uuid`. */
export const byUuid: RecordSelection = { name: "by-uuid", page: sql`select id, 1 as place from files where uuid = ${sql.placeholder("uuid")}::uuid`, total: sql`1` };

/** Values of a list's placeholders. `email` is null for an account whose address is not proved: it sees nobody's requests. */
export interface ListValues extends Record<string, unknown> {
  accountId: number;
  email: string | null;
  limit: number;
  offset: number;
}

/**
 * The files that an account requested or was told of, the same rule as `viewOf`. The two kinds are counted and ordered apart, each
 * by its own index, and only the first `offset + limit` of each are merged: one query over both would read and sort all of them.
 */
export function selectList(query: ListQuery): RecordSelection {
  const { condition, name } = filters(query);
  const { key, direction, isAscending } = ordering(query);
  const order = (file: SQL) => sql`${key(file)} ${direction}, ${file}.id ${direction}`;
  const f = sql.raw("f");
  const first = sql`order by ${order(f)} limit ${sql.placeholder("limit")}::int + ${sql.placeholder("offset")}::int`;
  const columns = sql`f.id, f.name, f.status, f.created_at`;
  const both = sql.raw("both_kinds");
  return {
    name: `list-${query.sortBy ?? "created_at"}-${isAscending ? "asc" : "desc"}-${name}`,
    total: sql`(select count(*) from ${requested} and ${condition})::int + (select count(*) from ${told} and ${condition})::int`,
    page: sql`select ${both}.id, row_number() over (order by ${order(both)}) as place
      from ((select ${columns} from ${requested} and ${condition} ${first}) union all (select ${columns} from ${told} and ${condition} ${first})) ${both}
      order by ${order(both)} limit ${sql.placeholder("limit")}::int offset ${sql.placeholder("offset")}::int`,
  };
}

export function listValues(query: ListQuery, account: { id: number; email: string; emailProvedAt: Date | null }, { limit, offset }: { limit: number; offset: number }): ListValues {
  const wanted = [query.status ?? []].flat();
  return {
    accountId: account.id,
    email: account.emailProvedAt ? account.email : null,
    limit,
    offset,
    statuses: Object.entries(statusNumbers).filter(([, number]) => wanted.includes(number)).map(([name]) => name),
    pattern: `%${(query.q ?? "").replace(/[\\%_]/g, "\\$&")}%`,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

const requested = sql`files f where f.requester_id = ${sql.placeholder("accountId")}::int and f.status <> 'deleted'`;

const told = sql`sign_requests s join files f on f.id = s.file_id
  where s.email = ${sql.placeholder("email")}::text and s.removed_at is null and s.told_at is not null and s.status not in ('draft', 'waiting')
    and f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null)
    and (f.requester_id <> ${sql.placeholder("accountId")}::int or f.status = 'deleted')`;

function filters(query: ListQuery): { condition: SQL; name: string } {
  const pattern = sql.placeholder("pattern");
  const given = {
    status: query.status !== undefined && sql`f.status = any(${sql.placeholder("statuses")}::text[])`,
    q: query.q !== undefined && query.q !== "" && sql`(f.name ilike ${pattern}::text or exists (select 1 from sign_requests found where found.file_id = f.id
      and found.removed_at is null and (found.email ilike ${pattern}::text or found.display_name ilike ${pattern}::text)))`,
    from: query.from !== undefined && sql`f.created_at >= ${sql.placeholder("from")}::timestamptz`,
    to: query.to !== undefined && sql`f.created_at <= ${sql.placeholder("to")}::timestamptz`,
  };
  const used = Object.entries(given).filter((entry): entry is [string, SQL] => entry[1] !== false);
  return { condition: used.length === 0 ? sql`true` : sql.join(used.map(([, condition]) => condition), sql` and `), name: used.map(([name]) => name).join("-") };
}

function ordering({ sortBy = "created_at", sortDirection }: ListQuery): { key: (file: SQL) => SQL; direction: SQL; isAscending: boolean } {
  const isAscending = (sortDirection ?? (sortBy === "created_at" ? "desc" : "asc")) === "asc";
  const keys = {
    created_at: (file: SQL) => sql`${file}.created_at`,
    name: (file: SQL) => sql`lower(${file}.name)`,
    status: (file: SQL) => sql`case ${file}.status ${statusRanks} end`,
  };
  return { key: keys[sortBy], direction: sql.raw(isAscending ? "asc" : "desc"), isAscending };
}

const statusRanks = sql.raw(Object.entries(statusNumbers).map(([name, number]) => `when '${name}' then ${number}`).join(" "));
