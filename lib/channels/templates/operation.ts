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
    subject: t.say("certificateRevoked.subject"),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say("certificateRevoked.body") },
      { kind: "text", text: t.say("certificateRevoked.again") },
      { kind: "button", label: t.say("openAccount"), url: accountUrl },
    ],
    footer: t.say("certificateRevoked.footer"),
  });
}

/** An administrator's test mail. */
export function gatewayTestMail(t: MailTranslator): MailContent {
  return renderMail(t, {
    subject: t.say("gatewayTest.subject"),
    blocks: [{ kind: "text", text: t.say("gatewayTest.body") }],
    footer: t.say("gatewayTest.footer"),
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
    subject: t.say("webhookDisabled.subject"),
    blocks: [
      { kind: "text", text: t.say("greeting", { name }) },
      { kind: "text", text: t.say(isGone ? "webhookDisabled.gone" : "webhookDisabled.failed") },
      { kind: "quote", text: webhookUrl },
      { kind: "text", text: t.say("webhookDisabled.kept") },
      { kind: "button", label: t.say("webhookDisabled.action"), url: pageUrl },
    ],
    footer: t.say("webhookDisabled.footer"),
  });
}
