import { and, count, desc, eq, getTableColumns } from "drizzle-orm";
import { signRequests } from "@/db/schema/files";
import { guestSignatures, type GuestSignature } from "@/db/schema/guests";
import { cleanPicture, decodeImage } from "@/lib/accounts/signatures/images";
import type { ImageToClean, NewSignatureImages } from "@/lib/accounts/signatures/schema";
import type { Actor, Ctx, GuestActor } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import type { CleanedImage, NormalisedImage } from "@/lib/pdf/images/clean-image";
import { DomainError, invalid } from "@/lib/platform/errors";
import { authorizeByLink, getByLink } from "@/lib/requests/links/find-by-link";

/** A guest's image without its bytes. */
type GuestImage = Omit<GuestSignature, "png">;

const imagesPerRequest = 20;

const { png: _bytes, ...withoutBytes } = getTableColumns(guestSignatures);

/**
 * Stores a guest's signature or initials images for this one request, all or none. Throws what `guestActor` and
 * `authorizeByLink` throws, `base64_invalid`, `image_invalid`, `validation_failed`.
 */
export async function storeGuestImages(
  ctx: Ctx,
  actor: Actor,
  input: NewSignatureImages & { u: string },
): Promise<GuestImage[]> {
  const {
    signRequest: { id },
  } = await authorizeByLink(ctx, guestActor(actor), input.u);
  const decoded: NormalisedImage[] = [];
  for (const [index, image] of input.elements.entries())
    decoded.push(await decodeImage(ctx, image.file.base64, `/elements/${index}/file/base64`));
  return ctx.tx(async (tx) => {
    await assertRoom(tx, id, decoded.length);
    const now = await tx.now();
    const rows = decoded.map((image, index) => ({
      signRequestId: id,
      type: input.elements[index]?.type ?? "signature",
      png: image.png,
      widthPx: image.width,
      heightPx: image.height,
      createdAt: now,
      updatedAt: now,
    }));
    const stored = await tx.db.insert(guestSignatures).values(rows).returning(withoutBytes);
    await markDone(tx, { imageIds: stored.map(({ id }) => id) });
    return stored;
  });
}

/**
 * Previews a guest's photographed signature as it would appear in the document. Stores nothing. Throws what
 * `storeGuestImages` throws.
 */
export async function cleanGuestImage(
  ctx: Ctx,
  actor: Actor,
  input: ImageToClean & { u: string },
): Promise<CleanedImage> {
  await authorizeByLink(ctx, guestActor(actor), input.u);
  return cleanPicture(ctx, input);
}

/** The guest's images for this request, newest first. Throws what `storeGuestImages` throws. */
export async function listGuestImages(ctx: Ctx, actor: Actor, input: { u: string }): Promise<GuestImage[]> {
  const { signRequest } = await getByLink(ctx, guestActor(actor), input.u);
  return ctx.db
    .select(withoutBytes)
    .from(guestSignatures)
    .where(eq(guestSignatures.signRequestId, signRequest.id))
    .orderBy(desc(guestSignatures.updatedAt), desc(guestSignatures.id));
}

/** Holds the lock of the request's row, so that concurrent calls cannot exceed the limit. */
async function assertRoom(ctx: Ctx, signRequestId: number, more: number): Promise<void> {
  await ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(eq(signRequests.id, signRequestId))
    .for("update");
  const [stored] = await ctx.db
    .select({ count: count() })
    .from(guestSignatures)
    .where(eq(guestSignatures.signRequestId, signRequestId));
  if ((stored?.count ?? 0) + more > imagesPerRequest)
    throw invalid("/elements", "too_many", `a guest keeps ${imagesPerRequest} images at most`);
}

/**
 * One of the guest's own images for this request, in full. Throws what `storeGuestImages` throws, and `not_found` for
 * another guest's image.
 */
export async function getGuestImage(ctx: Ctx, actor: Actor, input: { u: string; id: number }): Promise<GuestSignature> {
  const { signRequest } = await getByLink(ctx, guestActor(actor), input.u);
  const [image] = await ctx.db
    .select()
    .from(guestSignatures)
    .where(and(eq(guestSignatures.id, input.id), eq(guestSignatures.signRequestId, signRequest.id)));
  if (!image) throw new DomainError("not_found");
  return image;
}

/** The guest's images with these ids, in the order of the ids. */
export async function findGuestImages(
  ctx: Ctx,
  actor: Actor,
  input: { u: string },
  ids: readonly number[],
): Promise<GuestImage[]> {
  const images = await listGuestImages(ctx, actor, input);
  return ids.flatMap((id) => images.find((image) => image.id === id) ?? []);
}

/**
 * The guest. Throws `forbidden` for an account, which has its own stored images, and `unauthenticated` for the public.
 */
function guestActor(actor: Actor): GuestActor {
  if (actor.kind === "account")
    throw new DomainError("forbidden", { detail: "You have an account. Use its stored signature images." });
  if (actor.kind !== "guest")
    throw new DomainError("unauthenticated", {
      detail: "Only guests who entered a code can do this.",
    });
  return actor;
}
