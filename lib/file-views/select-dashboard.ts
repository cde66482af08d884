import { sql, type SQL } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import { madeBetween, type Cursor } from "./dashboard-query";
import type { DashboardOrder, DashboardTab } from "./dashboard-choices";
import type { DashboardFilters } from "./schema";
import { statusNow } from "./select-files";

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

/** How many documents each tab holds. */
export function countSql(viewer: DashboardViewer): SQL {
  return sql`select count(*) filter (where tab = 'to_sign')::int as to_sign, count(*) filter (where tab = 'waiting')::int as waiting,
      count(*) filter (where tab = 'completed')::int as completed, count(*) filter (where tab = 'drafts')::int as drafts, count(*)::int as "all"
    from (select ${tabOf} as tab from ${requested(viewer)} union all select ${tabOf} from ${told(viewer)}) counted`;
}

/**
 * One page of documents, as JSON in the order of reading. Each kind is read by its own index up to the limit, then both are merged:
 * one query over both would read and sort all of them.
 */
export function rowsSql(viewer: DashboardViewer, slice: DashboardSlice): SQL {
  const { key, isDescending } = keys[slice.order];
  const towards = sql.raw(isDescending === (slice.direction === "forward") ? "desc" : "asc");
  const condition = sql.join([sql`true`, ...conditionsOf(viewer, slice)], sql` and `);
  const first = (kind: SQL) => sql`(select f.id, ${key} as key, s.id as own_id, s.link_sealed, ${tabOf} as tab from ${kind} and ${condition} order by ${key} ${towards}, f.id ${towards} limit ${slice.limit}::int)`;
  return sql`select ${rowJson} as row, page.link_sealed from
    (select * from (${first(requested(viewer))} union all ${first(told(viewer))}) merged order by merged.key ${towards}, merged.id ${towards} limit ${slice.limit}::int) page
    join files f on f.id = page.id join accounts r on r.id = f.requester_id order by page.key ${towards}, page.id ${towards}`;
}

const isOpen = sql`f.status in ('able_to_sign', 'partially_signed') and f.expires_at > clock_timestamp()`;

/** What each order goes by. What nobody can sign any more has no deadline. */
const keys: Record<DashboardOrder, { key: SQL; type: "timestamptz" | "text"; isDescending: boolean }> = {
  newest: { key: sql`f.created_at`, type: "timestamptz", isDescending: true },
  oldest: { key: sql`f.created_at`, type: "timestamptz", isDescending: false },
  name: { key: sql`lower(f.name)`, type: "text", isDescending: false },
  deadline: { key: sql`case when ${isOpen} then f.expires_at else 'infinity' end`, type: "timestamptz", isDescending: false },
};

function conditionsOf({ accountId }: DashboardViewer, { tab, filters, order, from, direction }: DashboardSlice): SQL[] {
  const { q, state, signer, by, due } = filters;
  const { since, until } = madeBetween(filters);
  const { key, type, isDescending } = keys[order];
  const beyond = sql.raw(isDescending === (direction === "forward") ? "<" : ">");
  const conditions: [SQL, boolean][] = [
    [sql`${tabOf} = ${tab}::text`, tab !== "all"],
    [sql`(${key}, f.id) ${beyond} (${from?.key ?? ""}::${sql.raw(type)}, ${from?.id ?? 0}::int)`, from !== null],
    [sql`(f.name ilike ${pattern(q)}::text or ${hasSigner(q)})`, q !== ""],
    [sql`case f.status when 'deleted' then 'signed' else ${sql.raw(statusNow("f"))} end = ${state}::text`, state !== ""],
    [sql`f.created_at >= ${since?.toISOString() ?? null}::timestamptz`, since !== null],
    [sql`f.created_at < ${until?.toISOString() ?? null}::timestamptz`, until !== null],
    [hasSigner(signer), signer !== ""],
    [sql`(f.requester_id = ${accountId}::int) = ${by === "me"}::boolean`, by !== ""],
    [sql`(${isOpen} and f.expires_at <= clock_timestamp() + interval '7 days')`, due !== ""],
  ];
  return conditions.filter(([, isWanted]) => isWanted).map(([condition]) => condition);
}

/** Matches a text anywhere: it is text, not a pattern. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

const hasSigner = (text: string) => sql`exists (select 1 from sign_requests found left join accounts named on named.email = found.email
  where found.file_id = f.id and found.removed_at is null
    and (found.email ilike ${pattern(text)}::text or found.display_name ilike ${pattern(text)}::text or named.display_name ilike ${pattern(text)}::text))`;

/** Acts on the document itself; that somebody read it or was sent a mail is no change. */
const changes = `event.type like 'file.%' and event.type <> 'file.downloaded' or event.type like 'element.%' or event.type like 'signer.%' or event.type in ('signed', 'declined')`;

const rowJson = sql.raw(`json_build_object(
  'id', f.id, 'uuid', f.uuid, 'name', f.name, 'tab', page.tab, 'status', ${statusNow("f")}, 'key', page.key, 'createdAt', f.created_at,
  'deadline', case when f.status in ('able_to_sign', 'partially_signed') then f.expires_at end, 'isDueSoon', f.expires_at <= clock_timestamp() + interval '7 days',
  'updatedAt', coalesce((select event.at from audit_events event where event.file_id = f.id and (${changes}) order by event.seq desc limit 1), f.created_at),
  'requesterId', f.requester_id, 'requesterName', r.display_name, 'ownId', page.own_id,
  'signers', coalesce((select json_agg(json_build_object(
      'id', signer.id, 'email', signer.email, 'givenName', signer.display_name, 'accountName', a.display_name, 'status', signer.status) order by signer.signing_order, signer.id)
    from sign_requests signer left join accounts a on a.email = signer.email where signer.file_id = f.id and signer.removed_at is null), '[]'::json))`);
