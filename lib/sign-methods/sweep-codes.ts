import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

export const keptHours = 24;

/**
 * Forgets codes a day after they expired (docs/spec/limits.md): what could be tried out against one, and from which network
 * it was asked for. The row goes a day after its document has ended for good; until then it counts against the signer's limits, and the
 * evidence says where the code went.
 */
export async function sweepCodes(ctx: Ctx): Promise<void> {
  const isOld = sql`c.expires_at < now() - make_interval(hours => ${keptHours}::int)`;
  await ctx.db.execute(
    sql`update challenges c set code_hmac = '', recipient_hmac = null, network = null where ${isOld} and (c.code_hmac <> '' or c.network is not null)`,
  );
  await ctx.db.execute(sql`
    with ended as (
      select c.id from challenges c join sign_requests s on s.id = c.sign_request_id join files f on f.id = s.file_id
      where ${isOld} and f.status in ('signed', 'declined', 'cancelled', 'deleted')
        and coalesce(f.completed_at, f.closed_at, f.deleted_at) < now() - make_interval(hours => ${keptHours}::int)
        and not exists (select from guest_sessions g where g.challenge_id = c.id and g.expires_at > now())),
    sessions_gone as (delete from guest_sessions where challenge_id in (select id from ended)),
    wrong_gone as (delete from wrong_codes where challenge_id in (select id from ended))
    delete from challenges where id in (select id from ended)`);
}
