import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { accounts, accountSigningKeys, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/platform/context";
import { accountActor } from "./actor";
import type { OwnAccountChange, storageAnswer } from "./schema";
import { assertStillActing } from "./still-acting";
import { storageOf } from "./stored-bytes";

/**
 * What people may change of their account by themselves: the name that others read, and the language of pages and mails. Answers the account as it is
 * then. Throws `unauthenticated` where the account was erased, or the credential ended, meanwhile.
 */
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
  await ctx.tx(async (tx) => {
    await assertStillActing(tx, acting);
    await tx.db.update(accounts).set(change).where(eq(accounts.id, acting.account.id));
  });
  return getOwnAccount(ctx, { ...acting, account: { ...acting.account, ...change } });
}

export interface OwnAccount {
  account: Account;
  hasSigningKey: boolean;
  storage: z.infer<typeof storageAnswer>;
}

/** The caller's own account, whether it has a signing key of its own, and what its documents take. Throws `unauthenticated`. */
export async function getOwnAccount(ctx: Ctx, actor: Actor): Promise<OwnAccount> {
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
  const storage = await storageOf(ctx, [account.id]);
  return { account, hasSigningKey: keys.length > 0, storage: storage(account.id) };
}
