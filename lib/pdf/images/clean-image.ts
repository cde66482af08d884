import sharp, { type Sharp } from "sharp";
import { findLevels, isOpaque, measureDarkness, type Pixels } from "@/lib/pdf/signature-photo/find-ink";
import { inkBox, planTrim } from "@/lib/platform/geometry/trim-box";
import { ImageError, maxImageBytes, maxImageSidePx } from "./image-xobject";

/** A signature takes up half of a photograph. Higher resolution would not be visible in print and would take longer. */
const workedSidePx = 1200;

export interface CleanedImage extends NormalisedImage {
  /** The upload had no transparency, so it shows paper. The paper was removed unless it was to be kept. */
  hadPaper: boolean;
}

/**
 * Prepares a photographed or scanned signature for a document: its paper becomes transparent (unless `keepPaper`),
 * and it is trimmed to the ink, at most 1600 by 600 pixels and 2 MiB. An image that is already transparent is only
 * trimmed. Throws `ImageError`, with the code `blank` for an image of paper only.
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
    if (hadPaper && !keepPaper && !removePaper(pixels)) throw nothingDrawn();
    return { ...(await trim(pixels)), hadPaper };
  });
}

async function trim({ rgba, width, height }: Pixels): Promise<NormalisedImage> {
  const ink = inkBox(rgba, width, height);
  if (!ink) throw nothingDrawn();
  for (let shrink = 1; ; shrink *= 0.75) {
    const { source, target, ...size } = planTrim(ink, shrink);
    const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .extract(source)
      .resize(target.width, target.height, { fit: "fill" })
      .extend({
        left: target.left,
        top: target.top,
        right: size.width - target.left - target.width,
        bottom: size.height - target.top - target.height,
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .png({ compressionLevel: 9, adaptiveFiltering: false, palette: false })
      .toBuffer();
    if (png.length <= maxImageBytes) return { png, ...size };
  }
}

function nothingDrawn(): ImageError {
  return new ImageError("blank");
}

/**
 * Makes the paper of a photographed or scanned signature transparent, in place. The ink keeps its colour, corrected
 * for the lighting of the photograph, so that it looks the same on white paper. Returns false, without a change, if
 * there is only paper.
 */
export function removePaper(pixels: Pixels): boolean {
  const { rgba, width, height } = pixels;
  const darkness = measureDarkness(pixels);
  const levels = findLevels(darkness);
  if (!levels) return false;
  const { none, full } = levels;
  const mask: InkMask = {
    alpha: darkness.values.map((value) => Math.min(1, Math.max(0, (value - none) / (full - none)))),
    width,
    height,
  };
  if (!dropStrays(mask)) return false;
  mask.alpha.forEach((alpha, at) => {
    for (let channel = 0; channel < 3; channel++) {
      rgba[at * 4 + channel] =
        alpha === 0 ? 0 : ((darkness.colours[at * 3 + channel] ?? 0) - 255 * (1 - alpha)) / alpha;
    }
    rgba[at * 4 + 3] = 255 * alpha;
  });
  return true;
}

/** The opacity of each pixel, 0–1, row by row. */
interface InkMask {
  alpha: Float32Array;
  width: number;
  height: number;
}

/** Connected components, including diagonal neighbours. */
interface Blot {
  pixels: number[];
  /** Pixels that are ink rather than paper. */
  strength: number;
  /** The largest number of pixels on one edge of the picture, and the number of edges touched. */
  edge: number;
  sides: number;
}

const inkFrom = 0.5;
/** In a picture of 1600 by 1200 pixels, this is 15 pixels: a third of the dot on an i. */
const speckShare = 8e-6;
const smallestSpeckPx = 4;
/**
 * A shape that touches more than this share of a side, or two sides, is the rim of the sheet, the table or a finger.
 */
const rimShare = 0.08;
/** Such shapes are kept if less than this share of the ink remains without them. */
const leastRest = 0.2;

/**
 * Removes dust, and shapes at the image's edge that are not part of the signature. Changes `mask`. Returns whether
 * any ink is left.
 */
function dropStrays(mask: InkMask): boolean {
  const { alpha, width, height } = mask;
  const blots = findBlots(mask);
  const smallest = Math.max(smallestSpeckPx, width * height * speckShare);
  const strong = blots.filter(({ strength }) => strength >= smallest);
  const isRim = ({ sides, edge }: Blot): boolean => sides > 1 || edge > rimShare * Math.max(width, height);
  const inside = strong.filter((blot) => !isRim(blot));
  const kept = new Set(inkOf(inside) >= leastRest * inkOf(strong) ? inside : strong);
  for (const blot of blots) if (!kept.has(blot)) for (const pixel of blot.pixels) alpha[pixel] = 0;
  return kept.size > 0;
}

function inkOf(blots: readonly Blot[]): number {
  return blots.reduce((sum, { strength }) => sum + strength, 0);
}

function findBlots(mask: InkMask): Blot[] {
  const seen = new Uint8Array(mask.alpha.length);
  const blots: Blot[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 0 && (mask.alpha[start] ?? 0) > 0) blots.push(gatherBlot(mask, seen, start));
  }
  return blots;
}

function gatherBlot({ alpha, width, height }: InkMask, seen: Uint8Array, start: number): Blot {
  const pixels = [start];
  seen[start] = 1;
  const onSide = { left: 0, right: 0, top: 0, bottom: 0 };
  let strength = 0;
  // The array grows during the loop: a queue without removals.
  for (let next = 0; next < pixels.length; next++) {
    const pixel = pixels[next] ?? 0;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    if ((alpha[pixel] ?? 0) >= inkFrom) strength += 1;
    if (x === 0) onSide.left += 1;
    if (x === width - 1) onSide.right += 1;
    if (y === 0) onSide.top += 1;
    if (y === height - 1) onSide.bottom += 1;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const beside = row * width + column;
        if (seen[beside] === 1 || (alpha[beside] ?? 0) === 0) continue;
        seen[beside] = 1;
        pixels.push(beside);
      }
    }
  }
  const edges = Object.values(onSide).filter((count) => count > 0);
  return { pixels, strength, edge: Math.max(0, ...edges), sides: edges.length };
}

export interface NormalisedImage {
  /** 8-bit RGBA, not interlaced, without metadata. */
  png: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an uploaded signature image with `readImage` and re-encodes it, which removes metadata and any data hidden
 * after the image. Throws `ImageError`.
 */
export async function normaliseImage(bytes: Buffer): Promise<NormalisedImage> {
  return readImage(bytes, async (image) => {
    const { data, info } = await image
      .png({ compressionLevel: 9, adaptiveFiltering: false, palette: false })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  });
}

// Ten times the resolution that a signature box two inches wide shows in print. More would only make every signed
// file larger.
const storedSidePx = 1600;

const pngMagic = Buffer.from("89504e470d0a1a0a", "hex");
const jpegMagic = Buffer.from("ffd8ff", "hex");

// libvips selects a decoder from the content. All except these two stay disabled, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg"] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * Passes an uploaded PNG or JPEG to `use`: upright (EXIF orientation applied), in sRGB, with an alpha channel, at
 * most 1600 pixels per side. Runs only in the killable child process. Throws `ImageError`.
 */
export async function readImage<Made>(bytes: Buffer, use: (image: Sharp) => Promise<Made>): Promise<Made> {
  if (bytes.length > maxImageBytes) throw new ImageError("image_too_large", maxImageBytes);
  if (!startsWith(bytes, pngMagic) && !startsWith(bytes, jpegMagic)) throw new ImageError("image_type");
  try {
    return await use(await open(bytes));
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError("image_damaged");
  }
}

async function open(bytes: Buffer): Promise<Sharp> {
  const options = { failOn: "error", pages: 1 } as const;
  // With a limit, sharp throws an error of its own for a large image, which would be reported as damaged.
  const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  if (width > maxImageSidePx || height > maxImageSidePx) throw new ImageError("image_too_many_pixels", maxImageSidePx);
  return sharp(bytes, { ...options, limitInputPixels: maxImageSidePx * maxImageSidePx })
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .resize({ width: storedSidePx, height: storedSidePx, fit: "inside", withoutEnlargement: true });
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
