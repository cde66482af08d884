import { sql } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { viewerNames } from "./viewer-names";

/** Where a page of a whole list by time begins. */
export interface PagePlace {
  /** Of the whole list. */
  total: number;
  /** The day on which the page begins, and how many documents of that day come before it. Null beyond the end. */
  start: { day: string; offset: number } | null;
}

interface Row extends Record<string, unknown> {
  total: number;
  day: string | null;
  before: number | null;
}

/**
 * Finds a page by the tallies of its days instead of walking to it: a page in the middle of a million documents is found as fast as the first.
 * `offset` counts documents in the order of the list.
 */
export async function findPage(
  ctx: Ctx,
  account: Account,
  { offset, direction }: { offset: number; direction: "asc" | "desc" },
): Promise<PagePlace> {
  const {
    rows: [row],
  } = await ctx.db.execute<Row>(sql`
    with days as materialized (
      select day, sum(documents) as documents from list_tallies where viewer = any(${viewerNames(account)}) group by day having sum(documents) > 0
    ), placed as (
      select day, documents, sum(documents) over (order by day ${sql.raw(direction)}) - documents as before from days
    )
    select coalesce((select sum(documents) from days), 0)::int as total, found.day::text, found.before::int from (values (1)) one
    left join lateral (select day, before from placed where before <= ${offset}::bigint and ${offset}::bigint < before + documents) found on true`);
  if (!row) throw new Error("the tallies answered nothing");
  return { total: row.total, start: row.day === null ? null : { day: row.day, offset: offset - (row.before ?? 0) } };
}
