import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface WebhookDisabledData {
  name: string;
  webhookUrl: string;
  /** It answered that it is gone; otherwise it failed too often. */
  isGone: boolean;
  pageUrl: string;
}

/** Tells the owner that nothing is sent to a webhook any more. */
export function webhookDisabledMail({ name, webhookUrl, isGone, pageUrl }: WebhookDisabledData): MailContent {
  const why = isGone ? "it answered 410, which means that it is gone." : "it failed 20 times in a row.";
  return renderMail({
    subject: "A webhook was disabled",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: `we send no more events to this webhook, because ${why}` },
      { kind: "quote", text: webhookUrl },
      { kind: "text", text: "Nothing is lost: GET /api/v1/events lists every event. Look at what the webhook answered, then enable it again:" },
      { kind: "link", label: "See your webhooks", url: pageUrl },
    ],
    footer: "You get this mail because the webhook belongs to your account.",
  });
}
