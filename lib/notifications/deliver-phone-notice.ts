import { accountLanguage } from "@/lib/accounts/account-language";
import { findAccountById } from "@/lib/accounts/find";
import type { Ctx } from "@/lib/context";
import { maskAddress } from "@/lib/files/mask-address";
import { MessagingError } from "@/lib/messaging/messenger";
import { mailWords } from "@/lib/messaging/templates/mail-words";
import { phoneChangedText } from "@/lib/messaging/templates/phone-changed";
import type { OutboxPayloads } from "@/lib/outbox/kinds";
import { FinalFailure, type JobFacts } from "@/lib/outbox/worker";

/** Tells an account's old number, which travels sealed, that it is not the account's any more. */
export async function deliverPhoneNotice(
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
      text: phoneChangedText(mailWords(accountLanguage(account)), maskAddress(account.email)),
      idempotencyKey,
    });
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw new FinalFailure(error.detail);
  }
}
