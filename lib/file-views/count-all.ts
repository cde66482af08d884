import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Ctx } from "@/lib/context";
import type { ListQuery } from "./schema";
import { selectTotal } from "./select-files";

interface Prepared {
  execute(values: Record<string, unknown>): Promise<{ total: number }[]>;
}

const prepared = new WeakMap<Db, Map<string, Prepared>>();

/** How many files a list has on all its pages. `values` as for the list itself. */
export async function countAll(ctx: Ctx, query: ListQuery, values: Record<string, unknown>): Promise<number> {
  const { name, toSql } = selectTotal(query);
  const known = prepared.get(ctx.db) ?? new Map<string, Prepared>();
  prepared.set(ctx.db, known);
  const statement = known.get(name) ?? ctx.db.select({ total: sql<number>`${toSql()}` }).from(sql`(values (1)) as one`).prepare(`files-${name}`);
  known.set(name, statement);
  const [row] = await statement.execute(values);
  return row?.total ?? 0;
}
