import { eq } from "drizzle-orm";
import { webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { atMember } from "@/lib/outbound/at-member";
import { disableEndpoint } from "./disable-endpoint";
import { getOwnEndpoint, lockOwnEndpoint } from "./find-endpoint";
import type { EndpointChange } from "./schema";

/**
 * Changes what is named. Enabling starts the count of failures anew. What a form callback is told of stays: the signed document, once.
 * Throws `not_found`, `forbidden`, `url_not_allowed`, `validation_failed`.
 */
export async function changeEndpoint(
  ctx: Ctx,
  actor: Actor,
  id: number,
  { url, events, description, enabled }: EndpointChange,
): Promise<WebhookEndpoint> {
  const { format, accountId } = await getOwnEndpoint(ctx, actor, id);
  if (events !== undefined && format === "multipart")
    throw invalid(
      "/events",
      "not_allowed",
      "A callback that gets the signed document as a form is told of nothing else",
    );
  if (url !== undefined) await atMember("/url", () => ctx.outbound.assertAllowed(url, { account: accountId }));
  return ctx.tx(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, actor, id);
    const change = {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: events && [...new Set(events)] }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(enabled === true ? { disabledAt: null, disabledReason: null, failuresInRow: 0 } : {}),
    };
    if (Object.keys(change).length > 0)
      await tx.db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
    if (enabled === false && endpoint.disabledAt === null) await disableEndpoint(tx, id, "owner");
    return lockOwnEndpoint(tx, actor, id);
  });
}
