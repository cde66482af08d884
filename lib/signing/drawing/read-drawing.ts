import { and, eq, gt } from "drizzle-orm";
import { drawingHandovers, type DrawingHandover } from "@/db/schema/guests";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { getByLink } from "@/lib/requests/links/find-by-link";
import { sessionColumns } from "./handover";

/**
 * How far a drawing on a phone has come, for the signer who started it, with the picture once it has arrived. Throws what `getByLink`
 * throws, and `not_found` for the drawing of somebody else or one that is over.
 */
export async function readDrawing(ctx: Ctx, actor: Actor, input: { u: string; id: number }): Promise<DrawingHandover> {
  const owner = sessionColumns(actor.kind === "guest" ? actor : accountActor(actor));
  const { signRequest } = await getByLink(ctx, actor, input.u);
  const [drawing] = await ctx.db
    .select()
    .from(drawingHandovers)
    .where(
      and(
        eq(drawingHandovers.id, input.id),
        eq(drawingHandovers.signRequestId, signRequest.id),
        gt(drawingHandovers.expiresAt, await ctx.now()),
      ),
    );
  const isMine = drawing?.guestSessionId === owner.guestSessionId && drawing.accountId === owner.accountId;
  if (!drawing || !isMine) throw new DomainError("not_found");
  return drawing;
}
