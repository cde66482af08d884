import { and, eq, isNull } from "drizzle-orm";
import { accountSigningKeys, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { accountActor } from "./actor";

/** The caller's own account, and whether it has a signing key of its own. Throws `unauthenticated`. */
export async function getOwnAccount(ctx: Ctx, actor: Actor): Promise<{ account: Account; hasSigningKey: boolean }> {
  const { account } = accountActor(actor);
  const keys = await ctx.db
    .select({ id: accountSigningKeys.id })
    .from(accountSigningKeys)
    .where(
      and(
        eq(accountSigningKeys.accountId, account.id),
        isNull(accountSigningKeys.replacedAt),
        isNull(accountSigningKeys.revokedAt),
      ),
    )
    .limit(1);
  return { account, hasSigningKey: keys.length > 0 };
}
