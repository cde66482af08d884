import { sql } from "drizzle-orm";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import type { ListMark } from "./schema";

/**
 * `GET /file/list/mark`: another text whenever something happened that the caller's list shows. Cheap, for asking every few seconds: of one's own
 * documents the place in the log of events, of those one signs the last change. Throws `unauthenticated`.
 */
export async function showListMark(ctx: Ctx, actor: Actor): Promise<ListMark> {
  const { account } = accountActor(actor);
  const email = account.emailProvedAt ? account.email : null;
  const { rows: [found] } = await ctx.db.execute<{ position: string; told: string; changed: string | null }>(sql`select
    coalesce((select position from event_counters where account_id = ${account.id}::int), 0) as position, told.count as told, told.changed
    from (select count(*) as count, max(greatest(s.told_at, s.signed_at, s.closed_at, s.removed_at, f.completed_at, f.closed_at, f.deleted_at)) as changed
      from sign_requests s join files f on f.id = s.file_id where s.email = ${email}::text and s.told_at is not null) told`);
  if (!found) throw new Error("the mark was not read");
  return { mark: `${found.position}.${found.told}.${found.changed ? new Date(found.changed).getTime().toString(36) : ""}` };
}
