import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

export const keptDays = 7;
const keptPerAccount = 10_000;

/** Forgets calls after seven days, and of an account that makes very many all but the newest. */
export async function sweepRequestLog(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`delete from request_log where at < now() - make_interval(days => ${keptDays}::int)`);
  await ctx.db.execute(sql`
    with busy as materialized (select account_id from request_log group by account_id having count(*) > ${keptPerAccount}::int),
    too_old as materialized (
      select busy.account_id, (select id from request_log where account_id = busy.account_id order by id desc offset ${keptPerAccount}::int limit 1) as last from busy)
    delete from request_log using too_old where request_log.account_id = too_old.account_id and request_log.id <= too_old.last`);
}
