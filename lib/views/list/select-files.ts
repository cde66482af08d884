import { sql, type SQL } from "drizzle-orm";
import { visibleDocuments } from "@/lib/documents/access";
import { statusNowSql } from "@/lib/documents/status";
import { likePattern } from "@/lib/platform/plain-text";
import { statusNumbers } from "@/lib/records/events/status";
import type { RecordSelection } from "@/lib/views/read-records";
import type { ListQuery } from "@/lib/views/schema";
import { listViewer, type Cursor, type Sorting } from "./list-cursor";

/** Whether the document `f` was made by one of the viewer's own bulk sends. Another account's bulk send matches no documents. */
export function ofBulkSendSql({ bulkSendId, accountId }: { bulkSendId: SQL; accountId: SQL }): SQL {
  return sql`f.id = any(array(select r.file_id from bulk_rows r join bulk_sends b on b.id = r.bulk_send_id
    where b.id = ${bulkSendId}::bigint and b.owner_id = ${accountId}::int and r.file_id is not null))`;
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
export const byIds: RecordSelection = {
  name: "by-ids",
  toSql: () =>
    sql`select id, place from unnest(${sql.placeholder("ids")}::int[]) with ordinality as chosen (id, place)`,
};

type FilterName = keyof typeof filters;

/** The part of a list to read: its front, a page by number, the part after a file, or from a day on, with the number of files to read. */
type Slice = "front" | "page" | "after" | { fromDay: number };

/** How many files of the list a search scans before it uses the index. */
const walkedFiles = 1000;

/** Whether the query only asks for an order by time: such a list is paged by the tallies of its days. */
export function isWholeByTime(query: ListQuery, sorting: Sorting): boolean {
  return sorting.by === "created_at" && usedFilters(query).length === 0;
}

/** Beyond the front of a list by time, depths are rounded, because each is a separate statement. */
export function fromDay(files: number): { fromDay: number } {
  return { fromDay: 10 ** Math.ceil(Math.log10(Math.max(files, frontLength))) };
}

/** The files that an account requested or received, with the query's filters. */
export function selectList(query: ListQuery, sorting: Sorting, slice: Slice): RecordSelection {
  const used = usedFilters(query);
  const part = typeof slice === "string" ? slice : `day-${slice.fromDay}`;
  return {
    name: ["list", part, sorting.by, sorting.direction, ...used].join("-"),
    toSql: () => listSql(used, sorting, slice),
  };
}

/** The same with the length of the whole list. */
export function selectPage(query: ListQuery, sorting: Sorting, slice: Slice): RecordSelection {
  const selection = selectList(query, sorting, slice);
  const condition = conditionOf(usedFilters(query));
  return {
    ...selection,
    name: `${selection.name}-total`,
    totalSql: () =>
      sql`((select count(*) from ${requested} and ${condition}) + (select count(*) from ${received} and ${condition}))::int`,
  };
}

function usedFilters(query: ListQuery): FilterName[] {
  return (Object.keys(filters) as FilterName[]).filter((name) => query[name] !== undefined && query[name] !== "");
}

function conditionOf(used: readonly FilterName[]): SQL {
  return used.length === 0
    ? sql`true`
    : sql.join(
        used.map((name) => filters[name]),
        sql` and `,
      );
}

/** Values of a list's placeholders. */
export function listValues(
  query: ListQuery,
  account: { id: number; email: string; emailProvedAt: Date | null },
  slice: { limit: number; offset: number; after?: Cursor | null; day?: string },
) {
  const wanted = [query.status ?? []].flat();
  return {
    limit: slice.limit,
    offset: slice.offset,
    afterValue: slice.after?.value ?? null,
    afterId: slice.after?.id ?? null,
    day: slice.day ?? null,
    ...listViewer(account),
    status: Object.entries(statusNumbers)
      .filter(([, number]) => wanted.includes(number))
      .map(([name]) => name),
    q: likePattern(query.q ?? ""),
    bulkSend: query.bulkSend ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

/** More than any page holds, plus one to show whether there are more. */
const frontLength = 101;

/**
 * The two kinds are sorted separately, each by its own index, and only the first of each are merged: a single query over both would read
 * and sort everything. The limit per kind is a literal where possible: behind a parameter the planner expects a tenth of the table, and
 * replans every call (measured: half of the query's time).
 */
function listSql(
  used: readonly FilterName[],
  sorting: Sorting,
  slice: Slice,
  walk?: { depth: number; limit: SQL },
): SQL {
  const [limit, offset] = [
    walk?.limit ?? sql`${sql.placeholder("limit")}::int`,
    sql`${sql.placeholder("offset")}::int`,
  ];
  const depth =
    slice === "page"
      ? sql`${limit} + ${offset}`
      : sql.raw(String(walk?.depth ?? (typeof slice === "string" ? frontLength : slice.fromDay)));
  const first = (
    kind: SQL,
    key: SortKey,
  ) => sql`(select f.id, f.name, f.status, f.expires_at, f.created_at from ${kind} and ${conditionOf(used)} and ${sliceCondition(key, sorting, slice)}
    order by ${orderOf(key, sorting)} limit ${depth})`;
  const merged = sortKey("merged", sorting);
  const receivedKey =
    sorting.by === "created_at" ? { value: "s.file_created_at", id: "s.file_id" } : sortKey("f", sorting);
  return sql`select merged.id, row_number() over (order by ${orderOf(merged, sorting)}) as place from (${first(requested, sortKey("f", sorting))} union all ${first(received, receivedKey)}) merged
    order by ${orderOf(merged, sorting)} limit ${limit} offset ${offset}`;
}

/**
 * Search results with their total: the matches in `file_search`, filtered to what the viewer sees. The index has to find all results before
 * it can sort them.
 */
export function selectFound(
  query: ListQuery,
  sorting: Sorting,
  wanted: { isAfterFile: boolean; isCounted: boolean },
): RecordSelection {
  const used = usedFilters(query).filter((name) => name !== "q");
  return {
    name: [sorting.by, sorting.direction, ...used, ...Object.values(wanted).map(Number)].join("-"),
    toSql: () => foundSql(used, sorting, wanted),
  };
}

/** The same for the first files of the list, or those after a file: common names are found there without the index. */
export function selectNear(query: ListQuery, sorting: Sorting, slice: "front" | "after"): RecordSelection {
  const used = usedFilters(query).filter((name) => name !== "q");
  const walked = listSql(used, sorting, slice, { depth: walkedFiles, limit: sql.raw(String(walkedFiles)) });
  return {
    name: [slice, sorting.by, sorting.direction, ...used].join("-"),
    toSql:
      () => sql`select null::int as total, array(select near.id from (${walked}) near join file_search m on m.file_id = near.id
      where m.text ilike ${sql.placeholder("q")}::text order by near.place limit ${sql.placeholder("limit")}::int) as ids`,
  };
}

/** Whether a search has no other filters, so that its results can be counted without a look at each file. */
export function isSearchAlone(query: ListQuery): boolean {
  return usedFilters(query).every((name) => name === "q");
}

/**
 * The number of results, by `file_search` alone where possible: the account sees everything it requested except what it deleted, and
 * everything it received. With many results, looking at every file takes six times as long.
 */
export const countFound: RecordSelection = {
  name: "count",
  toSql: () => {
    const [own, email] = [sql`('#' || ${sql.placeholder("accountId")}::int)`, sql`${sql.placeholder("email")}::text`];
    return sql`with found as materialized (select file_id, ${own} = any(viewers) as is_own, ${email} = any(viewers) as is_named from file_search where viewers && array[${own}, ${email}] and text ilike ${sql.placeholder("q")}::text)
      select ((select count(*) from found where is_own)
        - (select count(*) from found join files f on f.id = found.file_id where f.requester_id = ${sql.placeholder("accountId")}::int and f.status = 'deleted')
        + (select count(*) from ${received} and s.file_id = any(array(select file_id from found where is_named))))::int as total, array[]::int[] as ids`;
  },
};

function foundSql(
  used: readonly FilterName[],
  sorting: Sorting,
  { isAfterFile, isCounted }: { isAfterFile: boolean; isCounted: boolean },
): SQL {
  const [columns, merged] = [sql`f.id, f.name, f.status, f.expires_at, f.created_at`, sortKey("merged", sorting)];
  return sql`with found as materialized (
      select file_id from file_search where viewers && array['#' || ${sql.placeholder("accountId")}::int, ${sql.placeholder("email")}::text] and text ilike ${sql.placeholder("q")}::text
    ), listed as materialized (
      select ${columns} from ${requested} and f.id = any(array(select file_id from found)) and ${conditionOf(used)}
      union all select ${columns} from ${received} and s.file_id = any(array(select file_id from found)) and ${conditionOf(used)}
    )
    select ${isCounted ? sql`(select count(*)::int from listed)` : sql`null::int`} as total, array(
      select merged.id from listed merged where ${isAfterFile ? isAfter(merged, sorting) : sql`true`}
      order by ${orderOf(merged, sorting)} limit ${sql.placeholder("limit")}::int offset ${sql.placeholder("offset")}::int) as ids`;
}

function sliceCondition(key: SortKey, sorting: Sorting, slice: Slice): SQL {
  if (slice === "after") return isAfter(key, sorting);
  if (typeof slice === "string") return sql`true`;
  const start = sql`(${sql.placeholder("day")}::date)::timestamp at time zone 'UTC'`;
  return sorting.direction === "asc"
    ? sql`${sql.raw(key.value)} >= ${start}`
    : sql`${sql.raw(key.value)} < ${start} + interval '1 day'`;
}

const { requested, received } = visibleDocuments({
  accountId: sql`${sql.placeholder("accountId")}`,
  email: sql`${sql.placeholder("email")}`,
});

const filters = {
  status: sql`${sql.raw(statusNowSql("f"))} = any(${sql.placeholder("status")}::text[])`,
  q: sql`(f.name ilike ${sql.placeholder("q")}::text or exists (select 1 from sign_requests found where found.file_id = f.id and found.removed_at is null
    and (found.email ilike ${sql.placeholder("q")}::text or found.display_name ilike ${sql.placeholder("q")}::text)))`,
  kind: sql`f.kind = 'envelope'`,
  bulkSend: ofBulkSendSql({
    bulkSendId: sql`${sql.placeholder("bulkSend")}`,
    accountId: sql`${sql.placeholder("accountId")}`,
  }),
  from: sql`f.created_at >= ${sql.placeholder("from")}::timestamptz`,
  to: sql`f.created_at <= ${sql.placeholder("to")}::timestamptz`,
};

const statusRanks = Object.entries(statusNumbers)
  .map(([name, number]) => `when '${name}' then ${number}`)
  .join(" ");

const sortKeys = {
  created_at: { of: (file: string) => `${file}.created_at`, given: sql`${sql.placeholder("afterValue")}::timestamptz` },
  name: { of: (file: string) => `lower(${file}.name)`, given: sql`lower(${sql.placeholder("afterValue")}::text)` },
  status: {
    of: (file: string) => `case ${statusNowSql(file)} ${statusRanks} end`,
    given: sql`${sql.placeholder("afterValue")}::int`,
  },
};

interface SortKey {
  value: string;
  /** A tie-breaker, so that the order is total and a page starts where the previous one ended. */
  id: string;
}

function sortKey(file: string, { by }: Sorting): SortKey {
  return { value: sortKeys[by].of(file), id: `${file}.id` };
}

function orderOf({ value, id }: SortKey, { direction }: Sorting): SQL {
  return sql.raw(`${value} ${direction}, ${id} ${direction}`);
}

function isAfter({ value, id }: SortKey, { by, direction }: Sorting): SQL {
  return sql`(${sql.raw(`${value}, ${id}`)}) ${sql.raw(direction === "asc" ? ">" : "<")} (${sortKeys[by].given}, ${sql.placeholder("afterId")}::int)`;
}
