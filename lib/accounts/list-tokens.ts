import { and, desc, eq, isNull } from "drizzle-orm";
import { apiTokens, type ApiToken } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { accountActor } from "./actor";

/** The caller's tokens that are not revoked, newest first. */
export async function listTokens(ctx: Ctx, actor: Actor): Promise<ApiToken[]> {
  const { account } = accountActor(actor);
  return ctx.db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.accountId, account.id), isNull(apiTokens.revokedAt)))
    .orderBy(desc(apiTokens.id));
}
