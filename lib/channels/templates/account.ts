import type { MailContent } from "@/lib/channels/messenger";
import type { MailTranslator } from "./mail-text";
import { renderMail } from "./render-mail";

interface AccountExistsData {
  name: string;
  logInUrl: string;
  resetUrl: string;
}

/** Notifies an account's owner that someone tried to register the same address again. */
export function accountExistsMail(t: MailTranslator, { name, logInUrl, resetUrl }: AccountExistsData): MailContent {
  return renderMail(t, {
    subject: t.phrase("accountExists.subject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("accountExists.body") },
      { kind: "button", label: t.phrase("accountExists.action"), url: logInUrl },
      { kind: "text", text: t.phrase("accountExists.forgotten") },
      { kind: "link", label: t.phrase("setPassword"), url: resetUrl },
    ],
    footer: t.phrase("accountExists.footer"),
  });
}

interface ConfirmationData {
  name: string;
  /** Alone on its line in the plain text. */
  url: string;
  lifetimeMinutes: number;
}

/** Asks a new account's owner to confirm the address. */
export function confirmationMail(t: MailTranslator, { name, url, lifetimeMinutes }: ConfirmationData): MailContent {
  return renderMail(t, {
    subject: t.phrase("confirmation.subject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("confirmation.body") },
      { kind: "button", label: t.phrase("confirmation.action"), url },
      { kind: "text", text: t.phrase("confirmation.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: t.phrase("confirmation.caution") },
    ],
    footer: t.phrase("confirmation.footer"),
  });
}

interface LinkNoticeData {
  /** The link created the account, instead of proving the address of an existing one. */
  isNew: boolean;
  name: string;
  document: string;
  /** The page on which the owner asks to confirm the address. */
  accountUrl: string;
  resetUrl: string;
}

/** Notifies the owner of an address that somebody with their sign link has an account with it. */
export function linkNoticeMail(
  t: MailTranslator,
  { isNew, name, document, accountUrl, resetUrl }: LinkNoticeData,
): MailContent {
  const notice = isNew ? "createdByLink" : "provedByLink";
  return renderMail(t, {
    subject: t.phrase(`${notice}.subject`),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase(`${notice}.body`, { document }) },
      { kind: "text", text: t.phrase("createdByLink.caution") },
      { kind: "button", label: t.phrase("setPassword"), url: resetUrl },
      { kind: "text", text: t.phrase("createdByLink.confirm") },
      { kind: "link", label: t.phrase("createdByLink.account"), url: accountUrl },
    ],
    footer: t.phrase(`${notice}.footer`),
  });
}

/** Account changes that an attacker would make first. */
type CredentialNotice = "passwordChanged" | "signingPasswordSet" | "roleChanged" | "nameChanged";

interface CredentialNoticeData {
  name: string;
  resetUrl: string;
  /** The account's active webhooks, which no change of a password ends. None if omitted. */
  webhooks?: { count: number; pageUrl: string };
}

/** Notifies an account's owner that a credential, the role or the name was changed, in case someone else did it. */
export function credentialNoticeMail(
  t: MailTranslator,
  notice: CredentialNotice,
  { name, resetUrl, webhooks }: CredentialNoticeData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase(`${notice}.subject`),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase(`${notice}.body`) },
      { kind: "text", text: t.phrase(`${notice}.caution`) },
      { kind: "button", label: t.phrase("setPassword"), url: resetUrl },
      ...(webhooks && webhooks.count > 0
        ? ([
            { kind: "text", text: t.phrase("activeWebhooks", { count: webhooks.count }) },
            { kind: "link", label: t.phrase("viewWebhooks"), url: webhooks.pageUrl },
          ] as const)
        : []),
    ],
    footer: t.phrase(`${notice}.footer`),
  });
}

/**
 * Why an administrator's action sends a link to set a password: the account is `new`, or its address was proved
 * (`proved`), after which an earlier password no longer works (`replaced`).
 */
export type PasswordLinkOccasion = "new" | "proved" | "replaced";

interface PasswordLinkData {
  occasion: PasswordLinkOccasion;
  name: string;
  /** The instance's host name. */
  host: string;
  /** Alone on its line in the plain text. */
  url: string;
  /** The page on which another link can be requested. */
  resetUrl: string;
  lifetimeMinutes: number;
}

/** Notifies a person that an administrator created or confirmed their account, with a link to set a password. */
export function passwordLinkMail(
  t: MailTranslator,
  { occasion, name, host, url, resetUrl, lifetimeMinutes }: PasswordLinkData,
): MailContent {
  const [body, caution, footer] =
    occasion === "new"
      ? [t.phrase("firstPassword.body", { host }), t.phrase("firstPassword.caution"), t.phrase("firstPassword.footer")]
      : [
          t.phrase("addressVouched.body", { host }),
          t.phrase(occasion === "proved" ? "addressVouched.kept" : "addressVouched.replaced"),
          t.phrase("addressVouched.footer"),
        ];
  return renderMail(t, {
    subject: t.phrase("firstPassword.subject", { host }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: body },
      { kind: "button", label: t.phrase("firstPassword.action"), url },
      { kind: "text", text: t.phrase("firstPassword.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "link", label: t.phrase("firstPassword.another"), url: resetUrl },
      { kind: "text", text: caution },
    ],
    footer,
  });
}

interface AccountCreatedData {
  name: string;
  /** The instance's host name. */
  host: string;
  isAdministrator: boolean;
  logInUrl: string;
  resetUrl: string;
}

/** Notifies the owner of an address that an administrator created an account with it and chose its password. */
export function accountCreatedMail(
  t: MailTranslator,
  { name, host, isAdministrator, logInUrl, resetUrl }: AccountCreatedData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("firstPassword.subject", { host }),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase(`accountCreated.${isAdministrator ? "administrator" : "body"}`, { host }) },
      { kind: "button", label: t.phrase("accountCreated.action"), url: logInUrl },
      { kind: "text", text: t.phrase("accountCreated.caution") },
      { kind: "link", label: t.phrase("setPassword"), url: resetUrl },
    ],
    footer: t.phrase("firstPassword.footer"),
  });
}

interface ResetData {
  /** The instance's host name if an administrator sends the link; null if it was requested at the address. */
  administratorOf: string | null;
  name: string;
  /** Alone on its line in the plain text. */
  url: string;
  lifetimeMinutes: number;
}

/** Links to the page that sets a new password. */
export function resetMail(
  t: MailTranslator,
  { administratorOf: host, name, url, lifetimeMinutes }: ResetData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("reset.subject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: host === null ? t.phrase("reset.body") : t.phrase("reset.fromAdministrator", { host }) },
      { kind: "button", label: t.phrase("setPassword"), url },
      { kind: "text", text: t.phrase("reset.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: host === null ? t.phrase("reset.caution") : t.phrase("addressVouched.kept") },
    ],
    footer: host === null ? t.phrase("reset.footer") : t.phrase("reset.footerFromAdministrator"),
  });
}

interface PhoneChangedData {
  name: string;
  /** The current number, masked, or null if it was removed. */
  phone: string | null;
  resetUrl: string;
}

/** Notifies an account's owner that the number for codes was changed, in case someone else did it. */
export function phoneChangedMail(t: MailTranslator, { name, phone, resetUrl }: PhoneChangedData): MailContent {
  return renderMail(t, {
    subject: t.phrase("phoneChanged.subject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      {
        kind: "text",
        text: phone === null ? t.phrase("phoneChanged.removed") : t.phrase("phoneChanged.changed", { phone }),
      },
      { kind: "text", text: t.phrase("phoneChanged.caution") },
      { kind: "button", label: t.phrase("setPassword"), url: resetUrl },
    ],
    footer: t.phrase("phoneChanged.footer"),
  });
}

/** The notice to the old number, as a text message. */
export function phoneChangedText(t: MailTranslator, address: string): string {
  return t.plainText("phoneChanged.text", { address });
}

interface TelegramChangedData {
  name: string;
  isLinked: boolean;
  accountUrl: string;
  resetUrl: string;
}

/** Notifies an account's owner that a chat was linked or unlinked, in case someone else did it. */
export function telegramChangedMail(
  t: MailTranslator,
  { name, isLinked, accountUrl, resetUrl }: TelegramChangedData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase(isLinked ? "telegramChanged.linkedSubject" : "telegramChanged.unlinkedSubject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase(isLinked ? "telegramChanged.linked" : "telegramChanged.unlinked") },
      { kind: "text", text: t.phrase("telegramChanged.caution") },
      { kind: "button", label: t.phrase("setPassword"), url: resetUrl },
      { kind: "text", text: t.phrase("telegramChanged.repair") },
      { kind: "link", label: t.phrase("openAccount"), url: accountUrl },
    ],
    footer: t.phrase("telegramChanged.footer"),
  });
}

interface CertificateRevokedData {
  name: string;
  accountUrl: string;
}

/** Notifies an account's owner that the certificate of their signing password was revoked. */
export function certificateRevokedMail(t: MailTranslator, { name, accountUrl }: CertificateRevokedData): MailContent {
  return renderMail(t, {
    subject: t.phrase("certificateRevoked.subject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase("certificateRevoked.body") },
      { kind: "text", text: t.phrase("certificateRevoked.again") },
      { kind: "button", label: t.phrase("openAccount"), url: accountUrl },
    ],
    footer: t.phrase("certificateRevoked.footer"),
  });
}

/** An administrator's test e-mail. */
export function gatewayTestMail(t: MailTranslator): MailContent {
  return renderMail(t, {
    subject: t.phrase("gatewayTest.subject"),
    blocks: [{ kind: "text", text: t.phrase("gatewayTest.body") }],
    footer: t.phrase("gatewayTest.footer"),
  });
}

export function gatewayTestText(t: MailTranslator): string {
  return t.plainText("gatewayTest.body");
}

interface WebhookDisabledData {
  name: string;
  webhookUrl: string;
  /** True if the receiver responded with 410. Otherwise it failed too often. */
  isGone: boolean;
  pageUrl: string;
}

/** Notifies the owner that a webhook was disabled. */
export function webhookDisabledMail(
  t: MailTranslator,
  { name, webhookUrl, isGone, pageUrl }: WebhookDisabledData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase("webhookDisabled.subject"),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase(isGone ? "webhookDisabled.gone" : "webhookDisabled.failed") },
      { kind: "quote", text: webhookUrl },
      { kind: "text", text: t.phrase("webhookDisabled.kept") },
      { kind: "button", label: t.phrase("viewWebhooks"), url: pageUrl },
    ],
    footer: t.phrase("webhookDisabled.footer"),
  });
}

interface WebhookChangedData {
  name: string;
  kind: "added" | "moved" | "rotated";
  /** The host of the webhook's URL. */
  host: string;
  byToken: boolean;
  pageUrl: string;
  resetUrl: string;
}

/** Notifies the owner of a new webhook, URL or secret, in case someone else did it. */
export function webhookChangedMail(
  t: MailTranslator,
  { name, kind, host, byToken, pageUrl, resetUrl }: WebhookChangedData,
): MailContent {
  return renderMail(t, {
    subject: t.phrase(`webhookChanged.${kind}Subject`),
    blocks: [
      { kind: "text", text: t.phrase("greeting", { name }) },
      { kind: "text", text: t.phrase(`webhookChanged.${kind}`) },
      { kind: "quote", text: host },
      { kind: "text", text: t.phrase(byToken ? "webhookChanged.byToken" : "webhookChanged.byLogin") },
      { kind: "text", text: t.phrase("webhookChanged.caution") },
      { kind: "button", label: t.phrase("viewWebhooks"), url: pageUrl },
      { kind: "link", label: t.phrase("setPassword"), url: resetUrl },
    ],
    footer: t.phrase("webhookDisabled.footer"),
  });
}
