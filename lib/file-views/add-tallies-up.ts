import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

const rowsAtOnce = 5000;

/**
 * Makes one row of each list, day and tab that acts appended to since the last time; the sums stay. Each turn is one statement, so that a
 * reader sees all of it or nothing; rows that another process is adding up are left to it.
 */
export async function addTalliesUp(ctx: Ctx): Promise<void> {
  for (let taken = rowsAtOnce; taken >= rowsAtOnce;) {
    const {
      rows: [done],
    } = await ctx.db.execute<{ taken: number }>(sql`
      with crowded as (
        select distinct viewer, day, tab from (select viewer, day, tab from list_tallies where is_new limit ${rowsAtOnce}::int) appended
      ), taken as (
        delete from list_tallies where ctid = any(array(
          select t.ctid from crowded join list_tallies t using (viewer, day, tab) for update of t skip locked)) returning viewer, day, tab, documents, changes
      ), added as (
        insert into list_tallies (viewer, day, tab, documents, changes, is_new)
        select viewer, day, tab, sum(documents), sum(changes), false from taken group by viewer, day, tab
      )
      select count(*)::int as taken from taken`);
    taken = done?.taken ?? 0;
  }
}
