import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { findAccountLink } from "@/lib/accounts/account-link";
import { maskPhone } from "@/lib/accounts/change-phone";
import { accountLanguage, findAccountById } from "@/lib/accounts/find";
import { grantReset, type ResetWish } from "@/lib/accounts/reset-password";
import { MessagingError, type MailContent, type Messenger } from "@/lib/channels/messenger";
import {
  accountExistsMail,
  confirmationMail,
  credentialNoticeMail,
  firstPasswordMail,
  phoneChangedMail,
  phoneChangedText,
  resetMail,
  telegramChangedMail,
} from "@/lib/channels/templates/account";
import type { MailBrand } from "@/lib/channels/templates/mail-brand";
import { mailTranslator, type MailTranslator } from "@/lib/channels/templates/mail-text";
import { certificateRevokedMail, webhookDisabledMail } from "@/lib/channels/templates/operation";
import {
  completionMail,
  declineMail,
  expiryMail,
  invitationMail,
  removalMail,
  renewalMail,
  retentionMail,
  withdrawalMail,
  type InvitationData,
} from "@/lib/channels/templates/request";
import { maskAddress } from "@/lib/documents/mask-address";
import { readThumbnail } from "@/lib/documents/page-thumbnail";
import { isOpen, isPastExpiry } from "@/lib/documents/status";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { readBrand, readBrandWithLogo } from "@/lib/platform/settings/branding";
import type { NotificationTemplate, OutboxPayloads } from "@/lib/records/outbox/kinds";
import { FinalFailure, type JobFacts, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { expireFile } from "@/lib/requests/expire";
import { revealLink } from "@/lib/requests/signer-language";
import { sendOpeningCode } from "@/lib/signing/identification/open-by-code";
import { deliverCode } from "./deliver-code";
import { readMailFacts, type MailFacts } from "./mail-facts";
import { sendMail } from "./send";
import { readSignedCopy, type SignedCopy } from "./signed-copy";

/** Sends one mail about an account. A confirmation whose link is used or expired is not sent. */
export async function deliverAccountMail(
  ctx: Ctx,
  messenger: Messenger,
  { template, accountId }: OutboxPayloads["accountMail"],
  job: JobFacts,
): Promise<void> {
  const account = await findAccountById(ctx, accountId);
  if (!account || account.erasedAt) return;
  const urls = { logInUrl: `${ctx.publicUrl}/login`, resetUrl: `${ctx.publicUrl}/reset` };
  const t = mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand);
  const name = addressee(account);
  const accountUrl = `${ctx.publicUrl}/account`;
  switch (template) {
    case "confirmation":
      return deliverConfirmation(ctx, messenger, account, job);
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
      return send(ctx, messenger, account, certificateRevokedMail(t, { name, accountUrl }), job);
    case "signing_password_set":
      return send(ctx, messenger, account, credentialNoticeMail(t, "signingPasswordSet", { name, ...urls }), job);
    case "role_changed":
      return send(ctx, messenger, account, credentialNoticeMail(t, "roleChanged", { name, ...urls }), job);
    case "password_changed":
      return send(ctx, messenger, account, credentialNoticeMail(t, "passwordChanged", { name, ...urls }), job);
  }
}

/** Sends the mail with a link to a new password, if the address has an account. */
async function deliverReset(ctx: Ctx, messenger: Messenger, job: JobFacts): Promise<void> {
  const wish = JSON.parse(secretOf(job)) as ResetWish;
  const account = await grantReset(ctx, wish);
  if (!account) return;
  const t = mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand);
  const facts = {
    name: addressee(account),
    url: `${ctx.publicUrl}/reset/${wish.token}`,
    lifetimeMinutes: lifetimeMinutes(ctx),
  };
  const content = wish.isFirst
    ? firstPasswordMail(t, { ...facts, host: new URL(ctx.publicUrl).host, resetUrl: `${ctx.publicUrl}/reset` })
    : resetMail(t, facts);
  await send(ctx, messenger, account, content, job);
}

/** Until the address is proved, a stranger may have chosen the name and could use it to write to the owner. */
function addressee(account: Account): string {
  return account.emailProvedAt === null ? account.email : account.displayName;
}

async function deliverConfirmation(ctx: Ctx, messenger: Messenger, account: Account, job: JobFacts): Promise<void> {
  const token = secretOf(job);
  if (!(await isLive(ctx, token))) return;
  const content = confirmationMail(mailTranslator(accountLanguage(account), (await readBrandWithLogo(ctx)).brand), {
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

/** Hands over a mail to an account; permanent failures are final. */
async function send(
  ctx: Ctx,
  messenger: Messenger,
  account: Account,
  content: MailContent,
  job: JobFacts,
): Promise<void> {
  // A hash of the job under this instance's secret, so that two instances sharing a provider account do not share keys.
  const idempotencyKey = `paraph-${ctx.secrets.hmac("outbox", job.key).slice(0, 32)}`;
  try {
    const { replyTo } = await readBrand(ctx);
    await messenger.send({ ...content, to: account.email, idempotencyKey, ...(replyTo !== null && { replyTo }) });
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

/** The outbox handlers for mails and expiry; sealing belongs to the signing domain. */
export function makeNotificationHandlers({
  messenger,
}: {
  messenger: Messenger;
}): Pick<
  OutboxHandlers,
  "notification" | "code" | "accountMail" | "phoneNotice" | "opening" | "reset" | "webhookMail" | "expire"
> {
  return {
    notification: (ctx, payload, job) => deliverNotification(ctx, messenger, payload, job),
    code: (ctx, payload, job) => deliverCode(ctx, messenger, payload, job),
    accountMail: (ctx, payload, job) => deliverAccountMail(ctx, messenger, payload, job),
    phoneNotice: (ctx, payload, job) => deliverPhoneNotice(ctx, payload, job),
    opening: (ctx, _payload, job) => sendOpeningCode(ctx, job),
    reset: (ctx, _payload, job) => deliverReset(ctx, messenger, job),
    webhookMail: (ctx, payload, job) => deliverWebhookMail(ctx, messenger, payload, job),
    expire: (ctx, payload) => expireFile(ctx, payload.fileId),
  };
}

/** Sends one mail about a file from its current state. Outdated jobs are dropped. */
async function deliverNotification(
  ctx: Ctx,
  messenger: Messenger,
  payload: OutboxPayloads["notification"],
  job: JobFacts,
): Promise<void> {
  const facts = await readMailFacts(ctx, payload);
  const copy = facts && payload.template === "completion" ? await readSignedCopy(ctx, facts.file) : noCopy;
  const { brand, replyTo } = await readBrandWithLogo(ctx);
  const thumbnail =
    facts && withThumbnail.has(payload.template) ? await readThumbnail(ctx, facts.file, facts.signer) : null;
  const content =
    facts && renderNotification(ctx, payload.template, { ...facts, copy, brand, thumbnail }, await ctx.now());
  if (!facts || !content) {
    ctx.log.info(
      { job: job.key, template: payload.template, file: payload.fileId },
      "a mail was overtaken and is not sent",
    );
    return;
  }
  const about = { template: payload.template, signRequestId: payload.signRequestId, accountId: payload.accountId };
  const attachments = copy.kind === "attached" ? [copy.attachment] : [];
  await sendMail(ctx, messenger, {
    file: facts.file,
    to: facts.to,
    content,
    attachments,
    replyTo,
    jobKey: job.key,
    about,
  });
}

/** Mails that show the document. */
const withThumbnail: ReadonlySet<NotificationTemplate> = new Set(["invitation", "reminder", "completion"]);

/** Tells the owner that a webhook was disabled, unless it has been enabled again or deleted. */
async function deliverWebhookMail(
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

/** Tells an account's old number, which is stored encrypted, that it was replaced. */
async function deliverPhoneNotice(
  ctx: Ctx,
  { accountId }: OutboxPayloads["phoneNotice"],
  job: JobFacts,
): Promise<void> {
  const account = await findAccountById(ctx, accountId);
  if (!account || !ctx.gateways.sms) return;
  if (job.secret === null) throw new FinalFailure("the old number is gone");
  try {
    const idempotencyKey = `paraph-${ctx.secrets.hmac("outbox", job.key).slice(0, 32)}`;
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

const noCopy: SignedCopy = { kind: "none" };

interface MailParts {
  copy: SignedCopy;
  /** The first page as a PNG; null for none. */
  thumbnail: Buffer | null;
}

type Renderer = (ctx: Ctx, facts: MailFacts & MailParts & { t: MailTranslator }, now: Date) => MailContent | null;

/** Renders a mail from the current state; null when the mail is outdated. */
export function renderNotification(
  ctx: Ctx,
  template: NotificationTemplate,
  facts: MailFacts & MailParts & { brand: MailBrand },
  now: Date,
): MailContent | null {
  return renderers[template](ctx, { ...facts, t: mailTranslator(facts.language, facts.brand) }, now);
}

const renderers: Record<NotificationTemplate, Renderer> = {
  invitation: (ctx, facts, now) => invitation(ctx, facts, now, wasNotifiedBefore(facts) ? "changed" : "first"),
  reminder: (ctx, facts, now) => invitation(ctx, facts, now, "reminder"),
  completion(ctx, { t, file, name, signer, hasAccount, copy, thumbnail }) {
    if (file.completedAt === null) return null;
    return completionMail(t, {
      recipientName: name,
      documentName: file.name,
      completedAt: file.completedAt,
      documentUrl:
        signer && !hasAccount
          ? `${ctx.publicUrl}/sign/${revealLink(ctx, signer.linkSealed)}`
          : documentUrl(ctx, file.uuid),
      copy: copy.kind,
      pageCount: file.pages.length,
      thumbnail,
      verifyUrl: `${ctx.publicUrl}/verify/${file.uuid}`,
    });
  },
  withdrawal(_ctx, { t, file, requester, signer, name }) {
    return signer && file.closedAt !== null
      ? withdrawalMail(t, { signerName: name, requesterName: requester.displayName, documentName: file.name })
      : null;
  },
  removal(_ctx, { t, file, requester, signer, name }) {
    return signer?.removedAt
      ? removalMail(t, { signerName: name, requesterName: requester.displayName, documentName: file.name })
      : null;
  },
  decline(ctx, { t, file, signer, name, decliner }) {
    if (!decliner) return null;
    const isRequester = signer === null;
    return declineMail(t, {
      recipientName: name,
      declinedBy: decliner.displayName || decliner.email,
      documentName: file.name,
      reason: isRequester ? decliner.declineReason : null,
      documentUrl: isRequester ? documentUrl(ctx, file.uuid) : null,
    });
  },
  expiry(ctx, { t, file, signer, name }) {
    if (file.status !== "expired" || file.expiresAt === null) return null;
    return expiryMail(t, {
      recipientName: name,
      documentName: file.name,
      expiredAt: file.expiresAt,
      documentUrl: signer === null ? documentUrl(ctx, file.uuid) : null,
    });
  },
  retention(ctx, { t, file, name }, now) {
    if (file.contentDueAt === null || file.contentDueAt < now || file.contentDeletedAt !== null) return null;
    return retentionMail(t, {
      recipientName: name,
      documentName: file.name,
      deletionAt: file.contentDueAt,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
  renewal(ctx, { t, file, signer, name }, now) {
    if (!signer || signer.removedAt !== null || !isPastExpiry(file, now)) return null;
    return renewalMail(t, {
      recipientName: name,
      askedBy: signer.displayName || signer.email,
      documentName: file.name,
      documentUrl: documentUrl(ctx, file.uuid),
    });
  },
};

function invitation(
  ctx: Ctx,
  { t, file, requester, signer, name, thumbnail }: MailFacts & MailParts & { t: MailTranslator },
  now: Date,
  occasion: InvitationData["occasion"],
): MailContent | null {
  if (!signer || signer.removedAt !== null || signer.status !== "pending" || !isOpen(file, now)) return null;
  return invitationMail(t, {
    publicUrl: ctx.publicUrl,
    signRequestUuid: revealLink(ctx, signer.linkSealed),
    signerName: name,
    requesterName: requester.displayName,
    requesterEmail: requester.email,
    documentName: file.name,
    description: signer.description,
    expiresAt: file.expiresAt,
    pageCount: file.pages.length,
    thumbnail,
    occasion,
  });
}

/** Whether the file was prepared again after the signer had been notified. */
function wasNotifiedBefore({ file, signer, preparedAt }: MailFacts): boolean {
  return file.preparation > 1 && signer?.notifiedAt != null && preparedAt !== null && signer.notifiedAt < preparedAt;
}

function documentUrl(ctx: Ctx, fileUuid: string): string {
  return `${ctx.publicUrl}/documents/${fileUuid}`;
}
