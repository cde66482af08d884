import { and, eq } from "drizzle-orm";
import { webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { madeId, madeText, type Made } from "@/lib/idempotency/made";

/** The caller's own endpoint; somebody else's and a missing one are `not_found`. Throws `forbidden` for who may not ask others to sign. */
export async function getOwnEndpoint(ctx: Ctx, actor: Actor, id: number): Promise<WebhookEndpoint> {
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(isOwn(actor, id));
  return found(endpoint);
}

/** As `getOwnEndpoint`, holding the row until the transaction ends. */
export async function lockOwnEndpoint(ctx: Ctx, actor: Actor, id: number): Promise<WebhookEndpoint> {
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(isOwn(actor, id)).for("no key update");
  return found(endpoint);
}

/** The endpoint and the secret that a call noted whose answer was lost. */
export async function getMadeEndpoint(
  ctx: Ctx,
  actor: Actor,
  made: Made,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  return { endpoint: await getOwnEndpoint(ctx, actor, madeId(made, "webhookId")), secret: madeText(made, "secret") };
}

function isOwn(actor: Actor, id: number) {
  return and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.accountId, assertMayRequest(actor).account.id));
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (!endpoint) throw new DomainError("not_found");
  return endpoint;
}
