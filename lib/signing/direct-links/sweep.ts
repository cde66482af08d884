import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/platform/context";
import { retentionHours } from "@/lib/signing/proof/store-code";

/**
 * Deletes codes of direct links that made no document, a day after they expired. Of those that made one, the HMAC of the address stays
 * while the link does, for its limit per address; the rest goes.
 */
export async function sweepVisitorCodes(ctx: Ctx): Promise<void> {
  const isOld = sql`c.expires_at < now() - make_interval(hours => ${retentionHours}::int)`;
  await ctx.db.execute(sql`delete from direct_link_codes c where ${isOld} and c.used_at is null`);
  await ctx.db.execute(
    sql`update direct_link_codes c set code_hmac = '', network = null where ${isOld} and c.code_hmac <> ''`,
  );
  await ctx.db.execute(sql`
    update direct_link_codes c set recipient_hmac = '' from direct_links l
    where l.id = c.link_id and l.deleted_at is not null and c.recipient_hmac <> '' and ${isOld}`);
}
