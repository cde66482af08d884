import { sql, type SQL } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import type { FileStatus } from "@/db/schema/files";
import { tallyTabs } from "@/db/schema/lists";
import { isMailboxProved } from "@/lib/accounts/actor";
import { accountOfSignerSql } from "@/lib/accounts/find";
import { visibleDocuments, visibleWithOwnEntry } from "@/lib/documents/access";
import { isOverdueSql, isRunningSql, statusNowSql } from "@/lib/documents/status";
import { likePattern } from "@/lib/platform/plain-text";
import { statusNumbers } from "@/lib/records/events/status";

/**
 * The one builder of lists of documents: whose, which of them, in which order. `GET /file/list` and the dashboard
 * choose columns and totals.
 */
export interface DocumentList {
  viewer: ListViewer;
  filters: DocumentFilters;
  sorting: Sorting;
}

/**
 * `email` is null for an account with an unproved address, which sees no requests. `onlyRequest` is the one that it sees
 * when only that request's link proved the address, which the tallies of the address do not count.
 */
export interface ListViewer {
  accountId: number;
  email: string | null;
  onlyRequest: number | null;
}

export function listViewer(account: Account): ListViewer {
  const onlyRequest = isMailboxProved(account) ? null : account.emailProofRequestId;
  const isSigner = isMailboxProved(account) || (account.emailProvedAt !== null && onlyRequest !== null);
  return { accountId: account.id, email: isSigner ? account.email : null, onlyRequest };
}

/** Undefined and "" are no filter. */
interface DocumentFilters {
  /** In names of documents, and in addresses and names of signers. */
  q?: string | undefined;
  /** In addresses and names of signers. */
  signer?: string | undefined;
  /** As displayed at the time of the query. */
  statuses?: FileStatus[] | undefined;
  kind?: "envelope" | undefined;
  /** The id of one of the viewer's own bulk sends. */
  bulkSend?: number | string | undefined;
  /** Created at this time or later. */
  from?: string | undefined;
  /** Created at this time or earlier. */
  to?: string | undefined;
  /** Created earlier than this time. */
  until?: string | undefined;
  tab?: Exclude<(typeof tallyTabs)[number], "closed"> | undefined;
  /** The requester. */
  by?: "me" | "others" | "" | undefined;
  /** Open, and expiring within a week. */
  due?: "soon" | "" | undefined;
}

type FilterName = keyof DocumentFilters;
export type SortName = keyof typeof sortKeys;

export interface Sorting {
  by: SortName;
  direction: "asc" | "desc";
}

/** The boundary of a page: the last document's sort value, as text, and its id. */
export interface Cursor {
  value: string;
  id: number;
}

/** The part of a list to read. */
export interface Slice {
  isAfterCursor?: boolean;
  /** Only the days from `day` on in the list's order, or each of `days` by itself. */
  days?: "from" | "each";
  /**
   * How many documents of each kind to read. Written out: behind a parameter the planner expects a tenth of the table.
   * Null: to the end of the page.
   */
  depth: number | null;
}

/** Makes a value part of a query: `asPlaceholder` where the statement is prepared by name, else `asParameter`. */
export type Give = (name: ValueName) => SQL;

export const asPlaceholder: Give = (name) => sql`${sql.placeholder(name)}`;

export function asParameter(values: Partial<Record<ValueName, unknown>>): Give {
  return (name) => sql`${sql.param(values[name])}`;
}

interface PageRange {
  limit: number;
  offset?: number;
  after?: Cursor | null;
  day?: string;
  days?: readonly string[];
}

/** The values in a list's SQL: those of its filters, the cursor and the page. */
export function listValues({ viewer, filters: given }: DocumentList, { after, offset = 0, ...page }: PageRange) {
  const patterns = { q: likePattern(given.q ?? ""), signer: likePattern(given.signer ?? "") };
  const cursor = { afterValue: after?.value ?? null, afterId: after?.id ?? null };
  return { ...given, ...patterns, ...viewer, ...cursor, offset, ...page };
}

type ValueName = keyof ReturnType<typeof listValues>;

export function usedFilters({ filters: given }: DocumentList): FilterName[] {
  return filterNames.filter((name) => given[name] !== undefined && given[name] !== "");
}

/** Whether the list is only ordered by time, so that its tallies count it. */
export function isWholeByTime(list: DocumentList): boolean {
  return isTallied(list.viewer) && list.sorting.by === "created_at" && usedFilters(list).length === 0;
}

export function isTallied({ onlyRequest }: ListViewer): boolean {
  return onlyRequest === null;
}

/** The viewer's names in `list_tallies`, of a viewer whom they count, and in `file_search`. */
export function viewerNames(give: Give): SQL {
  return sql`array[${ownName(give)}, ${give("email")}::text]`;
}

export function ownName(give: Give): SQL {
  return sql`('#' || ${give("accountId")}::int)`;
}

/**
 * One page: `id` and `place`, its order. The two kinds are sorted separately, each by its own index, and only the first
 * of each are merged: a single query over both would read and sort everything.
 */
export function pageSql(list: DocumentList, slice: Slice, give: Give): SQL {
  const { sorting } = list;
  const limit = sql`${give("limit")}::int`;
  const depth = slice.depth === null ? sql`${limit} + ${give("offset")}::int` : sql.raw(String(slice.depth));
  const { requested, received } = sourcesOf(list, give);
  const first = (kind: SQL, key: SortKey): SQL => {
    const ordered = (more: SQL) =>
      sql`(select f.id, ${sql.raw(key.value)} as key from ${kind} and ${conditionOf(list, give)} and ${more} order by ${orderOf(key, sorting)} limit ${depth})`;
    const after = slice.isAfterCursor ? isAfter(key, sorting, give) : sql`true`;
    if (slice.days !== "each") return ordered(slice.days ? sql`${after} and ${isFromDay(key, sorting, give)}` : after);
    const ofDay = sql`${sql.raw(key.value)} >= on_day.start and ${sql.raw(key.value)} < on_day.start + interval '1 day'`;
    return sql`(select of_day.* from (select day::timestamp at time zone 'UTC' as start from unnest(${give("days")}::date[]) day) on_day
      cross join lateral ${ordered(sql`${after} and ${ofDay}`)} of_day)`;
  };
  const key = sortKey(sorting);
  // The time, in the index of a signer's documents.
  const receivedKey = sorting.by === "created_at" ? { value: "s.file_created_at", id: "s.file_id" } : key;
  const order = orderOf(mergedKey, sorting);
  return sql`select merged.id, row_number() over (order by ${order}) as place from (${first(requested, key)} union all ${first(received, receivedKey)}) merged
    order by ${order} limit ${limit} offset ${give("offset")}::int`;
}

/** The number of documents in the whole list, without a search. */
export function totalSql(list: DocumentList, give: Give): SQL {
  if (isWholeByTime(list))
    return sql`(select coalesce(sum(documents), 0)::int from list_tallies where viewer = any(${viewerNames(give)}))`;
  const { requested, received } = sourcesOf(list, give);
  const count = (kind: SQL) => sql`(select count(*) from ${kind} and ${conditionOf(list, give)})`;
  return sql`(${count(requested)} + ${count(received)})::int`;
}

/**
 * The two kinds of documents that the viewer sees. The own entry of a requester is only joined where a filter needs it.
 */
export function sourcesOf(list: DocumentList, give: Give, among?: SQL): { requested: SQL; received: SQL } {
  const person = personOf(list.viewer, give);
  const { tab } = list.filters;
  const { requested } = tab && !tabsByStatus[tab] ? visibleWithOwnEntry(person) : visibleDocuments(person);
  return { requested, received: visibleDocuments(person, among).received };
}

/** The viewer in the SQL of `lib/documents/access.ts`. */
export function personOf({ onlyRequest }: ListViewer, give: Give) {
  const only = onlyRequest === null ? null : give("onlyRequest");
  return { accountId: give("accountId"), email: give("email"), onlyRequest: only };
}

/** All filters on the document `f`; `q` is left to the search index. */
export function conditionOf(list: DocumentList, give: Give): SQL {
  const conditions = usedFilters(list).flatMap((name) => (name === "q" ? [] : [filters[name](give, list.filters)]));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Whether a signer's address or displayed name contains the text. */
export function hasSigner(text: SQL): SQL {
  return sql`exists (select 1 from sign_requests found left join accounts named on ${sql.raw(accountOfSignerSql("named", "found"))}
    where found.file_id = f.id and found.removed_at is null
      and (found.email ilike ${text}::text or found.display_name ilike ${text}::text or named.display_name ilike ${text}::text))`;
}

/** The tabs that a document's status alone decides: as `list_tab`, but with statistics that the planner can use. */
const tabsByStatus: Partial<Record<NonNullable<DocumentFilters["tab"]>, string>> = {
  completed: "f.status in ('signed', 'deleted')",
  drafts: "f.status = 'draft'",
};

/**
 * Each document is in "all" and in one tab; what ended unsigned is in "all" only. `s` is the viewer's own entry. The
 * database's `list_tab`, by which documents are counted, does not know the deadline.
 */
export const tabSql = `case when ${isOverdueSql("f")} then 'closed'
  else (array[${tallyTabs.map((tab) => `'${tab}'`).join(", ")}])[list_tab(f.status, s.status) + 1] end`;

export const hasDeadline = `f.expires_at is not null and ${isRunningSql("f")} and not (${isOverdueSql("f")})`;

/** The document has a deadline within a week. */
export const dueSoonSql = `(${hasDeadline} and f.expires_at <= clock_timestamp() + interval '7 days')`;

const filters: Record<Exclude<FilterName, "q">, (give: Give, given: DocumentFilters) => SQL> = {
  signer: (give) => hasSigner(give("signer")),
  statuses: (give) => sql`${sql.raw(statusNowSql("f"))} = any(${give("statuses")}::text[])`,
  kind: () => sql`f.kind = 'envelope'`,
  // Another account's bulk send matches no documents.
  bulkSend: (give) => sql`f.id = any(array(select r.file_id from bulk_rows r join bulk_sends b on b.id = r.bulk_send_id
    where b.id = ${give("bulkSend")}::bigint and b.owner_id = ${give("accountId")}::int and r.file_id is not null))`,
  from: (give) => sql`f.created_at >= ${give("from")}::timestamptz`,
  to: (give) => sql`f.created_at <= ${give("to")}::timestamptz`,
  until: (give) => sql`f.created_at < ${give("until")}::timestamptz`,
  // The own entry of each of many results took most of a search in a tab that does not need it.
  tab: (give, { tab }) =>
    tab && tabsByStatus[tab] ? sql.raw(tabsByStatus[tab]) : sql`${sql.raw(tabSql)} = ${give("tab")}::text`,
  by: (give) => sql`(f.requester_id = ${give("accountId")}::int) = (${give("by")}::text = 'me')`,
  due: () => sql.raw(dueSoonSql),
};

const filterNames = ["q", ...Object.keys(filters)] as FilterName[];

const statusRanks = Object.entries(statusNumbers)
  .map(([name, number]) => `when '${name}' then ${number}`)
  .join(" ");

/** The value in SQL, and its type in a cursor. Closed documents have no deadline. */
const sortKeys = {
  created_at: { value: "f.created_at", ofCursor: (given: SQL) => sql`${given}::timestamptz` },
  name: { value: "lower(f.name)", ofCursor: (given: SQL) => sql`lower(${given}::text)` },
  status: { value: `case ${statusNowSql("f")} ${statusRanks} end`, ofCursor: (given: SQL) => sql`${given}::int` },
  deadline: {
    value: `case when ${hasDeadline} then f.expires_at else 'infinity' end`,
    ofCursor: (given: SQL) => sql`${given}::timestamptz`,
  },
};

interface SortKey {
  value: string;
  /** A tie-breaker, so that the order is total and a page starts where the previous one ended. */
  id: string;
}

export function sortKey({ by }: Sorting): SortKey {
  return { value: sortKeys[by].value, id: "f.id" };
}

/** Of the two kinds together. */
export const mergedKey: SortKey = { value: "merged.key", id: "merged.id" };

export function orderOf({ value, id }: SortKey, { direction }: Sorting): SQL {
  return sql.raw(`${value} ${direction}, ${id} ${direction}`);
}

export function isAfter({ value, id }: SortKey, { by, direction }: Sorting, give: Give): SQL {
  return sql`(${sql.raw(`${value}, ${id}`)}) ${sql.raw(direction === "asc" ? ">" : "<")} (${sortKeys[by].ofCursor(give("afterValue"))}, ${give("afterId")}::int)`;
}

function isFromDay({ value }: SortKey, { direction }: Sorting, give: Give): SQL {
  const start = sql`(${give("day")}::date)::timestamp at time zone 'UTC'`;
  return direction === "asc"
    ? sql`${sql.raw(value)} >= ${start}`
    : sql`${sql.raw(value)} < ${start} + interval '1 day'`;
}
