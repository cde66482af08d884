import type { Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { findAccountLink, useAccountLink, voidAccountLinks } from "./account-link";
import { accountActor } from "./actor";
import { proveAddress } from "./prove-address";

/**
 * Proves the caller's address by the link mailed to it. Both are needed, log-in and link: else who registers a stranger's address would
 * have it proved by the stranger's curious click. Throws `not_found` (another account's too), `link_expired`.
 */
export async function confirmAddress(ctx: Ctx, actor: Actor, token: string): Promise<Account> {
  const acting = accountActor(actor);
  const account = await findAccountLink(ctx, "confirmation", token);
  if (account.id !== acting.account.id) throw new DomainError("not_found");
  return ctx.tx(async (inner) => {
    await useAccountLink(inner, "confirmation", token);
    await voidAccountLinks(inner, account.id, "confirmation");
    await proveAddress(inner, account.id, "confirmation", acting);
    await markDone(inner, { accountId: account.id });
    return { ...account, emailProvedAt: account.emailProvedAt ?? (await inner.now()) };
  });
}
