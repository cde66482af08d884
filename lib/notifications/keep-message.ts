import type { Ctx } from "@/lib/context";
import { keepMessage as keep } from "@/lib/kept-messages/keep";
import type { MailMessage } from "@/lib/messaging/messenger";

/** Keeps a mail where no provider is configured, once per key. */
export async function keepMessage(ctx: Ctx, { to, subject, text, html, idempotencyKey }: MailMessage): Promise<void> {
  await keep(ctx, { channel: "email", to, subject, text, html, idempotencyKey });
}
