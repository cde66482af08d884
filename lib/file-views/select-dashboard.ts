import { sql, type SQL } from "drizzle-orm";
import { plannedForItsValues } from "@/db/named-statements";
import type { Account } from "@/db/schema/accounts";
import { tallyTabs } from "@/db/schema/lists";
import type { DashboardOrder, DashboardTab } from "./dashboard-choices";
import { madeBetween, type Cursor } from "./dashboard-query";
import type { DashboardFilters } from "./schema";
import { statusNow } from "./select-files";
import { viewerNames } from "./viewer-names";

/** Whose dashboard. `email` is null for an account whose address is not proved: it sees nobody's requests. */
export interface DashboardViewer {
  accountId: number;
  email: string | null;
}

export function dashboardViewer(account: Pick<Account, "id" | "email" | "emailProvedAt">): DashboardViewer {
  return { accountId: account.id, email: account.emailProvedAt ? account.email : null };
}

export interface DashboardSlice {
  tab: DashboardTab;
  filters: DashboardFilters;
  order: DashboardOrder;
  /** Only what lies beyond this document in the direction of reading. */
  from: Cursor | null;
  direction: "forward" | "back";
  limit: number;
}

/** The two kinds of documents that a viewer sees, by the rule of `viewOf`; `s` is the viewer's own entry among the signers. */
const requested = ({ accountId, email }: DashboardViewer) => sql`files f
  left join sign_requests s on s.file_id = f.id and s.email = ${email}::text and s.removed_at is null
  where f.requester_id = ${accountId}::int and f.status <> 'deleted'`;

const told = ({ accountId, email }: DashboardViewer) => sql`sign_requests s join files f on f.id = s.file_id
  where s.email = ${email}::text and s.removed_at is null and s.told_at is not null and s.status not in ('draft', 'waiting')
    and f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null)
    and (f.requester_id <> ${accountId}::int or f.status = 'deleted')`;

/** Each document is in one tab, and in "all"; what ended without being signed is in "all" only. */
const tabOf = sql`case
  when f.status in ('signed', 'deleted') then 'completed'
  when f.status = 'draft' then 'drafts'
  when f.status = 'signing_in_progress' then 'waiting'
  when f.status not in ('able_to_sign', 'partially_signed') or f.expires_at <= clock_timestamp() then 'closed'
  when s.status = 'pending' then 'to_sign'
  else 'waiting' end`;

/**
 * How many documents each tab holds: the sums of the tallies, less those whose time has run out and whose row does not say so yet. There are few
 * of these, and they have an index.
 */
export function countSql(viewer: DashboardViewer): SQL {
  const number = (tab: (typeof tallyTabs)[number]) => sql.raw(String(tallyTabs.indexOf(tab)));
  const overdue = sql`f.status in ('able_to_sign', 'partially_signed') and f.expires_at <= statement_timestamp()`;
  const sum = (tab: SQL) => sql`coalesce(sum(documents) filter (where tab = ${tab}), 0)::int`;
  // Without a proved address nothing is one's own to sign.
  const toSign = viewer.email === null ? sql`null::int` : number("to_sign");
  const waiting =
    viewer.email === null ? sql`any(array[${number("to_sign")}, ${number("waiting")}])` : number("waiting");
  return sql`${plannedForItsValues}select ${sum(toSign)} as to_sign, ${sum(waiting)} as waiting, ${sum(number("completed"))} as completed, ${sum(number("drafts"))} as drafts,
      coalesce(sum(documents) filter (where tab >= 0), 0)::int as "all"
    from (select tab, documents from list_tallies where viewer = any(${namesOf(viewer)})
      union all select list_tab(f.status, s.status), -1 from ${requested(viewer)} and ${overdue}
      union all select list_tab(f.status, s.status), -1 from ${told(viewer)} and ${overdue}
      union all select ${number("closed")}, 1 from ${requested(viewer)} and ${overdue}
      union all select ${number("closed")}, 1 from ${told(viewer)} and ${overdue}) counted`;
}

function namesOf({ accountId, email }: DashboardViewer): SQL {
  return viewerNames({ id: accountId, email: email ?? "", emailProvedAt: email === null ? null : new Date(0) });
}

const daysAtOnce = 40;

/** Whether the days that have documents of the tab are known from the tallies, so that a tab with few of many documents needs no walk through all. */
export function isReadByDay({ tab, filters, order }: Pick<DashboardSlice, "tab" | "filters" | "order">): boolean {
  return (
    tab !== "all" &&
    (order === "newest" || order === "oldest") &&
    Object.values(filters).every((filter) => filter === "")
  );
}

/** The next days in the direction of reading that have documents of the tab, from that of the cursor or after `past`. */
export function daysSql(
  viewer: DashboardViewer,
  { tab, order, from, direction }: DashboardSlice,
  past: string | null,
): SQL {
  const isDescending = keys[order].isDescending === (direction === "forward");
  const tabs = viewer.email === null && tab === "waiting" ? ["to_sign", "waiting"] : [tab];
  const conditions = [
    sql`viewer = any(${namesOf(viewer)})`,
    sql`tab = any(${sql.param(tallyTabs.flatMap((name, number) => (tabs.includes(name) ? [number] : [])))}::int[])`,
  ];
  if (from)
    conditions.push(
      sql`day ${sql.raw(isDescending ? "<=" : ">=")} (${from.key}::timestamptz at time zone 'UTC')::date`,
    );
  if (past) conditions.push(sql`day ${sql.raw(isDescending ? "<" : ">")} ${past}::date`);
  return sql`${plannedForItsValues}select day::text from list_tallies where ${sql.join(conditions, sql` and `)} group by day having sum(documents) > 0
    order by day ${sql.raw(isDescending ? "desc" : "asc")} limit ${daysAtOnce}::int`;
}

/**
 * One page of documents, as JSON in the order of reading. Each kind is read by its own index up to the limit, then both are merged:
 * one query over both would read and sort all of them. `days` are the only ones that are looked at, each up to the limit.
 */
export function rowsSql(viewer: DashboardViewer, slice: DashboardSlice, days: readonly string[] | null = null): SQL {
  const { key, toldKey = key, isDescending } = keys[slice.order];
  const towards = sql.raw(isDescending === (slice.direction === "forward") ? "desc" : "asc");
  const first = (kind: SQL, by: SQL, id: SQL) => {
    const condition = sql.join([sql`true`, ...conditionsOf(viewer, slice, by, id)], sql` and `);
    const ordered = (more: SQL) =>
      sql`(select f.id, ${by} as key, s.id as own_id, s.link_sealed, ${tabOf} as tab from ${kind} and ${condition} and ${more} order by ${by} ${towards}, ${id} ${towards} limit ${slice.limit}::int)`;
    if (days === null) return ordered(sql`true`);
    const ofDay = sql`${by} >= on_day.start and ${by} < on_day.start + interval '1 day'`;
    return sql`(select of_day.* from (select day::timestamp at time zone 'UTC' as start from unnest(${sql.param([...days])}::date[]) day) on_day cross join lateral ${ordered(ofDay)} of_day)`;
  };
  const merged = sql`${first(requested(viewer), key, sql`f.id`)} union all ${first(told(viewer), toldKey, toldKey === key ? sql`f.id` : sql`s.file_id`)}`;
  return sql`${plannedForItsValues}select ${rowJson} as row, page.link_sealed from
    (select * from (${merged}) merged order by merged.key ${towards}, merged.id ${towards} limit ${slice.limit}::int) page
    join files f on f.id = page.id join accounts r on r.id = f.requester_id order by page.key ${towards}, page.id ${towards}`;
}

const isOpen = sql`f.status in ('able_to_sign', 'partially_signed') and f.expires_at > clock_timestamp()`;

/** What each order goes by; `toldKey` is the same value beside the index of a signer's documents. What nobody can sign any more has no deadline. */
const keys: Record<DashboardOrder, { key: SQL; toldKey?: SQL; type: "timestamptz" | "text"; isDescending: boolean }> = {
  newest: { key: sql`f.created_at`, toldKey: sql`s.file_created_at`, type: "timestamptz", isDescending: true },
  oldest: { key: sql`f.created_at`, toldKey: sql`s.file_created_at`, type: "timestamptz", isDescending: false },
  name: { key: sql`lower(f.name)`, type: "text", isDescending: false },
  deadline: {
    key: sql`case when ${isOpen} then f.expires_at else 'infinity' end`,
    type: "timestamptz",
    isDescending: false,
  },
};

function conditionsOf(
  viewer: DashboardViewer,
  { tab, filters, order, from, direction }: DashboardSlice,
  key: SQL,
  id: SQL,
): SQL[] {
  const { q, state, signer, by, due } = filters;
  const { since, until } = madeBetween(filters);
  const { type, isDescending } = keys[order];
  const beyond = sql.raw(isDescending === (direction === "forward") ? "<" : ">");
  const conditions: [SQL, boolean][] = [
    [sql`${tabOf} = ${tab}::text`, tab !== "all"],
    [sql`(${key}, ${id}) ${beyond} (${from?.key ?? ""}::${sql.raw(type)}, ${from?.id ?? 0}::int)`, from !== null],
    [isFound(viewer, q), q !== ""],
    [isFound(viewer, signer), signer !== ""],
    [sql`(f.name ilike ${pattern(q)}::text or ${hasSigner(q)})`, q !== ""],
    [
      sql`case f.status when 'deleted' then 'signed' else ${sql.raw(statusNow("f"))} end = ${state}::text`,
      state !== "",
    ],
    [sql`f.created_at >= ${since?.toISOString() ?? null}::timestamptz`, since !== null],
    [sql`f.created_at < ${until?.toISOString() ?? null}::timestamptz`, until !== null],
    [hasSigner(signer), signer !== ""],
    [sql`(f.requester_id = ${viewer.accountId}::int) = ${by === "me"}::boolean`, by !== ""],
    [sql`(${isOpen} and f.expires_at <= clock_timestamp() + interval '7 days')`, due !== ""],
  ];
  return conditions.filter(([, isWanted]) => isWanted).map(([condition]) => condition);
}

/** Matches a text anywhere: it is text, not a pattern. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

const hasSigner = (
  text: string,
) => sql`exists (select 1 from sign_requests found left join accounts named on named.email = found.email and named.email_proved_at is not null
  where found.file_id = f.id and found.removed_at is null
    and (found.email ilike ${pattern(text)}::text or found.display_name ilike ${pattern(text)}::text or named.display_name ilike ${pattern(text)}::text))`;

/** What the search's index holds of the viewer's documents, and those of signers whose account has such a name: no less than what the filters let through. */
const isFound = (viewer: DashboardViewer, text: string) => sql`f.id = any(array(
  select file_id from file_search where viewers && ${namesOf(viewer)} and text ilike ${pattern(text)}::text
  union all select s.file_id from accounts named join sign_requests s on s.email = named.email join file_search m on m.file_id = s.file_id
    where named.display_name ilike ${pattern(text)}::text and m.viewers && ${namesOf(viewer)}))`;

/** Acts on the document itself; that somebody read it or was sent a mail is no change. */
const changes = `event.type like 'file.%' and event.type <> 'file.downloaded' or event.type like 'element.%' or event.type like 'signer.%' or event.type in ('signed', 'declined')`;

const rowJson = sql.raw(`json_build_object(
  'id', f.id, 'uuid', f.uuid, 'name', f.name, 'tab', page.tab, 'status', ${statusNow("f")}, 'key', page.key, 'createdAt', f.created_at,
  'deadline', case when f.status in ('able_to_sign', 'partially_signed') then f.expires_at end, 'isDueSoon', f.expires_at <= clock_timestamp() + interval '7 days',
  'updatedAt', coalesce((select event.at from audit_events event where event.file_id = f.id and (${changes}) order by event.seq desc limit 1), f.created_at),
  'requesterId', f.requester_id, 'requesterName', r.display_name, 'ownId', page.own_id,
  'signers', coalesce((select json_agg(json_build_object(
      'id', signer.id, 'email', signer.email, 'givenName', signer.display_name, 'accountName', a.display_name, 'status', signer.status) order by signer.signing_order, signer.id)
    from sign_requests signer left join accounts a on a.email = signer.email and a.email_proved_at is not null where signer.file_id = f.id and signer.removed_at is null), '[]'::json))`);
