import { createHash } from "node:crypto";
import type { Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { countAttempt } from "@/lib/platform/rates/attempts";
import { mailboxOf, networkOf } from "@/lib/platform/rates/request-rates";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { findAccountLink, insertAccountLink, makeLinkToken, useAccountLink, voidAccountLinks } from "./account-link";
import { accountActor } from "./actor";
import { proveAddress } from "./prove-address";
import { assertStillActing } from "./still-acting";

/**
 * Proves the caller's address by the link mailed to it. Both log-in and link are required. Otherwise an attacker could register a
 * stranger's address and have it proved by the stranger's click. Throws `not_found` (also for another account's link), `link_expired`.
 */
export async function confirmAddress(ctx: Ctx, actor: Actor, token: string): Promise<Account> {
  const acting = accountActor(actor);
  const account = await findAccountLink(ctx, "confirmation", token);
  if (account.id !== acting.account.id) throw new DomainError("not_found");
  return ctx.tx(async (inner) => {
    await assertStillActing(inner, acting);
    await useAccountLink(inner, "confirmation", token);
    await voidAccountLinks(inner, account.id, "confirmation");
    await proveAddress(inner, account.id, "confirmation", acting);
    await markDone(inner, { accountId: account.id });
    return { ...account, emailProvedAt: account.emailProvedAt ?? (await inner.now()) };
  });
}

/** Mails the caller another link to confirm their address; a proved one gets none. Throws `rate_limited`. */
export async function askForConfirmation(ctx: Ctx, actor: Actor): Promise<void> {
  const { account } = accountActor(actor);
  if (account.emailProvedAt !== null) return;
  await countAccountMail(ctx, account.email, "registration");
  const token = makeLinkToken();
  await ctx.tx(async (inner) => {
    await insertAccountLink(inner, account.id, "confirmation", token);
    await enqueue(inner, "accountMail", { template: "confirmation", accountId: account.id }, { secret: token });
    await markDone(inner, {});
  });
  ctx.wakeOutbox();
}

const hour = 3600;

/**
 * The reason for an account mail. Each has its own limit: registering a stranger's address again and again must not use up its owner's
 * resets.
 */
type AccountMailReason = "reset" | "registration" | "administrator" | "password" | "phone";

/**
 * Counts one requested account mail, whether or not the address has an account, so that nobody floods a stranger's mailbox or learns who
 * has an account. Call it outside a transaction. Throws `rate_limited`.
 */
export async function countAccountMail(ctx: Ctx, email: string, reason: AccountMailReason): Promise<void> {
  const network = await countAttempt(ctx, `account-mail-network:${networkOf(ctx.request?.address ?? "")}`, hour);
  if (network.count > ctx.limits.accountMailsPerNetworkPerHour) throw tooMany(network.secondsLeft);
  await countMailTo(ctx, email, reason);
}

/** Like `countAccountMail`, for a mail caused by the account itself: colleagues in one network do not share this limit. */
export async function countMailTo(ctx: Ctx, email: string, reason: AccountMailReason): Promise<void> {
  // Anybody may register any address; the other mails go to addresses that have an account.
  const counted = reason === "registration" ? mailboxOf(email) : email;
  const address = createHash("sha256").update(counted).digest("base64url");
  const mailbox = await countAttempt(ctx, `account-mail-${reason}:${address}`, hour);
  if (mailbox.count > ctx.limits.accountMailsPerAddressPerHour) throw tooMany(mailbox.secondsLeft);
}

function tooMany(retryAfterSeconds: number): DomainError {
  return new DomainError("rate_limited", {
    retryAfterSeconds,
    detail: "Too many mails were asked for; wait before you try again",
  });
}
