import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { accountActor } from "./actor";
import { countAccountMail } from "./count-account-mail";

/** Mails the caller another link to confirm their address; a proved one gets none. Throws `rate_limited`. */
export async function askForConfirmation(ctx: Ctx, actor: Actor): Promise<void> {
  const { account } = accountActor(actor);
  if (account.emailProvedAt !== null) return;
  await countAccountMail(ctx, account.email);
  const token = makeLinkToken();
  await ctx.tx(async (inner) => {
    await insertAccountLink(inner, account.id, "confirmation", token);
    await enqueue(inner, "accountMail", { template: "confirmation", accountId: account.id }, { secret: token });
    await markDone(inner, {});
  });
  ctx.wakeOutbox();
}
