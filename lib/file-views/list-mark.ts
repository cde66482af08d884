import { sql } from "drizzle-orm";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import type { ListMark } from "./schema";
import { viewerNames } from "./viewer-names";

/**
 * `GET /file/list/mark`: another text whenever something happened that the caller's list shows. Cheap, for asking every few seconds: of one's own
 * documents the place in the log of events, and how many acts the tallies of one's lists have counted. Throws `unauthenticated`.
 */
export async function showListMark(ctx: Ctx, actor: Actor): Promise<ListMark> {
  const { account } = accountActor(actor);
  const {
    rows: [found],
  } = await ctx.db.execute<{ position: string; changes: string }>(sql`select
    coalesce((select position from event_counters where account_id = ${account.id}::int), 0) as position,
    coalesce((select sum(changes) from list_tallies where viewer = any(${viewerNames(account)})), 0) as changes`);
  if (!found) throw new Error("the mark was not read");
  return { mark: `${found.position}.${found.changes}` };
}
