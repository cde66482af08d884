import { sql, type SQL } from "drizzle-orm";
import type { RecordSelection, SelectionSql } from "./read-records";
import type { ListQuery } from "./schema";
import { statusNumbers } from "./status-numbers";

/** One file by id. Placeholder: `id`. */
export const byId: RecordSelection = { name: "by-id", toSql: () => one(sql`id = ${sql.placeholder("id")}::int`) };

/** One file by uuid. Placeholder: `uuid`. */
export const byUuid: RecordSelection = { name: "by-uuid", toSql: () => one(sql`uuid = ${sql.placeholder("uuid")}::uuid`) };

function one(condition: SQL): SelectionSql {
  return { page: sql`select id, 1 as place from files where ${condition}`, total: sql`1` };
}

type FilterName = keyof typeof filters;
type SortName = keyof typeof sortKeys;

interface Sorting {
  by: SortName;
  direction: "asc" | "desc";
}

/** The files that an account requested or was told of, the same rule as `viewOf`, filtered and ordered as the query asks. */
export function selectList(query: ListQuery): RecordSelection {
  const used = (Object.keys(filters) as FilterName[]).filter((name) => query[name] !== undefined && query[name] !== "");
  const by = query.sortBy ?? "created_at";
  const direction = query.sortDirection ?? (by === "created_at" ? "desc" : "asc");
  return { name: ["list", by, direction, ...used].join("-"), toSql: () => listSql(used, { by, direction }) };
}

/** Values of a list's placeholders. `email` is null for an account whose address is not proved: it sees nobody's requests. */
export function listValues(query: ListQuery, account: { id: number; email: string; emailProvedAt: Date | null }, slice: { limit: number; offset: number }) {
  const wanted = [query.status ?? []].flat();
  return {
    ...slice,
    accountId: account.id,
    email: account.emailProvedAt ? account.email : null,
    status: Object.entries(statusNumbers).filter(([, number]) => wanted.includes(number)).map(([name]) => name),
    q: `%${(query.q ?? "").replace(/[\\%_]/g, "\\$&")}%`,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

/**
 * The two kinds are counted and ordered apart, each by its own index, and only the first `offset + limit` of each are merged: one
 * query over both would read and sort all of them.
 */
function listSql(used: readonly FilterName[], sorting: Sorting): SelectionSql {
  const condition = used.length === 0 ? sql`true` : sql.join(used.map((name) => filters[name]), sql` and `);
  const [limit, offset] = [sql`${sql.placeholder("limit")}::int`, sql`${sql.placeholder("offset")}::int`];
  const first = (kind: SQL) => sql`(select f.id, f.name, f.status, f.expires_at, f.created_at from ${kind} and ${condition} order by ${orderOf("f", sorting)} limit ${limit} + ${offset})`;
  const order = orderOf("merged", sorting);
  return {
    total: sql`(select count(*) from ${requested} and ${condition})::int + (select count(*) from ${told} and ${condition})::int`,
    page: sql`select merged.id, row_number() over (order by ${order}) as place from (${first(requested)} union all ${first(told)}) merged order by ${order} limit ${limit} offset ${offset}`,
  };
}

const requested = sql`files f where f.requester_id = ${sql.placeholder("accountId")}::int and f.status <> 'deleted'`;

const told = sql`sign_requests s join files f on f.id = s.file_id
  where s.email = ${sql.placeholder("email")}::text and s.removed_at is null and s.told_at is not null and s.status not in ('draft', 'waiting')
    and f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null)
    and (f.requester_id <> ${sql.placeholder("accountId")}::int or f.status = 'deleted')`;

/** `statusAt` as SQL: what is filtered and ordered by must be what is shown. */
export const statusNow = (file: string) => `case when ${file}.status in ('able_to_sign', 'partially_signed') and ${file}.expires_at <= clock_timestamp() then 'expired' else ${file}.status end`;

const filters = {
  status: sql`${sql.raw(statusNow("f"))} = any(${sql.placeholder("status")}::text[])`,
  q: sql`(f.name ilike ${sql.placeholder("q")}::text or exists (select 1 from sign_requests found where found.file_id = f.id and found.removed_at is null
    and (found.email ilike ${sql.placeholder("q")}::text or found.display_name ilike ${sql.placeholder("q")}::text)))`,
  from: sql`f.created_at >= ${sql.placeholder("from")}::timestamptz`,
  to: sql`f.created_at <= ${sql.placeholder("to")}::timestamptz`,
};

const statusRanks = Object.entries(statusNumbers).map(([name, number]) => `when '${name}' then ${number}`).join(" ");

const sortKeys = {
  created_at: (file: string) => `${file}.created_at`,
  name: (file: string) => `lower(${file}.name)`,
  status: (file: string) => `case ${statusNow(file)} ${statusRanks} end`,
};

function orderOf(file: string, { by, direction }: Sorting): SQL {
  return sql.raw(`${sortKeys[by](file)} ${direction}, ${file}.id ${direction}`);
}
