import { readFile, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { PdfError } from "@/lib/pdf/errors";
import { plainJpeg, type PlainJpeg } from "./plain-jpeg";

/** A picture as it goes into a PDF, without metadata. */
export interface PreparedPicture {
  path: string;
  /** Bytes of the file at `path`. */
  bytes: number;
  /** As stored. */
  width: number;
  height: number;
  /** Exif orientation; 1 unless the bytes of a JPEG are kept. */
  orientation: number;
  /** Pictures in the file that this one is from: pages of a TIFF, else 1. */
  of: number;
}

/** A4 at more than 400 pixels an inch. Larger pictures are made smaller. */
const longestSidePx = 5000;
/** Decoding streams, so that this bounds time and not memory. */
const mostPixels = 120_000_000;
/** Lossless up to this; a photograph takes more, and becomes a JPEG. */
const drawnBytesPerPixel = 1;
const jpegQuality = 92;

// Runs in a process of its own, where these decoders alone are open: libvips chooses one by looking at the bytes.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadTiff"],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Writes page `page` (from 0) of a PNG, JPEG, WebP or TIFF to `outputPath`, ready for a PDF: a JPEG with its own bytes where that is possible, anything
 * else drawn anew, upright, in sRGB or grey, on white. Throws PdfError `picture_damaged`, `too_large`.
 */
export async function preparePicture(file: string, page: number, outputPath: string): Promise<PreparedPicture> {
  try {
    return await prepare(file, page, outputPath);
  } catch (error) {
    if (error instanceof PdfError) throw error;
    // libvips tells the reason in words only.
    throw new PdfError("picture_damaged", error instanceof Error ? error.message : "it cannot be decoded");
  }
}

async function prepare(file: string, page: number, outputPath: string): Promise<PreparedPicture> {
  const { width, height, pages = 1, format } = await sharp(file, { limitInputPixels: false, page }).metadata();
  if (width * height > mostPixels) throw new PdfError("too_large", `${width} x ${height} pixels`);
  if (format === "jpeg") {
    const plain = plainJpeg(await readFile(file));
    if (plain && Math.max(plain.width, plain.height) <= longestSidePx) return keepJpeg(plain, outputPath);
  }
  return { ...(await drawAnew(file, page, outputPath)), of: format === "tiff" ? pages : 1 };
}

/** Decoded once, because a damaged picture is to be refused now and not shown in half later. */
async function keepJpeg({ bytes, ...facts }: PlainJpeg, outputPath: string): Promise<PreparedPicture> {
  await sharp(bytes, { failOn: "error", sequentialRead: true })
    .resize(16, 16, { fit: "fill", fastShrinkOnLoad: false })
    .raw()
    .toBuffer();
  await writeFile(outputPath, bytes);
  return { path: outputPath, bytes: bytes.length, ...facts, of: 1 };
}

async function drawAnew(file: string, page: number, outputPath: string): Promise<Omit<PreparedPicture, "of">> {
  const { data, info } = await uprightPixels(file, page);
  const pixels = (): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const encoded = (await isPhotograph(pixels, info))
    ? await pixels().jpeg({ quality: jpegQuality, chromaSubsampling: "4:4:4" }).toBuffer()
    : await asGrey(pixels(), info.channels).png({ compressionLevel: 6 }).toBuffer();
  await writeFile(outputPath, encoded);
  return { path: outputPath, bytes: encoded.length, width: info.width, height: info.height, orientation: 1 };
}

/** At most 75 MB. */
function uprightPixels(file: string, page: number) {
  return sharp(file, { limitInputPixels: mostPixels, failOn: "error", page, sequentialRead: true })
    .autoOrient()
    .resize({ width: longestSidePx, height: longestSidePx, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
}

function asGrey(image: Sharp, channels: number): Sharp {
  return channels < 3 ? image.toColourspace("b-w") : image;
}

const bandRows = 128;

/** Text and drawings pack well and blur as a JPEG. A band from the middle tells them from photographs. */
async function isPhotograph(
  pixels: () => Sharp,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  const rows = Math.min(bandRows, height);
  const band = { left: 0, top: Math.floor((height - rows) / 2), width, height: rows };
  const { length } = await pixels().extract(band).png({ compressionLevel: 6 }).toBuffer();
  return length > width * rows * drawnBytesPerPixel;
}
