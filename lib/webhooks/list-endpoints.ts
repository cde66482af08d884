import { and, asc, eq, isNull } from "drizzle-orm";
import { webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";

/** The caller's subscriptions, or the callback of one of the caller's files. */
export async function listEndpoints(
  ctx: Ctx,
  actor: Actor,
  { fileId }: { fileId?: number | undefined },
): Promise<WebhookEndpoint[]> {
  const { account } = assertMayRequest(actor);
  const ofWhat = fileId === undefined ? isNull(webhookEndpoints.fileId) : eq(webhookEndpoints.fileId, fileId);
  return ctx.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, account.id), ofWhat))
    .orderBy(asc(webhookEndpoints.id));
}
