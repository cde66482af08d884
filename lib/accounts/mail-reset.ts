import { noteAct } from "@/lib/administration/note-act";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { makeLinkToken } from "./account-link";
import { assertAdmin } from "./actor";
import type { ResetWish } from "./ask-for-reset";
import { countAccountMail } from "./count-account-mail";
import { getAccount } from "./find";

/**
 * Mails the owner of an account a link to set a password, by an administrator, who never learns it. Where the administrator made the account
 * and its password was never set since, the mail says so. Throws `forbidden`, `not_found`, `rate_limited`.
 */
export async function mailReset(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const acting = assertAdmin(actor);
  const account = await getAccount(ctx, id);
  if (account.erasedAt) throw new DomainError("not_found");
  await countAccountMail(ctx, account.email);
  const wish: ResetWish = {
    email: account.email,
    token: makeLinkToken(),
    isFirst: account.madeBy === "administrator" && account.credentialsVersion === 1,
  };
  await ctx.tx(async (tx) => {
    await enqueue(tx, "reset", {}, { secret: JSON.stringify(wish) });
    await noteAct(tx, acting, "account.reset_mailed", { accountId: id });
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}
