import sharp from "sharp";
import { inkBox, planTrim } from "@/lib/geometry/trim-box";
import { isOpaque, type Pixels } from "@/lib/pdf/signature-photo/pixels";
import { takePaperOut } from "@/lib/pdf/signature-photo/take-paper-out";
import { ImageError } from "./image-error";
import { maxImageBytes } from "./image-limits";
import type { NormalisedImage } from "./normalise-image";
import { readImage } from "./read-image";

/** A signature takes half of a photograph: more would show in no print, and take longer. */
const workedSidePx = 1200;

export interface CleanedImage extends NormalisedImage {
  /** The upload had no transparency: it shows paper, which was taken out unless it was to be kept. */
  hadPaper: boolean;
}

/**
 * A photographed or scanned signature as it goes into a document: its paper transparent (unless `keepPaper`), trimmed to the ink, at
 * most 1600 by 600 pixels and 2 MiB. What is transparent already is trimmed only. Throws `ImageError`, `blank` when there is only paper.
 */
export async function cleanImage(
  bytes: Buffer,
  { keepPaper = false }: { keepPaper?: boolean } = {},
): Promise<CleanedImage> {
  return readImage(bytes, async (image) => {
    const { data, info } = await image
      .resize({ width: workedSidePx, height: workedSidePx, fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels: Pixels = {
      rgba: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
      width: info.width,
      height: info.height,
    };
    const hadPaper = isOpaque(pixels);
    if (hadPaper && !keepPaper && !takePaperOut(pixels)) throw nothingDrawn();
    return { ...(await trim(pixels)), hadPaper };
  });
}

async function trim({ rgba, width, height }: Pixels): Promise<NormalisedImage> {
  const ink = inkBox(rgba, width, height);
  if (!ink) throw nothingDrawn();
  for (let shrink = 1; ; shrink *= 0.75) {
    const { source, target, ...whole } = planTrim(ink, shrink);
    const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .extract(source)
      .resize(target.width, target.height, { fit: "fill" })
      .extend({
        left: target.left,
        top: target.top,
        right: whole.width - target.left - target.width,
        bottom: whole.height - target.top - target.height,
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .png({ compressionLevel: 9, adaptiveFiltering: false, palette: false })
      .toBuffer();
    if (png.length <= maxImageBytes) return { png, ...whole };
  }
}

function nothingDrawn(): ImageError {
  return new ImageError("the image shows nothing but paper", "blank");
}
