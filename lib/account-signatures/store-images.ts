import { and, count, eq, isNull } from "drizzle-orm";
import { accountSignatureElements } from "@/db/schema/accounts";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import type { NormalisedImage } from "@/lib/pdf/images/normalise-image";
import { decodeImage } from "./decode-image";
import type { SignatureImage } from "./find-images";
import type { NewSignatureImages } from "./schema";

const imagesPerAccount = 100;

/** Stores images of signatures or initials; when one is refused, none is stored. Throws `base64_invalid`, `image_invalid`, `validation_failed`. */
export async function storeImages(ctx: Ctx, actor: Actor, input: NewSignatureImages): Promise<SignatureImage[]> {
  const { account } = accountActor(actor);
  const decoded: NormalisedImage[] = [];
  for (const [index, element] of input.elements.entries()) {
    decoded.push(await decodeImage(ctx, element.file.base64, `/elements/${index}/file/base64`));
  }
  return ctx.tx(async (tx) => {
    await assertRoom(tx, account.id, decoded.length);
    const now = await tx.now();
    const rows = decoded.map((image, index) => ({
      accountId: account.id,
      type: input.elements[index]?.type ?? "signature",
      png: image.png,
      widthPx: image.width,
      heightPx: image.height,
      createdAt: now,
      updatedAt: now,
    }));
    const stored = await tx.db.insert(accountSignatureElements).values(rows).returning();
    await markDone(tx, { imageIds: stored.map(({ id }) => id) });
    return stored;
  });
}

async function assertRoom(ctx: Ctx, accountId: number, more: number): Promise<void> {
  const [stored] = await ctx.db
    .select({ count: count() })
    .from(accountSignatureElements)
    .where(and(eq(accountSignatureElements.accountId, accountId), isNull(accountSignatureElements.deletedAt)));
  if ((stored?.count ?? 0) + more > imagesPerAccount)
    throw invalid("/elements", "too_many", `an account keeps ${imagesPerAccount} images at most`);
}
