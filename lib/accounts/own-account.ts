import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { accounts, accountSigningKeys, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context/context";
import { readZone } from "@/lib/platform/office-hours";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { accountActor, assertFreshProof, isMailboxProved } from "./actor";
import type { OwnAccountChange, storageAnswer } from "./schema";
import { storageOf } from "./stored-bytes";
import { assertValidCredential } from "./valid-credential";

/**
 * Changes the parts of an account that its owner may change: display name, language of pages and e-mails, and time
 * zone. Certificates and e-mails to signers state the name, so another one needs a recently given password, never a
 * token, and the owner gets an e-mail. Returns the updated account. Throws `reauth_required`, and `unauthenticated`
 * if the account was erased or the credential ended in the meantime.
 */
export async function changeOwnAccount(
  ctx: Ctx,
  actor: Actor,
  { displayName, language, timeZone }: OwnAccountChange,
): ReturnType<typeof getOwnAccount> {
  const acting = accountActor(actor);
  const change = {
    ...(displayName === undefined ? {} : { displayName }),
    ...(language === undefined ? {} : { language }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  if (Object.keys(change).length === 0) return getOwnAccount(ctx, acting);
  const { id, displayName: before } = acting.account;
  const isRenamed = displayName !== undefined && displayName !== before;
  if (isRenamed) await assertFreshProof(ctx, acting);
  await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    await tx.db.update(accounts).set(change).where(eq(accounts.id, id));
    // An unproved address may be a stranger's, who must not get e-mails about an account that is not theirs.
    if (isRenamed && isMailboxProved(acting.account))
      await enqueue(tx, "accountMail", { template: "name_changed", accountId: id });
  });
  ctx.wakeOutbox();
  return getOwnAccount(ctx, { ...acting, account: { ...acting.account, ...change } });
}

export interface OwnAccount {
  account: Account;
  hasSigningKey: boolean;
  storage: z.infer<typeof storageAnswer>;
}

/**
 * The caller's own account, with whether it has a signing key and the storage used by its documents. Throws
 * `unauthenticated`.
 */
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

/**
 * Records the time zone of the browser at a log-in, for times in e-mails. A zone already recorded stays, because the
 * owner may have chosen it.
 */
export async function noteTimeZone(
  ctx: Ctx,
  account: { id: number; timeZone: string | null },
  timeZone: string | undefined,
): Promise<void> {
  if (account.timeZone !== null || timeZone === undefined) return;
  const zone = readZone(timeZone);
  if (zone === null) return;
  await ctx.db
    .update(accounts)
    .set({ timeZone: zone })
    .where(and(eq(accounts.id, account.id), isNull(accounts.timeZone)));
}
