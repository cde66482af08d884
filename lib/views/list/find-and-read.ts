import { sql } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/platform/context";
import { readRecords, type RecordPage, type RecordSelection } from "@/lib/views/read-records";
import type { ListQuery } from "@/lib/views/schema";
import type { Cursor, Sorting } from "./list-cursor";
import { byIds, countFound, isSearchAlone, listValues, selectFound, selectNear } from "./select-files";

interface Wanted {
  sorting: Sorting;
  limit: number;
  offset: number;
  /** Null: from the beginning. */
  after: Cursor | null;
  /** Whether to count the search results on all pages; else 0. */
  isCounted: boolean;
}

/**
 * The files of a search: first their ids, then the displayed columns. The index has to find all results before it can sort them, so a
 * search scans the beginning of the list first; its total is counted separately.
 */
export async function findAndRead(
  ctx: Ctx,
  account: Account,
  query: ListQuery,
  wanted: Wanted,
): Promise<RecordPage & { total: number }> {
  const values = listValues(query, account, wanted);
  const found =
    (await findNear(ctx, query, values, wanted)) ??
    (await find(
      ctx,
      selectFound(query, wanted.sorting, { isAfterFile: wanted.after !== null, isCounted: wanted.isCounted }),
      values,
    ));
  return { ...(await readRecords(ctx, byIds, { ...values, ids: found.ids })), total: found.total ?? 0 };
}

/** Null when the beginning of the list does not fill a page, or when the total requires a look at every file. */
async function findNear(
  ctx: Ctx,
  query: ListQuery,
  values: Record<string, unknown>,
  { sorting, limit, offset, after, isCounted }: Wanted,
): Promise<Found | null> {
  if (offset > 0 || (isCounted && !isSearchAlone(query))) return null;
  const near = await find(ctx, selectNear(query, sorting, after ? "after" : "front"), values);
  if (near.ids.length < limit) return null;
  return isCounted ? { ...near, total: (await find(ctx, countFound, values)).total } : near;
}

interface Found {
  total: number | null;
  ids: number[];
}

async function find(ctx: Ctx, { name, toSql }: RecordSelection, values: Record<string, unknown>): Promise<Found> {
  const [found] = await ctx.db
    .select({ total: sql<number | null>`found.total`, ids: sql<number[]>`found.ids` })
    .from(sql`(${toSql()}) as found`)
    .prepare(`found-${name}`)
    .execute(values);
  if (!found) throw new Error("the search answered nothing");
  return found;
}
