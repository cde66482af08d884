import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { accountLanguage } from "@/lib/accounts/account-language";
import type { Ctx } from "@/lib/context";
import type { Messenger } from "@/lib/messaging/messenger";
import { mailWords } from "@/lib/messaging/templates/mail-words";
import { webhookDisabledMail } from "@/lib/messaging/templates/webhook-disabled";
import type { JobFacts } from "@/lib/outbox/worker";
import { send } from "./deliver-account-mail";

/** Tells the owner that a webhook was disabled; one that is enabled again, or gone, needs no mail any more. */
export async function deliverWebhookMail(
  ctx: Ctx,
  messenger: Messenger,
  { webhookId }: { webhookId: number },
  job: JobFacts,
): Promise<void> {
  const [row] = await ctx.db
    .select({ endpoint: webhookEndpoints, account: accounts })
    .from(webhookEndpoints)
    .innerJoin(accounts, eq(webhookEndpoints.accountId, accounts.id))
    .where(eq(webhookEndpoints.id, webhookId));
  if (!row || row.endpoint.disabledAt === null) return;
  const { account, endpoint } = row;
  const content = webhookDisabledMail(mailWords(accountLanguage(account)), {
    name: account.displayName,
    webhookUrl: endpoint.url,
    isGone: endpoint.disabledReason === "gone",
    pageUrl: `${ctx.publicUrl}/developers`,
  });
  await send(ctx, messenger, account, content, job);
}
