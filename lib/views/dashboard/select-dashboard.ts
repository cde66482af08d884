import { sql, type SQL } from "drizzle-orm";
import { plannedForItsValues } from "@/db/named-statements";
import { tallyTabs } from "@/db/schema/lists";
import { accountOfSignerSql } from "@/lib/accounts/find";
import { visibleWithOwnEntry } from "@/lib/documents/access";
import { isOverdueSql, isRunningSql, statusNowSql } from "@/lib/documents/status";
import { likePattern } from "@/lib/platform/plain-text";
import { viewerNames, type Cursor, type ListViewer } from "@/lib/views/list/list-cursor";
import { ofBulkSendSql } from "@/lib/views/list/select-files";
import type { DashboardFilters } from "@/lib/views/schema";
import type { DashboardOrder, DashboardTab } from "./dashboard-choices";
import { madeBetween } from "./dashboard-query";

export interface DashboardSlice {
  tab: DashboardTab;
  filters: DashboardFilters;
  order: DashboardOrder;
  /** Only documents beyond this one in the direction of reading. */
  from: Cursor | null;
  direction: "forward" | "back";
  limit: number;
}

/** The two kinds of documents a viewer sees; `s` is the viewer's own entry among the signers. */
const documentsOf = ({ accountId, email }: ListViewer) =>
  visibleWithOwnEntry({ accountId: sql`${accountId}`, email: sql`${email}` });

/** Each document is in "all" and in one tab; what ended unsigned is in "all" only. */
const tabOf = sql`case
  when f.status in ('signed', 'deleted') then 'completed'
  when f.status = 'draft' then 'drafts'
  when f.status = 'signing_in_progress' then 'waiting'
  when not (${sql.raw(isRunningSql("f"))}) or ${sql.raw(isOverdueSql("f"))} then 'closed'
  when s.status = 'pending' then 'to_sign'
  else 'waiting' end`;

/** The count of each tab: the sums of the tallies, minus expired documents whose row is not updated yet. Those are few and indexed. */
export function countSql(viewer: ListViewer): SQL {
  const number = (tab: (typeof tallyTabs)[number]) => sql.raw(String(tallyTabs.indexOf(tab)));
  const overdue = sql.raw(isOverdueSql("f", "statement_timestamp()"));
  const sum = (tab: SQL) => sql`coalesce(sum(documents) filter (where tab = ${tab}), 0)::int`;
  const { requested, received } = documentsOf(viewer);
  // Without a proved address there is nothing to sign.
  const toSign = viewer.email === null ? sql`null::int` : number("to_sign");
  const waiting =
    viewer.email === null ? sql`any(array[${number("to_sign")}, ${number("waiting")}])` : number("waiting");
  return sql`${plannedForItsValues}select ${sum(toSign)} as to_sign, ${sum(waiting)} as waiting, ${sum(number("completed"))} as completed, ${sum(number("drafts"))} as drafts,
      coalesce(sum(documents) filter (where tab >= 0), 0)::int as "all"
    from (select tab, documents from list_tallies where viewer = any(${viewerNames(viewer)})
      union all select list_tab(f.status, s.status), -1 from ${requested} and ${overdue}
      union all select list_tab(f.status, s.status), -1 from ${received} and ${overdue}
      union all select ${number("closed")}, 1 from ${requested} and ${overdue}
      union all select ${number("closed")}, 1 from ${received} and ${overdue}) counted`;
}

const daysAtOnce = 40;

/** Whether the tallies tell which days have documents of the tab, so that a sparse tab needs no full scan. */
export function isReadByDay({ tab, filters, order }: Pick<DashboardSlice, "tab" | "filters" | "order">): boolean {
  return (
    tab !== "all" &&
    (order === "newest" || order === "oldest") &&
    Object.values(filters).every((filter) => filter === "")
  );
}

/**
 * The next days in the direction of reading with documents of the tab, from the cursor's day or after `past`: as many
 * as a page needs according to their tallies. On the cursor's own day, any number of documents may come before the
 * cursor.
 */
export function daysSql(
  viewer: ListViewer,
  { tab, order, from, direction, limit }: DashboardSlice,
  past: string | null,
): SQL {
  const isDescending = keys[order].isDescending === (direction === "forward");
  const tabs = viewer.email === null && tab === "waiting" ? ["to_sign", "waiting"] : [tab];
  const conditions = [
    sql`viewer = any(${viewerNames(viewer)})`,
    sql`tab = any(${sql.param(tallyTabs.flatMap((name, number) => (tabs.includes(name) ? [number] : [])))}::int[])`,
  ];
  if (from)
    conditions.push(
      sql`day ${sql.raw(isDescending ? "<=" : ">=")} (${from.value}::timestamptz at time zone 'UTC')::date`,
    );
  if (past) conditions.push(sql`day ${sql.raw(isDescending ? "<" : ">")} ${past}::date`);
  const towards = sql.raw(isDescending ? "desc" : "asc");
  const passedOver = from && past === null ? sql`first_value(documents) over (order by day ${towards})` : sql`0`;
  return sql`${plannedForItsValues}select day::text from (
      select day, sum(documents) over (order by day ${towards}) - documents - ${passedOver} as before from (
        select day, sum(documents) as documents from list_tallies where ${sql.join(conditions, sql` and `)} group by day having sum(documents) > 0
        order by day ${towards} limit ${daysAtOnce}::int) near) days
    where before < ${limit}::int order by day ${towards}`;
}

/**
 * One page of documents, as JSON in reading order. Each kind is read by its own index up to the limit, then both are merged: a single query
 * over both would read and sort everything. Only `days` are searched, each up to the limit.
 */
export function rowsSql(viewer: ListViewer, slice: DashboardSlice, days: readonly string[] | null = null): SQL {
  const { key, receivedKey = key, isDescending } = keys[slice.order];
  const towards = sql.raw(isDescending === (slice.direction === "forward") ? "desc" : "asc");
  const first = (kind: SQL, by: SQL, id: SQL) => {
    const condition = sql.join([sql`true`, ...conditionsOf(viewer, slice, by, id)], sql` and `);
    const ordered = (more: SQL) =>
      sql`(select f.id, ${by} as key, s.id as own_id, s.link_sealed, ${tabOf} as tab from ${kind} and ${condition} and ${more} order by ${by} ${towards}, ${id} ${towards} limit ${slice.limit}::int)`;
    if (days === null) return ordered(sql`true`);
    const ofDay = sql`${by} >= on_day.start and ${by} < on_day.start + interval '1 day'`;
    return sql`(select of_day.* from (select day::timestamp at time zone 'UTC' as start from unnest(${sql.param([...days])}::date[]) day) on_day cross join lateral ${ordered(ofDay)} of_day)`;
  };
  const { requested, received } = documentsOf(viewer);
  const merged = sql`${first(requested, key, sql`f.id`)} union all ${first(received, receivedKey, receivedKey === key ? sql`f.id` : sql`s.file_id`)}`;
  return sql`${plannedForItsValues}select ${rowJson} as row, page.link_sealed from
    (select * from (${merged}) merged order by merged.key ${towards}, merged.id ${towards} limit ${slice.limit}::int) page
    join files f on f.id = page.id join accounts r on r.id = f.requester_id order by page.key ${towards}, page.id ${towards}`;
}

const hasDeadline = sql.raw(`f.expires_at is not null and ${isRunningSql("f")} and not (${isOverdueSql("f")})`);

/** The sort key of each order; `receivedKey` is the same value in the index of a signer's documents. Closed documents have no deadline. */
const keys: Record<
  DashboardOrder,
  { key: SQL; receivedKey?: SQL; type: "timestamptz" | "text"; isDescending: boolean }
> = {
  newest: { key: sql`f.created_at`, receivedKey: sql`s.file_created_at`, type: "timestamptz", isDescending: true },
  oldest: { key: sql`f.created_at`, receivedKey: sql`s.file_created_at`, type: "timestamptz", isDescending: false },
  name: { key: sql`lower(f.name)`, type: "text", isDescending: false },
  deadline: {
    key: sql`case when ${hasDeadline} then f.expires_at else 'infinity' end`,
    type: "timestamptz",
    isDescending: false,
  },
};

function conditionsOf(
  viewer: ListViewer,
  { tab, filters, order, from, direction }: DashboardSlice,
  key: SQL,
  id: SQL,
): SQL[] {
  const { q, state, signer, by, due, bulkSend } = filters;
  const { since, until } = madeBetween(filters);
  const { type, isDescending } = keys[order];
  const beyond = sql.raw(isDescending === (direction === "forward") ? "<" : ">");
  const conditions: [SQL, boolean][] = [
    [sql`${tabOf} = ${tab}::text`, tab !== "all"],
    [sql`(${key}, ${id}) ${beyond} (${from?.value ?? ""}::${sql.raw(type)}, ${from?.id ?? 0}::int)`, from !== null],
    [isFound(viewer, q), q !== ""],
    [isFound(viewer, signer), signer !== ""],
    [sql`(f.name ilike ${likePattern(q)}::text or ${hasSigner(q)})`, q !== ""],
    [
      sql`case f.status when 'deleted' then 'signed' else ${sql.raw(statusNowSql("f"))} end = ${state}::text`,
      state !== "",
    ],
    [sql`f.created_at >= ${since?.toISOString() ?? null}::timestamptz`, since !== null],
    [sql`f.created_at < ${until?.toISOString() ?? null}::timestamptz`, until !== null],
    [hasSigner(signer), signer !== ""],
    [sql`(f.requester_id = ${viewer.accountId}::int) = ${by === "me"}::boolean`, by !== ""],
    [sql`(${hasDeadline} and f.expires_at <= clock_timestamp() + interval '7 days')`, due !== ""],
    [ofBulkSendSql({ bulkSendId: sql`${bulkSend}`, accountId: sql`${viewer.accountId}` }), bulkSend !== ""],
  ];
  return conditions.filter(([, isWanted]) => isWanted).map(([condition]) => condition);
}

const hasSigner = (
  text: string,
) => sql`exists (select 1 from sign_requests found left join accounts named on ${sql.raw(accountOfSignerSql("named", "found"))}
  where found.file_id = f.id and found.removed_at is null
    and (found.email ilike ${likePattern(text)}::text or found.display_name ilike ${likePattern(text)}::text or named.display_name ilike ${likePattern(text)}::text))`;

/**
 * Candidates from the search index: the viewer's documents, and those of signers with a matching account name; a superset of what the
 * filters allow.
 */
const isFound = (viewer: ListViewer, text: string) => sql`f.id = any(array(
  select file_id from file_search where viewers && ${viewerNames(viewer)} and text ilike ${likePattern(text)}::text
  union all select s.file_id from accounts named join sign_requests s on s.email = named.email join file_search m on m.file_id = s.file_id
    where named.display_name ilike ${likePattern(text)}::text and m.viewers && ${viewerNames(viewer)}))`;

/** Changes of the document itself; reading it or sending an e-mail does not count. */
const changes = `event.type like 'file.%' and event.type <> 'file.downloaded' or event.type like 'element.%' or event.type like 'signer.%' or event.type in ('signed', 'approved', 'document.read', 'declined')`;

const rowJson = sql.raw(`json_build_object(
  'id', f.id, 'uuid', f.uuid, 'name', f.name, 'tab', page.tab, 'status', ${statusNowSql("f")}, 'key', page.key, 'createdAt', f.created_at,
  'deadline', case when ${isRunningSql("f")} then f.expires_at end, 'isDueSoon', f.expires_at <= clock_timestamp() + interval '7 days',
  'updatedAt', coalesce((select event.at from audit_events event where event.file_id = f.id and (${changes}) order by event.seq desc limit 1), f.created_at),
  'filesCount', case when f.kind = 'envelope' then (select count(*) from files part where part.envelope_id = f.id) end,
  'requesterId', f.requester_id, 'requesterName', r.display_name, 'ownId', page.own_id,
  'signers', coalesce((select json_agg(json_build_object(
      'id', signer.id, 'email', signer.email, 'givenName', signer.display_name, 'accountName', a.display_name, 'role', signer.role, 'status', signer.status) order by signer.signing_order, signer.id)
    from sign_requests signer left join accounts a on ${accountOfSignerSql("a", "signer")} where signer.file_id = f.id and signer.removed_at is null), '[]'::json))`);
