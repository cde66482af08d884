import { and, count, eq, isNull } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { findAccountLink } from "@/lib/accounts/account-link";
import { isMailboxProved } from "@/lib/accounts/actor";
import { maskPhone } from "@/lib/accounts/change-phone";
import { accountLanguage, findAccountById } from "@/lib/accounts/find";
import { grantReset, type ResetRequest } from "@/lib/accounts/passwords";
import { MessagingError, type MailContent, type Messenger } from "@/lib/channels/messenger";
import {
  accountCreatedMail,
  accountExistsMail,
  certificateRevokedMail,
  confirmationMail,
  credentialNoticeMail,
  linkNoticeMail,
  passwordLinkMail,
  phoneChangedMail,
  phoneChangedText,
  resetMail,
  telegramChangedMail,
  webhookChangedMail,
  webhookDisabledMail,
} from "@/lib/channels/templates/account";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import type { Ctx } from "@/lib/context/context";
import { readBrand, readBrandWithLogo } from "@/lib/context/settings/read";
import type { WebhookChange } from "@/lib/delivery/webhooks/endpoints";
import { DomainError } from "@/lib/platform/errors";
import { toMinutes } from "@/lib/platform/limits";
import { maskAddress } from "@/lib/platform/plain-text";
import type { OutboxPayloads } from "@/lib/records/outbox/kinds";
import { FinalFailure, type JobFacts } from "@/lib/records/outbox/worker";
import { providerKey } from "./send";

/** Sends one e-mail about an account. A confirmation whose link is used or expired is not sent. */
export async function deliverAccountMail(
  ctx: Ctx,
  messenger: Messenger,
  payload: OutboxPayloads["accountMail"],
  job: JobFacts,
): Promise<void> {
  const { accountId } = payload;
  const account = await findAccountById(ctx, accountId);
  if (!account || account.erasedAt) return;
  const urls = { logInUrl: `${ctx.publicUrl}/login`, resetUrl: `${ctx.publicUrl}/reset` };
  const t = mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand);
  const name = addressee(account);
  const accountUrl = `${ctx.publicUrl}/account/signing`;
  const webhooksUrl = `${ctx.publicUrl}/developers`;
  switch (payload.template) {
    case "confirmation":
      return deliverConfirmation(ctx, messenger, account, job);
    case "account_created":
      return send(
        ctx,
        messenger,
        account,
        accountCreatedMail(t, {
          name,
          host: new URL(ctx.publicUrl).host,
          isAdministrator: account.role === "admin",
          ...urls,
        }),
        job,
      );
    case "created_by_link":
    case "proved_by_link":
      return send(
        ctx,
        messenger,
        account,
        linkNoticeMail(t, {
          isNew: payload.template === "created_by_link",
          name,
          document: await linkedDocument(ctx, payload.signRequestId),
          accountUrl: `${ctx.publicUrl}/account`,
          resetUrl: urls.resetUrl,
        }),
        job,
      );
    case "account_exists":
      return send(ctx, messenger, account, accountExistsMail(t, { name, ...urls }), job);
    case "phone_changed":
      return send(
        ctx,
        messenger,
        account,
        phoneChangedMail(t, { name, phone: account.phone && maskPhone(account.phone), resetUrl: urls.resetUrl }),
        job,
      );
    case "telegram_linked":
      return send(
        ctx,
        messenger,
        account,
        telegramChangedMail(t, { name, isLinked: true, accountUrl, resetUrl: urls.resetUrl }),
        job,
      );
    case "telegram_unlinked":
      return send(
        ctx,
        messenger,
        account,
        telegramChangedMail(t, { name, isLinked: false, accountUrl, resetUrl: urls.resetUrl }),
        job,
      );
    case "certificate_revoked":
      return send(
        ctx,
        messenger,
        account,
        certificateRevokedMail(t, { name, accountUrl: `${ctx.publicUrl}/account/security` }),
        job,
      );
    case "signing_password_set":
      return send(ctx, messenger, account, credentialNoticeMail(t, "signingPasswordSet", { name, ...urls }), job);
    case "role_changed":
      return send(ctx, messenger, account, credentialNoticeMail(t, "roleChanged", { name, ...urls }), job);
    case "name_changed":
      return send(ctx, messenger, account, credentialNoticeMail(t, "nameChanged", { name, ...urls }), job);
    case "password_changed":
      return send(
        ctx,
        messenger,
        account,
        credentialNoticeMail(t, "passwordChanged", {
          name,
          ...urls,
          webhooks: { count: await countActiveWebhooks(ctx, accountId), pageUrl: webhooksUrl },
        }),
        job,
      );
    case "webhook_changed": {
      const change = JSON.parse(secretOf(job)) as WebhookChange;
      const content = webhookChangedMail(t, { name, ...change, pageUrl: webhooksUrl, resetUrl: urls.resetUrl });
      return send(ctx, messenger, account, content, job);
    }
  }
}

/** Sends the e-mail with a link for setting a new password, if the address has an account. */
export async function deliverReset(ctx: Ctx, messenger: Messenger, job: JobFacts): Promise<void> {
  const request = JSON.parse(secretOf(job)) as ResetRequest;
  const account = await grantReset(ctx, request);
  if (!account) return;
  const t = mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand);
  const facts = {
    name: addressee(account),
    url: `${ctx.publicUrl}/reset/${request.token}`,
    lifetimeMinutes: toMinutes(ctx.limits.accountLinkSeconds),
  };
  const { occasion } = request;
  const [host, resetUrl] = [new URL(ctx.publicUrl).host, `${ctx.publicUrl}/reset`];
  const content =
    occasion === undefined || occasion === "reset"
      ? resetMail(t, { ...facts, administratorOf: occasion === "reset" ? host : null })
      : passwordLinkMail(t, { ...facts, occasion, host, resetUrl });
  await send(ctx, messenger, account, content, job);
}

/** The document whose link proved the address. */
async function linkedDocument(ctx: Ctx, signRequestId: number): Promise<string> {
  const [file] = await ctx.db
    .select({ name: files.name })
    .from(files)
    .innerJoin(signRequests, eq(signRequests.fileId, files.id))
    .where(eq(signRequests.id, signRequestId));
  return file?.name ?? "";
}

/** Until the mailbox is proved, a stranger may have chosen the name and could use it to write to the owner. */
function addressee(account: Account): string {
  return isMailboxProved(account) ? account.displayName : account.email;
}

async function deliverConfirmation(ctx: Ctx, messenger: Messenger, account: Account, job: JobFacts): Promise<void> {
  const token = secretOf(job);
  if (!(await isLive(ctx, token))) return;
  const content = confirmationMail(mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand), {
    name: addressee(account),
    url: `${ctx.publicUrl}/confirm/${token}`,
    lifetimeMinutes: toMinutes(ctx.limits.accountLinkSeconds),
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

/** Hands an e-mail for an account to the provider. Permanent failures are final. */
async function send(
  ctx: Ctx,
  messenger: Messenger,
  account: Account,
  content: MailContent,
  job: JobFacts,
): Promise<void> {
  const idempotencyKey = providerKey(ctx, job);
  try {
    const { replyTo } = await readBrand(ctx);
    await messenger.send({ ...content, to: account.email, idempotencyKey, ...(replyTo !== null && { replyTo }) });
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw new FinalFailure(error.detail);
  }
}

async function countActiveWebhooks(ctx: Ctx, accountId: number): Promise<number> {
  const [active] = await ctx.db
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, accountId),
        isNull(webhookEndpoints.fileId),
        isNull(webhookEndpoints.disabledAt),
      ),
    );
  return active?.count ?? 0;
}

function secretOf(job: JobFacts): string {
  if (job.secret === null) throw new FinalFailure("the link or change is gone");
  return job.secret;
}

/** Notifies the owner that a webhook was disabled, unless it has been enabled again or deleted. */
export async function deliverWebhookMail(
  ctx: Ctx,
  messenger: Messenger,
  { webhookId }: { webhookId: number },
  job: JobFacts,
): Promise<void> {
  const [row] = await ctx.db
    .select({ endpoint: webhookEndpoints, account: accounts })
    .from(webhookEndpoints)
    .innerJoin(accounts, eq(webhookEndpoints.accountId, accounts.id))
    .where(eq(webhookEndpoints.id, webhookId));
  if (!row || row.endpoint.disabledAt === null) return;
  const { account, endpoint } = row;
  const content = webhookDisabledMail(mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand), {
    name: account.displayName,
    webhookUrl: endpoint.url,
    isGone: endpoint.disabledReason === "gone",
    pageUrl: `${ctx.publicUrl}/developers`,
  });
  await send(ctx, messenger, account, content, job);
}

/** Notifies an account's old number, which is stored encrypted, that it was replaced. */
export async function deliverPhoneNotice(
  ctx: Ctx,
  { accountId }: OutboxPayloads["phoneNotice"],
  job: JobFacts,
): Promise<void> {
  const account = await findAccountById(ctx, accountId);
  if (!account || !ctx.gateways.sms) return;
  if (job.secret === null) throw new FinalFailure("the old number is gone");
  try {
    const idempotencyKey = providerKey(ctx, job);
    await ctx.gateways.sms.send({
      to: job.secret,
      text: phoneChangedText(mailTranslator(accountLanguage(account)), maskAddress(account.email)),
      idempotencyKey,
    });
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw new FinalFailure(error.detail);
  }
}
