import { eq } from "drizzle-orm";
import { parsePhoneNumberFromString } from "libphonenumber-js";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { assertFreshProof, provedActor } from "./actor";
import { countMailTo } from "./confirm-address";
import { findAccountByEmail, findAccountById } from "./find";
import type { PhoneChange } from "./schema";
import { assertValidCredential } from "./valid-credential";

/**
 * Sets the phone number for codes, of the caller's own account or by an administrator; "" or null removes it. The
 * owner gets an e-mail, and the old number a text message if configured. Because a number may belong to anybody,
 * accounts may change their own only a few times an hour. Throws `not_found` for another account, existing or not,
 * `email_unproved`, `reauth_required`, `validation_failed`, `rate_limited`.
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
      "phone is not a phone number in international form, such as +491701234567",
    );
  if (account.id === acting.account.id && account.phone !== phone) await countMailTo(ctx, account.email, "phone");
  const changed = await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const updated = await storePhone(tx, account.id, phone);
    await markDone(tx, { accountId: account.id });
    return updated;
  });
  ctx.log.info(
    { request: ctx.request?.id, account: account.id, by: acting.account.id },
    "account: phone number changed",
  );
  ctx.wakeOutbox();
  return changed;
}

async function storePhone(ctx: Ctx, accountId: number, phone: string | null): Promise<Account> {
  const [before] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  if (!before || before.erasedAt !== null) throw new DomainError("not_found");
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

const international = /^\+[\d\s().-]{6,30}$/;

/**
 * Parses a phone number to E.164 (`+491701234567`): `+`, then digits, with spaces, hyphens, dots and brackets between
 * them. Null for anything else, and for a length that the country does not use. Only a code sent to the number shows
 * whether it is in use.
 */
export function readPhone(written: string): string | null {
  const text = written.trim();
  if (!international.test(text)) return null;
  const number = parsePhoneNumberFromString(text);
  return number?.isPossible() ? number.number : null;
}

/** `+49…78`: the country and two digits, enough to recognise one's own number. */
export function maskPhone(phone: string): string {
  const country = parsePhoneNumberFromString(phone)?.countryCallingCode;
  return `${country ? `+${country}` : phone.slice(0, 2)}…${phone.slice(-2)}`;
}
