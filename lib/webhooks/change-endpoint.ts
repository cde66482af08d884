import { eq } from "drizzle-orm";
import { webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import type { Actor, Ctx } from "@/lib/context";
import { atMember } from "@/lib/outbound/at-member";
import { disableEndpoint } from "./disable-endpoint";
import { getOwnEndpoint, lockOwnEndpoint } from "./find-endpoint";
import type { EndpointChange } from "./schema";

/** Changes what is named. Enabling starts the count of failures anew. Throws `not_found`, `forbidden`, `url_not_allowed`. */
export async function changeEndpoint(ctx: Ctx, actor: Actor, id: number, { url, events, description, enabled }: EndpointChange): Promise<WebhookEndpoint> {
  await getOwnEndpoint(ctx, actor, id);
  if (url !== undefined) await atMember("/url", () => ctx.outbound.assertAllowed(url));
  return ctx.tx(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, actor, id);
    const change = {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(enabled === true ? { disabledAt: null, disabledReason: null, failuresInRow: 0 } : {}),
    };
    if (Object.keys(change).length > 0) await tx.db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
    if (enabled === false && endpoint.disabledAt === null) await disableEndpoint(tx, id, "owner");
    return lockOwnEndpoint(tx, actor, id);
  });
}
