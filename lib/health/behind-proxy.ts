import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context";

/** Written by scripts/server/note-forwarded.ts. */
const key = Symbol.for("paraph.forwarded");
const dayMs = 24 * 3600 * 1000;
const manyAccounts = 3;

/**
 * True when `TRUST_PROXY` is 0 and a proxy stands before this server all the same: requests named one today, and several accounts have
 * sessions from its address.
 */
export async function isBehindUntrustedProxy(ctx: Ctx): Promise<boolean> {
  const noted = (globalThis as { [key]?: { address: string; at: number } })[key];
  if (!noted || Date.now() - noted.at > dayMs) return false;
  const { rows } = await ctx.db.execute<{ accounts: number }>(sql`
    select count(distinct account_id)::int as accounts from sessions where address = ${noted.address} and last_seen_at > now() - interval '1 day'`);
  return (rows[0]?.accounts ?? 0) >= manyAccounts;
}
