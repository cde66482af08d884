import sharp, { type Sharp } from "sharp";
import { ImageError, maxImageBytes, maxImageSidePx } from "./image-xobject";

// Ten times what a signature box two inches wide can show in print; more would only make every signed file larger.
const storedSidePx = 1600;

const pngMagic = Buffer.from("89504e470d0a1a0a", "hex");
const jpegMagic = Buffer.from("ffd8ff", "hex");

// libvips chooses a decoder by looking at the bytes: everything but these two stays shut, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg"] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * Passes an uploaded PNG or JPEG to `use`: upright (EXIF orientation applied), sRGB, with an alpha channel, at most 1600 pixels a
 * side. Runs in the killable child process only. Throws `ImageError`.
 */
export async function readImage<Made>(bytes: Buffer, use: (image: Sharp) => Promise<Made>): Promise<Made> {
  if (bytes.length > maxImageBytes) throw new ImageError("the image is larger than 2 MiB");
  if (!startsWith(bytes, pngMagic) && !startsWith(bytes, jpegMagic))
    throw new ImageError("the image is neither PNG nor JPEG");
  try {
    return await use(await open(bytes));
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError("the image cannot be read");
  }
}

async function open(bytes: Buffer): Promise<Sharp> {
  const image = sharp(bytes, { limitInputPixels: maxImageSidePx * maxImageSidePx, failOn: "error", pages: 1 });
  const { width, height } = await image.metadata();
  if (width > maxImageSidePx || height > maxImageSidePx)
    throw new ImageError(`the image is larger than ${maxImageSidePx} pixels a side`);
  return image
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .resize({ width: storedSidePx, height: storedSidePx, fit: "inside", withoutEnlargement: true });
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
