import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { accountActor } from "./actor";
import { getOwnAccount } from "./get-own";
import type { OwnAccountChange } from "./schema";

/** What people may change of their account by themselves: the name that others read, and the language of pages and mails. Answers the account as it is then. */
export async function changeOwnAccount(
  ctx: Ctx,
  actor: Actor,
  { displayName, language }: OwnAccountChange,
): ReturnType<typeof getOwnAccount> {
  const acting = accountActor(actor);
  const change = {
    ...(displayName === undefined ? {} : { displayName }),
    ...(language === undefined ? {} : { language }),
  };
  if (Object.keys(change).length === 0) return getOwnAccount(ctx, acting);
  await ctx.db.update(accounts).set(change).where(eq(accounts.id, acting.account.id));
  return getOwnAccount(ctx, { ...acting, account: { ...acting.account, ...change } });
}
