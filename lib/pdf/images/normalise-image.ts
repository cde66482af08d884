import { readImage } from "./read-image";

export interface NormalisedImage {
  /** 8-bit RGBA, not interlaced, without metadata. */
  png: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an uploaded signature image and writes it anew, as `readImage` reads it: metadata and anything hidden behind the picture are
 * gone. Throws `ImageError`.
 */
export async function normaliseImage(bytes: Buffer): Promise<NormalisedImage> {
  return readImage(bytes, async (image) => {
    const { data, info } = await image
      .png({ compressionLevel: 9, adaptiveFiltering: false, palette: false })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  });
}
