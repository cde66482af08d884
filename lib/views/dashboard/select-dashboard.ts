import { sql, type SQL } from "drizzle-orm";
import { plannedForItsValues } from "@/db/named-statements";
import { tallyTabs } from "@/db/schema/lists";
import { accountOfSignerSql } from "@/lib/accounts/find";
import { isOwnEntry, visibleWithOwnEntry } from "@/lib/documents/access";
import { isOverdueSql, statusNowSql } from "@/lib/documents/status";
import {
  asParameter,
  dueSoonSql,
  hasDeadline,
  isTallied,
  personOf,
  tabSql,
  usedFilters,
  viewerNames,
  type Cursor,
  type DocumentList,
  type ListViewer,
} from "@/lib/views/list/select-documents";

/**
 * The count of each tab: the sums of the tallies, minus expired documents whose row is not updated yet. Those are few
 * and indexed.
 */
export function countSql(viewer: ListViewer): SQL {
  const number = (tab: (typeof tallyTabs)[number]) => sql.raw(String(tallyTabs.indexOf(tab)));
  const overdue = sql.raw(isOverdueSql("f", "statement_timestamp()"));
  const sum = (tab: SQL) => sql`coalesce(sum(documents) filter (where tab = ${tab}), 0)::int`;
  const give = asParameter({ ...viewer });
  const { requested, received } = visibleWithOwnEntry(personOf(viewer, give));
  const counted = isTallied(viewer)
    ? sql`select tab, documents from list_tallies where viewer = any(${viewerNames(give)})`
    : sql`select list_tab(f.status, s.status) as tab, 1 as documents from ${requested} union all select list_tab(f.status, s.status), 1 from ${received}`;
  // Without a proved address there is nothing to sign.
  const toSign = viewer.email === null ? sql`null::int` : number("to_sign");
  const waiting =
    viewer.email === null ? sql`any(array[${number("to_sign")}, ${number("waiting")}])` : number("waiting");
  return sql`${plannedForItsValues}select ${sum(toSign)} as to_sign, ${sum(waiting)} as waiting,
    ${sum(number("completed"))} as completed, ${sum(number("drafts"))} as drafts,
      coalesce(sum(documents) filter (where tab >= 0), 0)::int as "all"
    from (${counted}
      union all select list_tab(f.status, s.status), -1 from ${requested} and ${overdue}
      union all select list_tab(f.status, s.status), -1 from ${received} and ${overdue}
      union all select ${number("closed")}, 1 from ${requested} and ${overdue}
      union all select ${number("closed")}, 1 from ${received} and ${overdue}) counted`;
}

const daysAtOnce = 40;

/** Whether the tallies tell which days have documents of the tab, so that a sparse tab needs no full scan. */
export function isReadByDay(list: DocumentList): boolean {
  return isTallied(list.viewer) && list.sorting.by === "created_at" && usedFilters(list).join() === "tab";
}

/**
 * The next days in the direction of reading with documents of the tab, from the cursor's day or after `past`: as many
 * as a page needs according to their tallies. On the cursor's own day, any number of documents may come before the
 * cursor.
 */
export function daysSql(
  { viewer, filters: { tab }, sorting }: DocumentList,
  { after, limit, past }: { after: Cursor | null; limit: number; past: string | null },
): SQL {
  const [isDescending, towards] = [sorting.direction === "desc", sql.raw(sorting.direction)];
  const tabs: (string | undefined)[] = viewer.email === null && tab === "waiting" ? ["to_sign", "waiting"] : [tab];
  const conditions = [
    sql`viewer = any(${viewerNames(asParameter({ ...viewer }))})`,
    sql`tab = any(${sql.param(tallyTabs.flatMap((name, number) => (tabs.includes(name) ? [number] : [])))}::int[])`,
  ];
  if (after)
    conditions.push(
      sql`day ${sql.raw(isDescending ? "<=" : ">=")} (${after.value}::timestamptz at time zone 'UTC')::date`,
    );
  if (past) conditions.push(sql`day ${sql.raw(isDescending ? "<" : ">")} ${past}::date`);
  const passedOver = after && past === null ? sql`first_value(documents) over (order by day ${towards})` : sql`0`;
  return sql`${plannedForItsValues}select day::text from (
      select day, sum(documents) over (order by day ${towards}) - documents - ${passedOver} as before from (
        select day, sum(documents) as documents from list_tallies where ${sql.join(conditions, sql` and `)} group by day having sum(documents) > 0
        order by day ${towards} limit ${daysAtOnce}::int) near) days
    where before < ${limit}::int order by day ${towards}`;
}

/** The columns of a page, as JSON in its order. `page` is a query of `id` and `place`. */
export function rowsSql(viewer: ListViewer, page: SQL): SQL {
  const person = personOf(viewer, asParameter({ ...viewer }));
  return sql`${plannedForItsValues}select ${rowJson} as row, s.link_sealed from (${page}) page
    join files f on f.id = page.id join accounts r on r.id = f.requester_id
    left join sign_requests s on s.file_id = f.id and ${isOwnEntry(person)} order by page.place`;
}

/** Changes of the document itself; reading it or sending an e-mail does not count. */
const changes = `event.type like 'file.%' and event.type <> 'file.downloaded'
  or event.type like 'element.%' or event.type like 'signer.%'
  or event.type in ('signed', 'approved', 'document.read', 'declined')`;

const rowJson = sql.raw(`json_build_object(
  'id', f.id, 'uuid', f.uuid, 'name', f.name, 'tab', ${tabSql}, 'status', ${statusNowSql("f")},
  'createdAt', f.created_at,
  'deadline', case when ${hasDeadline} then f.expires_at end, 'isDueSoon', ${dueSoonSql},
  'updatedAt', coalesce((select event.at from audit_events event
    where event.file_id = f.id and (${changes}) order by event.seq desc limit 1), f.created_at),
  'filesCount', case when f.kind = 'envelope' then (select count(*) from files part where part.envelope_id = f.id) end,
  'requesterId', f.requester_id, 'requesterName', r.display_name, 'ownId', s.id,
  'signers', coalesce((select json_agg(json_build_object(
      'id', signer.id, 'email', signer.email, 'givenName', signer.display_name, 'accountName', a.display_name,
      'role', signer.role, 'status', signer.status) order by signer.signing_order, signer.id)
    from sign_requests signer left join accounts a on ${accountOfSignerSql("a", "signer")}
    where signer.file_id = f.id and signer.removed_at is null), '[]'::json))`);
