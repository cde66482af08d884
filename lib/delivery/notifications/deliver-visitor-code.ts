import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { directLinkCodes, directLinks } from "@/db/schema/direct-links";
import { templates } from "@/db/schema/templates";
import { accountLanguage } from "@/lib/accounts/find";
import { MessagingError, type Messenger } from "@/lib/channels/messenger";
import { visitorCodeMail } from "@/lib/channels/templates/code";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import type { Ctx } from "@/lib/platform/context";
import { readBrandWithLogo } from "@/lib/platform/settings/branding";
import { FinalFailure, type JobFacts } from "@/lib/records/outbox/worker";
import type { VisitorCodeSecret } from "@/lib/signing/direct-links/request-code";

/** Mails a visitor's code. One that was superseded, used or expired meanwhile is not sent. */
export async function deliverVisitorCode(
  ctx: Ctx,
  messenger: Messenger,
  { codeId }: { codeId: number },
  job: JobFacts,
): Promise<void> {
  const [row] = await ctx.db
    .select({ stored: directLinkCodes, documentName: templates.name, owner: accounts })
    .from(directLinkCodes)
    .innerJoin(directLinks, eq(directLinks.id, directLinkCodes.linkId))
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .innerJoin(accounts, eq(accounts.id, templates.ownerId))
    .where(eq(directLinkCodes.id, codeId));
  if (!row || row.stored.supersededAt || row.stored.provedAt || row.stored.expiresAt <= (await ctx.now())) return;
  if (job.secret === null) throw new FinalFailure("the code is gone");
  const { code, email, language } = JSON.parse(job.secret) as VisitorCodeSecret;
  const { brand, replyTo } = await readBrandWithLogo(ctx);
  const content = visitorCodeMail(mailTranslator(language ?? accountLanguage(row.owner), brand), {
    documentName: row.documentName,
    senderName: row.owner.displayName,
    code,
    lifetimeMinutes: Math.round(ctx.limits.codeLifetimeSeconds / 60),
  });
  // A hash of the job under this instance's secret, so that two instances sharing a provider account do not share keys.
  const idempotencyKey = `paraph-${ctx.secrets.hmac("outbox", job.key).slice(0, 32)}`;
  try {
    await messenger.send({ ...content, to: email, idempotencyKey, ...(replyTo !== null && { replyTo }) });
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw new FinalFailure(error.detail);
  }
}
