import { sql } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import type { Cursor } from "./list-cursor";
import type { Sorting } from "./list-sorting";
import { readRecords, type RecordPage, type RecordSelection } from "./read-records";
import type { ListQuery } from "./schema";
import { byIds, listValues, selectFound, selectNear } from "./select-files";

interface Wanted {
  sorting: Sorting;
  limit: number;
  offset: number;
  /** Null: from the beginning. */
  after: Cursor | null;
  /** Whether the answer says how many the search finds on all pages; else 0. */
  isCounted: boolean;
}

/**
 * The files that a search finds: first their ids, then what is shown of them. The index must find everything before it can answer anything, so a
 * search without a total looks at the beginning of the list first.
 */
export async function findAndRead(
  ctx: Ctx,
  account: Account,
  query: ListQuery,
  { sorting, limit, offset, after, isCounted }: Wanted,
): Promise<RecordPage & { total: number }> {
  const values = listValues(query, account, { limit, offset, after });
  const near = isCounted ? null : await find(ctx, selectNear(query, sorting, after ? "after" : "front"), values);
  const found =
    near && near.ids.length >= limit
      ? near
      : await find(ctx, selectFound(query, sorting, { isAfterFile: after !== null, isCounted }), values);
  return { ...(await readRecords(ctx, byIds, { ...values, ids: found.ids })), total: found.total ?? 0 };
}

async function find(
  ctx: Ctx,
  { name, toSql }: RecordSelection,
  values: Record<string, unknown>,
): Promise<{ total: number | null; ids: number[] }> {
  const [found] = await ctx.db
    .select({ total: sql<number | null>`found.total`, ids: sql<number[]>`found.ids` })
    .from(sql`(${toSql()}) as found`)
    .prepare(`found-${name}`)
    .execute(values);
  if (!found) throw new Error("the search answered nothing");
  return found;
}
