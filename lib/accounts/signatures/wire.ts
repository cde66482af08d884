import type { StoredSignature } from "@/db/schema/accounts";
import type { CleanedImage } from "@/lib/pdf/images/clean-image";
import type { CertificateFacts } from "@/lib/x509/certificate";
import type { CleanedImageAnswer, SignatureImageWire } from "./schema";

/** A stored image of an account or guest. */
type SignatureImage = Pick<StoredSignature, "id" | "type" | "widthPx" | "heightPx" | "createdAt" | "updatedAt">;

/**
 * The API view of stored images; `newestFirst` has all of the account or guest, so that the first of a type is its
 * default.
 */
export function toImagesWire(newestFirst: readonly SignatureImage[]): SignatureImageWire[] {
  return newestFirst.map((image) => toImageWire(image, newestFirst));
}

export function toStoredWire(stored: readonly SignatureImage[], newestFirst: readonly SignatureImage[]) {
  const message = stored.length === 1 ? "The image is stored." : "The images are stored.";
  return { message, data: stored.map((image) => toImageWire(image, newestFirst)) };
}

/** One image with its bytes. */
export function toWholeImageWire(
  image: SignatureImage & Pick<StoredSignature, "png">,
  newestFirst: readonly SignatureImage[],
) {
  return {
    ...toImageWire(image, newestFirst),
    file: { base64: image.png.toString("base64"), mediaType: "image/png" as const },
  };
}

/** A cleaned picture, which is not stored. */
export function toCleanedWire({ png, width, height, hadPaper }: CleanedImage): CleanedImageAnswer {
  return { file: { base64: png.toString("base64"), mediaType: "image/png" }, width, height, hadPaper };
}

function toImageWire(image: SignatureImage, newestFirst: readonly SignatureImage[]): SignatureImageWire {
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

export function toSigningPasswordWire({ subject, serialNumber, notBefore, notAfter }: CertificateFacts) {
  return { message: "Your signing key is ready.", certificate: { subject, serialNumber, notBefore, notAfter } };
}
