import { eq } from "drizzle-orm";
import { accountSignatureElements } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { getImage } from "./find-images";

const noBytes = Buffer.alloc(0);

/** Removes one's own stored image; the picture itself is wiped. Signed documents keep what they show. */
export async function removeImage(ctx: Ctx, actor: Actor, id: number): Promise<{ message: string }> {
  const stored = await getImage(ctx, actor, id);
  await ctx.tx(async (tx) => {
    await tx.db
      .update(accountSignatureElements)
      .set({ png: noBytes, deletedAt: await tx.now() })
      .where(eq(accountSignatureElements.id, stored.id));
    await markDone(tx, {});
  });
  return imageRemoved;
}

export const imageRemoved = { message: "The image is removed." };
