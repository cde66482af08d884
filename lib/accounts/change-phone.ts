import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { assertFreshProof, provedActor } from "./actor";
import { findAccountByEmail, findAccountById } from "./find";
import { readPhone } from "./phone-number";
import type { PhoneChange } from "./schema";

/**
 * Sets the telephone number that codes go to, of one's own account or by an administrator; "" or null takes it away. The owner is told by
 * mail, and the old number by text message where these are configured. Throws `not_found` for another's account, whether there is one or
 * not, `email_unproved`, `reauth_required`, `validation_failed`.
 */
export async function changePhone(ctx: Ctx, actor: Actor, userId: string, change: PhoneChange): Promise<Account> {
  const acting = provedActor(actor);
  const account = await findAccount(ctx, userId);
  if (!account || (account.id !== acting.account.id && acting.account.role !== "admin"))
    throw new DomainError("not_found");
  await assertFreshProof(ctx, acting);
  const phone = change.phone ? readPhone(change.phone) : null;
  if (change.phone && phone === null)
    throw invalid(
      "/phone",
      "phone_invalid",
      "phone is not a telephone number in international form, such as +491701234567",
    );
  const changed = await ctx.tx(async (tx) => {
    const updated = await storePhone(tx, account.id, phone);
    await markDone(tx, { accountId: account.id });
    return updated;
  });
  ctx.log.info(
    { request: ctx.request?.id, account: account.id, by: acting.account.id },
    "account: telephone number changed",
  );
  ctx.wakeOutbox();
  return changed;
}

async function storePhone(ctx: Ctx, accountId: number, phone: string | null): Promise<Account> {
  const [before] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  if (!before) throw new DomainError("not_found");
  if (before.phone === phone) return before;
  await ctx.db.update(accounts).set({ phone }).where(eq(accounts.id, accountId));
  await enqueue(ctx, "accountMail", { template: "phone_changed", accountId });
  if (before.phone && ctx.gateways.sms) await enqueue(ctx, "phoneNotice", { accountId }, { secret: before.phone });
  return { ...before, phone };
}

/** `user_id` is the account's id or its address. */
async function findAccount(ctx: Ctx, userId: string): Promise<Account | null> {
  if (userId.includes("@")) return (await findAccountByEmail(ctx, userId))?.account ?? null;
  const id = /^[1-9]\d{0,9}$/.test(userId) ? Number(userId) : 0;
  return id > 0 && id <= 2_147_483_647 ? findAccountById(ctx, id) : null;
}
