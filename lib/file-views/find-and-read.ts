import { sql } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import type { Cursor } from "./list-cursor";
import type { Sorting } from "./list-sorting";
import { readRecords, type RecordPage } from "./read-records";
import type { ListQuery } from "./schema";
import { byIds, listValues, selectFound } from "./select-files";

interface Wanted {
  sorting: Sorting;
  limit: number;
  offset: number;
  /** Null: from the beginning. */
  after: Cursor | null;
  /** Whether the answer says how many the search finds on all pages; else 0. */
  isCounted: boolean;
}

/** The files that a search finds: first their ids by the index of what searches look in, then what is shown of them. */
export async function findAndRead(ctx: Ctx, account: Account, query: ListQuery, { sorting, limit, offset, after, isCounted }: Wanted): Promise<RecordPage & { total: number }> {
  const values = listValues(query, account, { limit, offset, after });
  const { name, toSql } = selectFound(query, sorting, { isAfterFile: after !== null, isCounted });
  const [found] = await ctx.db.select({ total: sql<number | null>`found.total`, ids: sql<number[]>`found.ids` }).from(sql`(${toSql()}) as found`).prepare(`found-${name}`).execute(values);
  if (!found) throw new Error("the search answered nothing");
  return { ...(await readRecords(ctx, byIds, { ...values, ids: found.ids })), total: found.total ?? 0 };
}
