import { sql, type SQL } from "drizzle-orm";
import { accountOfSignerSql } from "@/lib/accounts/find";
import type { Ctx } from "@/lib/context/context";
import { isOwnEntry } from "@/lib/documents/access";
import {
  asParameter,
  conditionOf,
  hasSigner,
  isAfter,
  listValues,
  mergedKey,
  orderOf,
  ownName,
  pageSql,
  personOf,
  sortKey,
  sourcesOf,
  usedFilters,
  viewerNames,
  type Cursor,
  type DocumentList,
  type Give,
} from "./select-documents";

interface Wanted {
  limit: number;
  offset?: number;
  /** Null: from the beginning. */
  after: Cursor | null;
  /**
   * The beginning of the list to look through first, which finds common terms at once: of the list with its other
   * filters, which reads all of it if few documents pass them, or of the whole list. Null: the index alone.
   */
  walk: "filtered" | "whole" | null;
  /** Whether to count the results on all pages; else null. */
  isCounted: boolean;
}

interface Found {
  ids: number[];
  /** Null when not counted. */
  total: number | null;
}

/** How many files of the list a search scans before it uses the index. */
const walkedFiles = 1000;

export function isSearch({ filters: { q, signer } }: DocumentList): boolean {
  return Boolean(q) || Boolean(signer);
}

/** Whether a search by `q` has no other filters, so that its results can be counted without a look at each file. */
export function isSearchAlone(list: DocumentList): boolean {
  return usedFilters(list).every((name) => name === "q");
}

/**
 * One page of a search: the ids in order. The index has to find all results before it can sort them, so the beginning
 * of the list comes first. A page found there has no total: `countFound` counts it.
 */
export async function searchDocuments(
  ctx: Ctx,
  list: DocumentList,
  { walk, isCounted, ...page }: Wanted,
): Promise<Found> {
  const give = asParameter(listValues(list, page));
  const isAfterCursor = page.after !== null;
  if (walk) {
    const near = await find(ctx, nearSql(list, { isAfterCursor, walk }, give));
    if (near.ids.length === page.limit) return near;
  }
  return find(ctx, foundSql(list, { isAfterCursor, isCounted }, give));
}

/**
 * The number of results, by `file_search` alone where possible: the account sees everything it requested except what it
 * deleted, and everything it received. With many results, looking at every file takes six times as long. Deleted
 * documents are read by an index of their own, because the planner expects few results and would look up each of them.
 */
export async function countFound(ctx: Ctx, list: DocumentList): Promise<number> {
  const give = asParameter(listValues(list, { limit: 0 }));
  const { received } = sourcesOf(list, give, sql`select unnest(named) as file_id`);
  const { total } = await find(
    ctx,
    sql`with found as materialized (
      select count(*) filter (where ${isOwn(give)} and file_id not in (select id from files where requester_id = ${give("accountId")}::int and status = 'deleted')) as own,
        array_agg(file_id) filter (where ${isNamed(give)}) as named
      from (${matchesSql("q", give)}) matches)
    select (own + (select count(*) from ${received}))::int as total, array[]::int[] as ids from found`,
  );
  return total ?? 0;
}

async function find(ctx: Ctx, query: SQL): Promise<Found> {
  const { rows } = await ctx.db.execute<Found & Record<string, unknown>>(query);
  const [found] = rows;
  if (!found) throw new Error("the query returned no row");
  return found;
}

/** Names of accounts are not in the search text. They are looked up only if an account has such a name. */
function nearSql(
  list: DocumentList,
  { isAfterCursor, walk }: { isAfterCursor: boolean; walk: "filtered" | "whole" },
  give: Give,
): SQL {
  const others = walk === "whole" ? {} : { ...list.filters, q: undefined, signer: undefined };
  const ofWalk: Give = (name) => (name === "limit" ? sql.raw(String(walkedFiles)) : give(name));
  const walked = pageSql({ ...list, filters: others }, { isAfterCursor, depth: walkedFiles }, ofWalk);
  const text = give(searchesOf(list)[0] ?? "q");
  return sql`with near as materialized (${walked})
    select null::int as total, array(select f.id from (
      select near.* from near join file_search m on m.file_id = near.id where m.text ilike ${text}::text
      union select f.* from near f where (select exists (select from accounts named where named.display_name ilike ${text}::text)) and ${hasSigner(text)}) found
      join files f on f.id = found.id left join sign_requests s on s.file_id = f.id and ${isOwnEntry(personOf(list.viewer, give))}
      where ${conditionOf(list, give)} order by found.place limit ${give("limit")}::int) as ids`;
}

type Search = "q" | "signer";

function searchesOf({ filters }: DocumentList): Search[] {
  return (["q", "signer"] as const).filter((name) => filters[name]);
}

/** The documents of a search by its index, each once: by their text, or else by the name of a signer's account. */
function matchesSql(search: Search, give: Give): SQL {
  const [text, names] = [give(search), viewerNames(give)];
  return sql`select file_id, viewers from file_search where viewers && ${names} and text ilike ${text}::text
    union all select file_id, viewers from file_search where viewers && ${names} and text not ilike ${text}::text
      and file_id in (select s.file_id from accounts named join sign_requests s on ${sql.raw(accountOfSignerSql("named", "s"))}
        where s.removed_at is null and named.display_name ilike ${text}::text)`;
}

const isOwn = (give: Give): SQL => sql`${ownName(give)} = any(viewers)`;
const isNamed = (give: Give): SQL => sql`${give("email")}::text = any(viewers)`;

function foundSql(
  list: DocumentList,
  { isAfterCursor, isCounted }: { isAfterCursor: boolean; isCounted: boolean },
  give: Give,
): SQL {
  const { sorting } = list;
  const [search = "q", other] = searchesOf(list);
  const { requested, received } = sourcesOf(list, give, sql`select file_id from found where is_named`);
  const [columns, condition] = [sql`f.id, ${sql.raw(sortKey(sorting).value)} as key`, conditionOf(list, give)];
  return sql`with found as materialized (
      select file_id, ${isOwn(give)} as is_own, ${isNamed(give)} as is_named from (${matchesSql(search, give)}) matches
      ${other ? sql`where file_id in (select file_id from (${matchesSql(other, give)}) others)` : sql``}
    ), listed as materialized (
      select ${columns} from ${requested} and f.id in (select file_id from found where is_own) and ${condition}
      union all select ${columns} from ${received} and ${condition}
    )
    select ${isCounted ? sql`(select count(*)::int from listed)` : sql`null::int`} as total, array(
      select merged.id from listed merged where ${isAfterCursor ? isAfter(mergedKey, sorting, give) : sql`true`}
      order by ${orderOf(mergedKey, sorting)} limit ${give("limit")}::int offset ${give("offset")}::int) as ids`;
}
