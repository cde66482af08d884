import type { Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readSettings } from "@/lib/context/settings/read";
import { DomainError } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/locale/languages";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { countAccountMail } from "./confirm-address";
import { insertAccount } from "./create";
import { findAccountByEmail } from "./find";
import { acceptPassword } from "./passwords";
import type { NewRegistration } from "./schema";

/**
 * Registers an account, if the administrator has enabled registration. Its address is unproved until the e-mailed
 * link is confirmed. An address that has an account gets the same response in the same time, and its owner gets an
 * e-mail. Throws `forbidden` (accounts are by invitation), `rate_limited`, `validation_failed` (weak password).
 */
export async function registerAccount(
  ctx: Ctx,
  { email, displayName, password, language }: NewRegistration,
): Promise<void> {
  const { signup } = await readSettings(ctx);
  if (signup !== "open")
    throw new DomainError("forbidden", { reason: "invitation_only", detail: "Accounts are by invitation only." });
  const accepted = acceptPassword("/password", password, { email, displayName });
  await countAccountMail(ctx, email, "registration");
  const passwordHash = await ctx.passwords.hash(accepted);
  await makeAccount(ctx, { email, displayName, language: language ?? null, passwordHash }).catch(
    async (error: unknown) => {
      if (!(error instanceof DomainError && error.code === "account_exists")) throw error;
      await notifyOwner(ctx, email);
    },
  );
  ctx.wakeOutbox();
}

async function makeAccount(
  ctx: Ctx,
  values: { email: string; displayName: string; language: Language | null; passwordHash: string },
): Promise<void> {
  const token = makeLinkToken();
  await ctx.tx(async (inner) => {
    const account = await insertAccount(inner, { ...values, role: "requester", madeBy: "signup" });
    await insertAccountLink(inner, account.id, "confirmation", token);
    await enqueue(inner, "accountMail", { template: "confirmation", accountId: account.id }, { secret: token });
    await markDone(inner, {});
  });
}

async function notifyOwner(ctx: Ctx, email: string): Promise<void> {
  const found = await findAccountByEmail(ctx, email);
  if (!found) return;
  await ctx.tx(async (inner) => {
    await enqueue(inner, "accountMail", { template: "account_exists", accountId: found.account.id });
    await markDone(inner, {});
  });
}
