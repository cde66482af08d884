import type { MailContent } from "@/lib/channels/messenger";
import type { MailTranslator } from "./mail-text";
import { renderMail } from "./render-mail";

interface CertificateRevokedData {
  name: string;
  accountUrl: string;
}

/** Tells an account's owner that the certificate of their signing password was revoked. */
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

/** An administrator's test mail. */
export function gatewayTestMail(t: MailTranslator): MailContent {
  return renderMail(t, {
    subject: t.phrase("gatewayTest.subject"),
    blocks: [{ kind: "text", text: t.phrase("gatewayTest.body") }],
    footer: t.phrase("gatewayTest.footer"),
  });
}

export function gatewayTestText(t: MailTranslator): string {
  return t.sayPlain("gatewayTest.body");
}

interface WebhookDisabledData {
  name: string;
  webhookUrl: string;
  /** True if the receiver answered 410; otherwise it failed too often. */
  isGone: boolean;
  pageUrl: string;
}

/** Tells the owner that a webhook was disabled. */
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
      { kind: "button", label: t.phrase("webhookDisabled.action"), url: pageUrl },
    ],
    footer: t.phrase("webhookDisabled.footer"),
  });
}
