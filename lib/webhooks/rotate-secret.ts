import { eq, sql } from "drizzle-orm";
import { webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context";
import { makeEndpointSecret } from "@/lib/events/endpoint-secret";
import { markDone } from "@/lib/idempotency/mark-done";
import { lockOwnEndpoint } from "./find-endpoint";

const bothValidHours = 24;

/** A new secret, answered this once. For 24 h everything is signed with it and with the one before. Throws `not_found`, `forbidden`. */
export async function rotateSecret(
  ctx: Ctx,
  actor: Actor,
  id: number,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const secret = makeEndpointSecret(ctx);
  return ctx.tx(async (tx) => {
    const { sealedSecret } = await lockOwnEndpoint(tx, actor, id);
    const [endpoint] = await tx.db
      .update(webhookEndpoints)
      .set({
        sealedSecret: secret.sealed,
        previousSealedSecret: sealedSecret,
        previousSecretUntil: sql`now() + make_interval(hours => ${bothValidHours}::int)`,
      })
      .where(eq(webhookEndpoints.id, id))
      .returning();
    if (!endpoint) throw new Error("the endpoint is gone");
    await markDone(tx, { webhookId: id }, secret.text);
    return { endpoint, secret: secret.text };
  });
}
