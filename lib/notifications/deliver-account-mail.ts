import type { Account } from "@/db/schema/accounts";
import { accountLanguage } from "@/lib/accounts/account-language";
import { findAccountLink } from "@/lib/accounts/account-link";
import { grantReset, type ResetWish } from "@/lib/accounts/ask-for-reset";
import { findAccountById } from "@/lib/accounts/find";
import { maskPhone } from "@/lib/accounts/phone-number";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { MessagingError, type MailContent, type Messenger } from "@/lib/messaging/messenger";
import { accountExistsMail } from "@/lib/messaging/templates/account-exists";
import { certificateRevokedMail } from "@/lib/messaging/templates/certificate-revoked";
import { confirmationMail } from "@/lib/messaging/templates/confirmation";
import { credentialNoticeMail } from "@/lib/messaging/templates/credential-notice";
import { firstPasswordMail } from "@/lib/messaging/templates/first-password";
import { mailWords } from "@/lib/messaging/templates/mail-words";
import { phoneChangedMail } from "@/lib/messaging/templates/phone-changed";
import { resetMail } from "@/lib/messaging/templates/reset";
import { telegramChangedMail } from "@/lib/messaging/templates/telegram-changed";
import type { OutboxPayloads } from "@/lib/outbox/kinds";
import { FinalFailure, type JobFacts } from "@/lib/outbox/worker";

/** Sends one mail about an account itself. A confirmation whose link is used or over is not sent any more. */
export async function deliverAccountMail(
  ctx: Ctx,
  messenger: Messenger,
  { template, accountId }: OutboxPayloads["accountMail"],
  job: JobFacts,
): Promise<void> {
  const account = await findAccountById(ctx, accountId);
  if (!account || account.erasedAt) return;
  const urls = { logInUrl: `${ctx.publicUrl}/login`, resetUrl: `${ctx.publicUrl}/reset` };
  const words = mailWords(accountLanguage(account));
  const name = addressee(account);
  const accountUrl = `${ctx.publicUrl}/account`;
  switch (template) {
    case "confirmation":
      return deliverConfirmation(ctx, messenger, account, job);
    case "account_exists":
      return send(ctx, messenger, account, accountExistsMail(words, { name, ...urls }), job);
    case "phone_changed":
      return send(
        ctx,
        messenger,
        account,
        phoneChangedMail(words, { name, phone: account.phone && maskPhone(account.phone), resetUrl: urls.resetUrl }),
        job,
      );
    case "telegram_linked":
      return send(
        ctx,
        messenger,
        account,
        telegramChangedMail(words, { name, isLinked: true, accountUrl, resetUrl: urls.resetUrl }),
        job,
      );
    case "telegram_unlinked":
      return send(
        ctx,
        messenger,
        account,
        telegramChangedMail(words, { name, isLinked: false, accountUrl, resetUrl: urls.resetUrl }),
        job,
      );
    case "certificate_revoked":
      return send(ctx, messenger, account, certificateRevokedMail(words, { name, accountUrl }), job);
    case "signing_password_set":
      return send(ctx, messenger, account, credentialNoticeMail(words, "signingPasswordSet", { name, ...urls }), job);
    case "role_changed":
      return send(ctx, messenger, account, credentialNoticeMail(words, "roleChanged", { name, ...urls }), job);
    case "password_changed":
      return send(ctx, messenger, account, credentialNoticeMail(words, "passwordChanged", { name, ...urls }), job);
  }
}

/** Sends the mail that leads to a new password, if anybody has the address. */
export async function deliverReset(ctx: Ctx, messenger: Messenger, job: JobFacts): Promise<void> {
  const wish = JSON.parse(secretOf(job)) as ResetWish;
  const account = await grantReset(ctx, wish);
  if (!account) return;
  const words = mailWords(accountLanguage(account));
  const facts = {
    name: addressee(account),
    url: `${ctx.publicUrl}/reset/${wish.token}`,
    lifetimeMinutes: lifetimeMinutes(ctx),
  };
  const content = wish.isFirst
    ? firstPasswordMail(words, { ...facts, host: new URL(ctx.publicUrl).host, resetUrl: `${ctx.publicUrl}/reset` })
    : resetMail(words, facts);
  await send(ctx, messenger, account, content, job);
}

/** Until the address is proved, a stranger may have chosen the name, and would write to the owner by it. */
function addressee(account: Account): string {
  return account.emailProvedAt === null ? account.email : account.displayName;
}

async function deliverConfirmation(ctx: Ctx, messenger: Messenger, account: Account, job: JobFacts): Promise<void> {
  const token = secretOf(job);
  if (!(await isLive(ctx, token))) return;
  const content = confirmationMail(mailWords(accountLanguage(account)), {
    name: addressee(account),
    url: `${ctx.publicUrl}/confirm/${token}`,
    lifetimeMinutes: lifetimeMinutes(ctx),
  });
  await send(ctx, messenger, account, content, job);
}

async function isLive(ctx: Ctx, token: string): Promise<boolean> {
  return findAccountLink(ctx, "confirmation", token).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );
}

/** Hands a mail to an account over; what no retry can help is final. */
export async function send(
  ctx: Ctx,
  messenger: Messenger,
  account: Account,
  content: MailContent,
  job: JobFacts,
): Promise<void> {
  // A hash of the job under this instance's secret keeps apart two instances that share one account at the provider.
  const idempotencyKey = `paraph-${ctx.secrets.hmac("outbox", job.key).slice(0, 32)}`;
  try {
    await messenger.send({ ...content, to: account.email, idempotencyKey });
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw new FinalFailure(error.detail);
  }
}

function secretOf(job: JobFacts): string {
  if (job.secret === null) throw new FinalFailure("the link is gone");
  return job.secret;
}

function lifetimeMinutes(ctx: Ctx): number {
  return Math.round(ctx.limits.accountLinkSeconds / 60);
}
