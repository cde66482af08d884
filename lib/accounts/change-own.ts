import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { accountActor } from "./actor";
import { getOwnAccount } from "./get-own";
import type { OwnAccountChange } from "./schema";

/** What people may change of their account by themselves: the name that others read. Answers the account as it is then. */
export async function changeOwnAccount(ctx: Ctx, actor: Actor, { displayName }: OwnAccountChange): ReturnType<typeof getOwnAccount> {
  const acting = accountActor(actor);
  if (displayName === undefined) return getOwnAccount(ctx, acting);
  await ctx.db.update(accounts).set({ displayName }).where(eq(accounts.id, acting.account.id));
  return getOwnAccount(ctx, { ...acting, account: { ...acting.account, displayName } });
}
