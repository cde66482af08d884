import type { Ctx } from "@/lib/context";
import type { Messenger } from "@/lib/messaging/messenger";
import type { OutboxPayloads } from "@/lib/outbox/kinds";
import type { JobFacts } from "@/lib/outbox/worker";
import { readMailFacts } from "./mail-facts";
import { renderNotification } from "./render";
import { sendMail } from "./send";

/** Sends one mail about a file, saying what is true now. A job that the world has overtaken is dropped. */
export async function deliverNotification(
  ctx: Ctx,
  messenger: Messenger,
  payload: OutboxPayloads["notification"],
  job: JobFacts,
): Promise<void> {
  const facts = await readMailFacts(ctx, payload);
  const content = facts && renderNotification(ctx, payload.template, facts, await ctx.now());
  if (!facts || !content) {
    ctx.log.info(
      { job: job.key, template: payload.template, file: payload.fileId },
      "a mail was overtaken and is not sent",
    );
    return;
  }
  const about = { template: payload.template, signRequestId: payload.signRequestId, accountId: payload.accountId };
  await sendMail(ctx, messenger, { file: facts.file, to: facts.to, content, jobKey: job.key, about });
}
