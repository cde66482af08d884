import sharp, { type Sharp } from "sharp";
import { readImage, type NormalisedImage } from "./clean-image";
import { ImageError, maxImageBytes } from "./image-xobject";

/** Twice the size in a header, for high-resolution screens. */
const logoBox = { width: 640, height: 160 } as const;
const maxSvgBytes = 256 * 1024;
/** A drawing at 72 dots per inch is rendered four times as large and then reduced to the box. */
const svgDensity = 288;

/**
 * Renders a logo, uploaded as PNG or SVG, to a PNG of at most 640 by 160 pixels. An SVG is never passed on, so its
 * scripts, links and external references are dropped. Runs only in the killable child process. Throws `ImageError`.
 */
export async function drawLogo(bytes: Buffer): Promise<NormalisedImage> {
  return isSvg(bytes) ? drawSvg(bytes) : readImage(bytes, (image) => toBox(image));
}

function isSvg(bytes: Buffer): boolean {
  return /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>[]*>\s*)?<svg[\s>]/i.test(
    bytes.subarray(0, 4096).toString("utf8"),
  );
}

async function drawSvg(bytes: Buffer): Promise<NormalisedImage> {
  if (bytes.length > maxSvgBytes) throw new ImageError("image_too_large", maxSvgBytes);
  // Entities can multiply text, and logos do not need them.
  if (/<!ENTITY/i.test(bytes.toString("utf8"))) throw new ImageError("image_entities");
  const loader = { operation: ["VipsForeignLoadSvg"] };
  sharp.unblock(loader);
  try {
    return await toBox(
      sharp(bytes, { density: svgDensity, limitInputPixels: 4096 * 4096, failOn: "error" }).ensureAlpha(),
    );
  } catch {
    throw new ImageError("image_damaged");
  } finally {
    sharp.block(loader);
  }
}

async function toBox(image: Sharp): Promise<NormalisedImage> {
  const { data, info } = await image
    .resize({ ...logoBox, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer({ resolveWithObject: true });
  if (data.length > maxImageBytes) throw new ImageError("image_too_large", maxImageBytes);
  return { png: data, width: info.width, height: info.height };
}
