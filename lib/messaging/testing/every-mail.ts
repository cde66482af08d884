import type { MailContent } from "../messenger";
import { accountExistsMail } from "../templates/account-exists";
import { certificateRevokedMail } from "../templates/certificate-revoked";
import { codeMail } from "../templates/code";
import { completionMail } from "../templates/completion";
import { confirmationMail } from "../templates/confirmation";
import { credentialNoticeMail } from "../templates/credential-notice";
import { declineMail } from "../templates/decline";
import { expiryMail } from "../templates/expiry";
import { firstPasswordMail } from "../templates/first-password";
import { gatewayTestMail } from "../templates/gateway-test";
import { invitationMail, type InvitationData } from "../templates/invitation";
import type { MailWords } from "../templates/mail-words";
import { phoneChangedMail } from "../templates/phone-changed";
import { removalMail } from "../templates/removal";
import { renewalMail } from "../templates/renewal";
import { resetMail } from "../templates/reset";
import { telegramChangedMail } from "../templates/telegram-changed";
import { webhookDisabledMail } from "../templates/webhook-disabled";
import { withdrawalMail } from "../templates/withdrawal";

export const at = new Date("2027-03-12T14:02:00Z");

export const invitation: InvitationData = {
  publicUrl: "https://sign.example.org",
  signRequestUuid: "7d1f2c7e-3b8a-4c66-9f1e-123456789012",
  signerName: "Bo",
  requesterName: "Ana Silva",
  requesterEmail: "ana@x.org",
  documentName: "Lease",
  description: "Please initial page 2 as well.",
  expiresAt: at,
  occasion: "first",
};

/** Every mail there is, by the name of its picture, with one piece of somebody's text in every place that takes one. */
export function everyMail(words: MailWords, text: string): Record<string, MailContent> {
  const common = { signerName: text, requesterName: text, documentName: text, recipientName: text };
  const urls = {
    logInUrl: "https://s.test/login",
    resetUrl: "https://s.test/reset",
    accountUrl: "https://s.test/account",
    documentUrl: "https://s.test/documents/1",
    pageUrl: "https://s.test/developers",
  };
  return {
    invitation: invitationMail(words, { ...invitation, ...common, requesterEmail: text, description: text }),
    reminder: invitationMail(words, {
      ...invitation,
      ...common,
      occasion: "reminder",
      description: null,
      expiresAt: null,
    }),
    changed: invitationMail(words, { ...invitation, ...common, occasion: "changed" }),
    code: codeMail(words, { ...common, code: "042137", lifetimeMinutes: 10, purpose: "sign" }),
    "code-to-open": codeMail(words, { ...common, code: "042137", lifetimeMinutes: 1, purpose: "identify" }),
    completion: completionMail(words, { ...common, ...urls, completedAt: at, verifyUrl: "https://s.test/verify/1" }),
    withdrawal: withdrawalMail(words, common),
    removal: removalMail(words, common),
    decline: declineMail(words, { ...common, ...urls, declinedBy: text, reason: text }),
    expiry: expiryMail(words, { ...common, ...urls, expiredAt: at }),
    renewal: renewalMail(words, { ...common, ...urls, askedBy: text }),
    confirmation: confirmationMail(words, { name: text, url: "https://s.test/confirm/x", lifetimeMinutes: 60 }),
    reset: resetMail(words, { name: text, url: "https://s.test/reset/x", lifetimeMinutes: 60 }),
    "first-password": firstPasswordMail(words, {
      name: text,
      host: "s.test",
      url: "https://s.test/reset/x",
      resetUrl: "https://s.test/reset",
      lifetimeMinutes: 60,
    }),
    "account-exists": accountExistsMail(words, { name: text, ...urls }),
    "password-changed": credentialNoticeMail(words, "passwordChanged", { name: text, ...urls }),
    "signing-password-set": credentialNoticeMail(words, "signingPasswordSet", { name: text, ...urls }),
    "role-changed": credentialNoticeMail(words, "roleChanged", { name: text, ...urls }),
    "certificate-revoked": certificateRevokedMail(words, { name: text, ...urls }),
    "phone-changed": phoneChangedMail(words, { name: text, phone: "+49…78", ...urls }),
    "phone-removed": phoneChangedMail(words, { name: text, phone: null, ...urls }),
    "telegram-linked": telegramChangedMail(words, { name: text, isLinked: true, ...urls }),
    "telegram-unlinked": telegramChangedMail(words, { name: text, isLinked: false, ...urls }),
    "webhook-disabled": webhookDisabledMail(words, {
      name: text,
      webhookUrl: "https://archive.example.org/hook",
      isGone: false,
      ...urls,
    }),
    "gateway-test": gatewayTestMail(words),
  };
}
