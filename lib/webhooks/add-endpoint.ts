import { and, count, eq, isNull } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { makeEndpointSecret } from "@/lib/events/endpoint-secret";
import { markDone } from "@/lib/idempotency/mark-done";
import { atMember } from "@/lib/outbound/at-member";
import type { NewEndpoint } from "./schema";

/**
 * Subscribes a URL to what happens to the caller's documents from now on. The secret is answered this once. Throws `forbidden`, `email_unproved`,
 * `url_not_allowed`, `validation_failed` (the account has as many as it may).
 */
export async function addEndpoint(
  ctx: Ctx,
  actor: Actor,
  { url, events, description }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { account } = assertMayRequest(actor);
  provedActor(actor);
  await atMember("/url", () => ctx.outbound.assertAllowed(url, { account: account.id }));
  const secret = makeEndpointSecret(ctx);
  const endpoint = await ctx.tx(async (tx) => {
    await assertRoomForEndpoint(tx, account.id);
    const [made] = await tx.db
      .insert(webhookEndpoints)
      .values({
        accountId: account.id,
        url,
        events: events ? [...new Set(events)] : null,
        description: description || null,
        sealedSecret: secret.sealed,
      })
      .returning();
    if (!made) throw new Error("the endpoint was not written");
    await markDone(tx, { webhookId: made.id }, secret.text);
    return made;
  });
  return { endpoint, secret: secret.text };
}

/** Takes the account's row lock, so that the count holds against a second call at the same instant. */
async function assertRoomForEndpoint(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");
  const [live] = await ctx.db
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), isNull(webhookEndpoints.fileId)));
  const most = ctx.limits.webhooksPerAccount;
  if ((live?.count ?? 0) >= most)
    throw invalid("", "too_many", `An account has at most ${most} webhooks; delete one first`);
}
