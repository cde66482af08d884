import type { AccountSignatureElement } from "@/db/schema/accounts";
import type { SignatureImage } from "./find-images";
import type { SignatureImageWire } from "./schema";

/** The wire's view of stored images; `stored` is newest first, so that the first of a type is its default. */
export function toImagesWire(stored: readonly SignatureImage[]): SignatureImageWire[] {
  return stored.map((image) => toImageWire(image, stored));
}

/** One image among all of its account. */
export function toImageWire(image: SignatureImage, newestFirst: readonly SignatureImage[]): SignatureImageWire {
  return {
    id: image.id,
    elementId: image.id,
    type: image.type,
    isDefault: newestFirst.find((candidate) => candidate.type === image.type)?.id === image.id,
    width: image.widthPx,
    height: image.heightPx,
    createdAt: image.createdAt.toISOString(),
    updatedAt: image.updatedAt.toISOString(),
  };
}

export function toImageFile(image: AccountSignatureElement): { base64: string; mediaType: "image/png" } {
  return { base64: image.png.toString("base64"), mediaType: "image/png" };
}
