import { sendOpeningCode } from "@/lib/identification/send-opening-code";
import type { Messenger } from "@/lib/messaging/messenger";
import type { OutboxHandlers } from "@/lib/outbox/worker";
import { expireFile } from "@/lib/sign-requests/expire";
import { deliverNotification } from "./deliver";
import { deliverAccountMail, deliverReset } from "./deliver-account-mail";
import { deliverCode } from "./deliver-code";
import { deliverPhoneNotice } from "./deliver-phone-notice";
import { deliverWebhookMail } from "./deliver-webhook-mail";

/** The outbox handlers of mails and of the clock; sealing is the signing domain's. */
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
