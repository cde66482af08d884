import { and, eq, isNull } from "drizzle-orm";
import { drawingHandovers, type DrawingHandover } from "@/db/schema/guests";
import { decodeImage } from "@/lib/accounts/signatures/decode-image";
import type { Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { linkMiss } from "@/lib/platform/rates/request-rates";
import { findHandover } from "./handover";

/** The phone's task: a signature or initials, and the time limit. Throws the errors of `findHandover`. */
export async function openDrawing(
  ctx: Ctx,
  input: { secret: string },
): Promise<Pick<DrawingHandover, "type" | "expiresAt">> {
  const { id, type, expiresAt } = await findHandover(ctx, input.secret);
  await ctx.tx(async (tx) => {
    await tx.db
      .update(drawingHandovers)
      .set({ openedAt: await tx.now() })
      .where(and(eq(drawingHandovers.id, id), isNull(drawingHandovers.openedAt)));
    await markDone(tx, {}, JSON.stringify({ type, expiresAt }));
  });
  return { type, expiresAt };
}

/** Rebuilds the earlier answer from its recorded facts. */
export function readOpenedDrawing(noted: string): Pick<DrawingHandover, "type" | "expiresAt"> {
  const { type, expiresAt } = JSON.parse(noted) as { type: DrawingHandover["type"]; expiresAt: string };
  return { type, expiresAt: new Date(expiresAt) };
}

/**
 * Hands the picture over to the desktop, once. It signs nothing and is stored nowhere else: the signer looks at it and uses it or not.
 * Throws what `findHandover` and `decodeImage` throw; of two pictures at the same moment the second is a miss.
 */
export async function deliverDrawing(ctx: Ctx, input: { secret: string; file: { base64: string } }): Promise<void> {
  await findHandover(ctx, input.secret);
  const { png } = await decodeImage(ctx, input.file.base64, "/file/base64");
  // The session may have ended while the picture was read.
  const { id } = await findHandover(ctx, input.secret);
  const isFirst = await ctx.tx(async (tx) => {
    const stored = await tx.db
      .update(drawingHandovers)
      .set({ png, drawnAt: await tx.now() })
      .where(and(eq(drawingHandovers.id, id), isNull(drawingHandovers.drawnAt)))
      .returning({ id: drawingHandovers.id });
    if (stored.length === 0) return false;
    await markDone(tx, {});
    return true;
  });
  if (!isFirst) throw await linkMiss(ctx);
}
