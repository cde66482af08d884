import { and, count, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { storedSignatures, type StoredSignature } from "@/db/schema/accounts";
import { accountActor } from "@/lib/accounts/actor";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { toFileError } from "@/lib/engine/file-errors";
import type { CleanedImage, NormalisedImage } from "@/lib/pdf/images/clean-image";
import { ImageError, type ImageFault } from "@/lib/pdf/images/image-xobject";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { decodeBase64 } from "@/lib/platform/base64";
import { DomainError, invalid, invalidAt, violationAt } from "@/lib/platform/errors";
import type { ImageToClean, NewSignatureImages, SignatureImageChange } from "./schema";

const imagesPerAccount = 100;

/**
 * Stores images of signatures or initials, all or none. Throws `base64_invalid`, `image_invalid`, `validation_failed`.
 */
export async function storeImages(ctx: Ctx, actor: Actor, input: NewSignatureImages): Promise<SignatureImage[]> {
  const acting = accountActor(actor);
  const { account } = acting;
  const decoded: NormalisedImage[] = [];
  for (const [index, image] of input.elements.entries()) {
    decoded.push(await decodeImage(ctx, image.file.base64, `/elements/${index}/file/base64`));
  }
  return ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
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
    const stored = await tx.db.insert(storedSignatures).values(rows).returning();
    await markDone(tx, { imageIds: stored.map(({ id }) => id) });
    return stored;
  });
}

/** The caller holds the lock of the account's row, so that concurrent calls cannot exceed the limit. */
async function assertRoom(ctx: Ctx, accountId: number, more: number): Promise<void> {
  const [stored] = await ctx.db
    .select({ count: count() })
    .from(storedSignatures)
    .where(and(eq(storedSignatures.accountId, accountId), isNull(storedSignatures.deletedAt)));
  if ((stored?.count ?? 0) + more > imagesPerAccount)
    throw invalid("/elements", "too_many", `an account keeps ${imagesPerAccount} images at most`);
}

/** A stored image without its bytes. */
type SignatureImage = Omit<StoredSignature, "png">;

const { png: _bytes, ...withoutBytes } = getTableColumns(storedSignatures);

/** The account's stored images, newest first: the first of a type is its default. */
export async function listImages(ctx: Ctx, actor: Actor): Promise<SignatureImage[]> {
  const { account } = accountActor(actor);
  return ctx.db
    .select(withoutBytes)
    .from(storedSignatures)
    .where(and(eq(storedSignatures.accountId, account.id), isNull(storedSignatures.deletedAt)))
    .orderBy(desc(storedSignatures.updatedAt), desc(storedSignatures.id));
}

/** The account's images with these ids that still exist, in this order. */
export async function findImages(ctx: Ctx, actor: Actor, ids: readonly number[]): Promise<SignatureImage[]> {
  const images = await listImages(ctx, actor);
  return ids.flatMap((id) => images.find((image) => image.id === id) ?? []);
}

/**
 * One of the actor's own images, with its bytes. Throws `not_found` for another account's image and for a deleted one.
 */
export async function getImage(ctx: Ctx, actor: Actor, id: number): Promise<StoredSignature> {
  const { account } = accountActor(actor);
  const [row] = await ctx.db
    .select()
    .from(storedSignatures)
    .where(
      and(eq(storedSignatures.id, id), eq(storedSignatures.accountId, account.id), isNull(storedSignatures.deletedAt)),
    );
  if (!row) throw new DomainError("not_found");
  return row;
}

/**
 * Changes the type or picture of the actor's own stored image, which becomes the newest. Signed documents are not
 * affected.
 */
export async function changeImage(
  ctx: Ctx,
  actor: Actor,
  id: number,
  input: SignatureImageChange,
): Promise<StoredSignature> {
  const stored = await getImage(ctx, actor, id);
  const image = input.file && (await decodeImage(ctx, input.file.base64, "/file/base64"));
  return ctx.tx(async (tx) => {
    const [changed] = await tx.db
      .update(storedSignatures)
      .set({
        type: input.type ?? stored.type,
        ...(image ? { png: image.png, widthPx: image.width, heightPx: image.height } : {}),
        updatedAt: await tx.now(),
      })
      .where(and(eq(storedSignatures.id, stored.id), isNull(storedSignatures.deletedAt)))
      .returning();
    if (!changed) throw new DomainError("not_found");
    await markDone(tx, {});
    return changed;
  });
}

const noBytes = Buffer.alloc(0);

/** Removes the actor's own stored image and wipes its picture. Signed documents are not affected. */
export async function removeImage(ctx: Ctx, actor: Actor, id: number): Promise<{ message: string }> {
  const stored = await getImage(ctx, actor, id);
  await ctx.tx(async (tx) => {
    await tx.db
      .update(storedSignatures)
      .set({ png: noBytes, deletedAt: await tx.now() })
      .where(eq(storedSignatures.id, stored.id));
    await markDone(tx, {});
  });
  return imageRemoved;
}

export const imageRemoved = { message: "The image is removed." };

const dataUrlPrefix = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * A base64 picture from a client, re-encoded as PNG with transparency and without metadata. `pointer` names the member.
 * Throws `base64_invalid`, and `image_invalid` if it is not a PNG or JPEG, too large, or cannot be drawn;
 * `unavailable`.
 */
export async function decodeImage(ctx: Ctx, base64: string, pointer: string): Promise<NormalisedImage> {
  return readUploadedImage(ctx, base64, pointer, (bytes) => ctx.engine.normaliseImage(bytes));
}

/** A base64 logo, PNG or SVG, rendered as PNG. Throws what `decodeImage` throws. */
export async function decodeLogo(ctx: Ctx, base64: string, pointer: string): Promise<NormalisedImage> {
  const bare = base64.replace(/^data:image\/(?:png|svg\+xml);base64,/i, "");
  return readUploadedImage(ctx, bare, pointer, (bytes) => ctx.engine.drawLogo(bytes));
}

/**
 * The result of `draw` for such a picture. Throws what `decodeImage` throws; the violation's code is `blank` for a
 * blank page.
 */
async function readUploadedImage<Drawn>(
  ctx: Ctx,
  base64: string,
  pointer: string,
  draw: (bytes: Buffer) => Promise<Drawn>,
): Promise<Drawn> {
  const bytes = decodeBase64(base64.replace(dataUrlPrefix, ""));
  if (!bytes || bytes.length === 0) throw refusal("base64_invalid", pointer, "is not base64");
  if (bytes.length > ctx.limits.imageBytes)
    throw unusable(pointer, new ImageError("image_too_large", ctx.limits.imageBytes));
  try {
    return await draw(bytes);
  } catch (error) {
    if (error instanceof ImageError) throw unusable(pointer, error);
    // The killable child's error for any job it had to abort.
    if (error instanceof PdfError) throw refusal("image_invalid", pointer, "cannot be drawn");
    throw toFileError(error);
  }
}

function refusal(code: "base64_invalid" | "image_invalid", pointer: string, problem: string): DomainError {
  return invalidAt([violationAt(pointer, code, (member) => `${member} ${problem}`)], code);
}

function unusable(pointer: string, { code, bound }: ImageError): DomainError {
  return invalidAt([violationAt(pointer, code, (member) => `${member} ${faultTexts[code]}`, bound)], "image_invalid");
}

const faultTexts: Readonly<Record<ImageFault, string>> = {
  image_type: "is not a picture of an accepted type",
  image_damaged: "is damaged and cannot be read",
  image_too_large: "has too many bytes",
  image_too_many_pixels: "has too many pixels per side",
  image_entities: "defines entities",
  blank: "shows only paper",
};

/**
 * Previews an account's photographed signature as it would appear in a document. Stores nothing. Throws what
 * `decodeImage` throws.
 */
export async function cleanUpload(ctx: Ctx, actor: Actor, input: ImageToClean): Promise<CleanedImage> {
  accountActor(actor);
  return cleanPicture(ctx, input);
}

/** Like `cleanUpload`, without a check of the caller. */
export async function cleanPicture(ctx: Ctx, { file, keepPaper = false }: ImageToClean): Promise<CleanedImage> {
  return readUploadedImage(ctx, file.base64, "/file/base64", (bytes) => ctx.engine.cleanImage(bytes, keepPaper));
}
