import type { Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { countAccountMail } from "./count-account-mail";
import { findAccountByEmail } from "./find";

/** What the job of a reset carries, sealed. */
export interface ResetWish {
  email: string;
  token: string;
  /** An administrator made the account and sends its owner the first password's link. */
  isFirst?: boolean;
}

/**
 * Asks for a mail by which a new password can be set. It does the same work for every address: whether there is an account, only the
 * queued job looks up, so neither the answer nor its time tells. Throws `rate_limited`.
 */
export async function askForReset(ctx: Ctx, email: string): Promise<void> {
  await countAccountMail(ctx, email);
  const wish: ResetWish = { email, token: makeLinkToken() };
  await ctx.tx(async (inner) => {
    await enqueue(inner, "reset", {}, { secret: JSON.stringify(wish) });
    await markDone(inner, {});
  });
  ctx.wakeOutbox();
}

/** Makes the link that was wished for good; null when nobody has the address. */
export async function grantReset(ctx: Ctx, { email, token }: ResetWish): Promise<Account | null> {
  const found = await findAccountByEmail(ctx, email);
  if (!found) return null;
  await insertAccountLink(ctx, found.account.id, "reset", token);
  return found.account;
}
