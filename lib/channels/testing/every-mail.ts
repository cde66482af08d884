import {
  accountCreatedMail,
  accountExistsMail,
  certificateRevokedMail,
  confirmationMail,
  credentialNoticeMail,
  linkNoticeMail,
  gatewayTestMail,
  passwordLinkMail,
  phoneChangedMail,
  resetMail,
  telegramChangedMail,
  webhookChangedMail,
  webhookDisabledMail,
} from "@/lib/channels/templates/account";
import { completionMail, copyMail, invitationMail, type InvitationData } from "@/lib/channels/templates/document";
import type { MailTranslator } from "@/lib/channels/templates/mail-text";
import {
  declineMail,
  delegatedMail,
  delegationMail,
  expiryMail,
  removalMail,
  renewalMail,
  replacementMail,
  withdrawalMail,
} from "@/lib/channels/templates/request";
import type { MailContent } from "../messenger";
import { codeMail } from "../templates/code";

export const at = new Date("2027-03-12T14:02:00Z");

export const invitation: InvitationData = {
  publicUrl: "https://sign.example.org",
  signRequestUuid: "7d1f2c7e-3b8a-4c66-9f1e-123456789012",
  signerName: "Bo",
  requesterName: "Ana Silva",
  requesterEmail: "ana@x.org",
  documentName: "Lease",
  description: "Please initial page 2 as well.",
  subject: null,
  expiresAt: at,
  pageCount: 3,
  fileNames: [],
  thumbnail: null,
  occasion: "first",
  delegation: null,
  role: "signer",
};

/** Every e-mail by the name of its screenshot, with user text wherever it is accepted. */
export function everyMail(t: MailTranslator, text: string): Record<string, MailContent> {
  const common = { signerName: text, requesterName: text, documentName: text, recipientName: text };
  const urls = {
    logInUrl: "https://s.test/login",
    resetUrl: "https://s.test/reset",
    accountUrl: "https://s.test/account",
    documentUrl: "https://s.test/documents/1",
    pageUrl: "https://s.test/developers",
  };
  const reset = { name: text, url: "https://s.test/reset/x", lifetimeMinutes: 60 };
  const passwordLink = { ...reset, host: "s.test", resetUrl: urls.resetUrl };
  return {
    invitation: invitationMail(t, { ...invitation, ...common, requesterEmail: text, description: text }),
    reminder: invitationMail(t, {
      ...invitation,
      ...common,
      occasion: "reminder",
      description: null,
      expiresAt: null,
    }),
    changed: invitationMail(t, { ...invitation, ...common, occasion: "changed" }),
    code: codeMail(t, { ...common, code: "042137", lifetimeMinutes: 10, purpose: "sign" }),
    "code-to-open": codeMail(t, { ...common, code: "042137", lifetimeMinutes: 1, purpose: "identify" }),
    approval: invitationMail(t, { ...invitation, ...common, role: "approver" }),
    reading: invitationMail(t, { ...invitation, ...common, role: "viewer" }),
    copy: copyMail(t, { ...invitation, ...common, documentUrl: null, isAttached: true, isFollowed: true }),
    completion: completionMail(t, {
      copyFrom: null,
      pageCount: 3,
      fileNames: [text],
      thumbnail: null,
      ...common,
      ...urls,
      completedAt: at,
      copy: "attached",
      verifyUrl: "https://s.test/verify/1",
    }),
    withdrawal: withdrawalMail(t, common),
    removal: removalMail(t, common),
    decline: declineMail(t, { ...common, ...urls, declinedBy: text, role: "approver", reason: text }),
    expiry: expiryMail(t, { ...common, ...urls, expiredAt: at }),
    delegation: delegationMail(t, { ...common, ...urls, delegator: text, delegate: text, reason: text }),
    delegated: delegatedMail(t, { ...common, delegate: text, requesterEmail: text }),
    replacement: replacementMail(t, { ...common, ...urls, from: text, to: text, tokensUrl: urls.pageUrl }),
    renewal: renewalMail(t, { ...common, ...urls, askedBy: text }),
    confirmation: confirmationMail(t, { name: text, url: "https://s.test/confirm/x", lifetimeMinutes: 60 }),
    reset: resetMail(t, { administratorOf: null, ...reset }),
    "reset-by-administrator": resetMail(t, { administratorOf: "s.test", ...reset }),
    "first-password": passwordLinkMail(t, { occasion: "new", ...passwordLink }),
    "address-proved": passwordLinkMail(t, { occasion: "proved", ...passwordLink }),
    "password-replaced": passwordLinkMail(t, { occasion: "replaced", ...passwordLink }),
    "account-created": accountCreatedMail(t, { name: text, host: "s.test", isAdministrator: false, ...urls }),
    "administrator-created": accountCreatedMail(t, { name: text, host: "s.test", isAdministrator: true, ...urls }),
    "created-by-link": linkNoticeMail(t, { isNew: true, name: text, document: text, ...urls }),
    "proved-by-link": linkNoticeMail(t, { isNew: false, name: text, document: text, ...urls }),
    "account-exists": accountExistsMail(t, { name: text, ...urls }),
    "password-changed": credentialNoticeMail(t, "passwordChanged", {
      name: text,
      ...urls,
      webhooks: { count: 2, pageUrl: urls.pageUrl },
    }),
    "signing-password-set": credentialNoticeMail(t, "signingPasswordSet", { name: text, ...urls }),
    "name-changed": credentialNoticeMail(t, "nameChanged", { name: text, ...urls }),
    "role-changed": credentialNoticeMail(t, "roleChanged", { name: text, ...urls }),
    "certificate-revoked": certificateRevokedMail(t, { name: text, ...urls }),
    "phone-changed": phoneChangedMail(t, { name: text, phone: "+49…78", ...urls }),
    "phone-removed": phoneChangedMail(t, { name: text, phone: null, ...urls }),
    "telegram-linked": telegramChangedMail(t, { name: text, isLinked: true, ...urls }),
    "telegram-unlinked": telegramChangedMail(t, { name: text, isLinked: false, ...urls }),
    "webhook-disabled": webhookDisabledMail(t, {
      name: text,
      webhookUrl: "https://archive.example.org/hook",
      isGone: false,
      ...urls,
    }),
    "webhook-added": webhookChangedMail(t, {
      name: text,
      kind: "added",
      host: "archive.example.org",
      byToken: true,
      ...urls,
    }),
    "gateway-test": gatewayTestMail(t),
  };
}
