import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { listEvents, type EventPage } from "@/lib/events/list-events";

/** The log of the caller's own documents. Throws `forbidden`. */
export async function listOwnEvents(
  ctx: Ctx,
  actor: Actor,
  range: { after?: number | undefined; length?: number | undefined },
): Promise<EventPage> {
  return listEvents(ctx, assertMayRequest(actor).account.id, range);
}
