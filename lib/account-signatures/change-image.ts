import { and, eq, isNull } from "drizzle-orm";
import { accountSignatureElements, type AccountSignatureElement } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { decodeImage } from "./decode-image";
import { getImage } from "./find-images";
import type { SignatureImageChange } from "./schema";

/** Changes the type or the picture of one's own stored image; it becomes the newest. Signed documents keep what they show. */
export async function changeImage(
  ctx: Ctx,
  actor: Actor,
  id: number,
  input: SignatureImageChange,
): Promise<AccountSignatureElement> {
  const stored = await getImage(ctx, actor, id);
  const image = input.file && (await decodeImage(ctx, input.file.base64, "/file/base64"));
  return ctx.tx(async (tx) => {
    const [changed] = await tx.db
      .update(accountSignatureElements)
      .set({
        type: input.type ?? stored.type,
        ...(image ? { png: image.png, widthPx: image.width, heightPx: image.height } : {}),
        updatedAt: await tx.now(),
      })
      .where(and(eq(accountSignatureElements.id, stored.id), isNull(accountSignatureElements.deletedAt)))
      .returning();
    if (!changed) throw new DomainError("not_found");
    await markDone(tx, {});
    return changed;
  });
}
