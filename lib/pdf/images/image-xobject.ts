import { deflateSync, inflateSync } from "node:zlib";

/** `blank`: the image can be read, but shows only paper. `image_type`: neither PNG nor JPEG. */
export type ImageFault =
  | "image_type"
  | "image_damaged"
  | "image_too_large"
  | "image_too_many_pixels"
  | "image_entities"
  | "blank";

/**
 * An uploaded image that cannot be used. The response is 422 `image_invalid` with the code as violation. `bound` is the
 * exceeded limit: bytes, or pixels per side.
 */
export class ImageError extends Error {
  override readonly name = "ImageError";

  constructor(
    readonly code: ImageFault,
    readonly bound?: number,
  ) {
    super(code);
  }
}

/**
 * docs/spec/limits.md: signature images are PNG or JPEG, at most 2 MiB and 4096 pixels per side, and are re-encoded.
 */
export const maxImageBytes = 2 * 2 ** 20;
export const maxImageSidePx = 4096;

/** The two streams of an image XObject (ISO 32000-2, 8.9.5): colours, and the soft mask (11.6.5.2). */
export interface ImageXObject {
  width: number;
  height: number;
  /** FlateDecode, DeviceRGB, 8 bits, rows from the top. */
  rgb: Buffer;
  /** FlateDecode, DeviceGray, 8 bits. Null when every pixel is opaque. */
  alpha: Buffer | null;
}

interface PngHeader {
  width: number;
  height: number;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const bytesPerPixel = 4;
/**
 * A quarter of the memory that zlib takes by default, to reduce garbage collection. A drawn signature becomes larger
 * by a hundredth at most.
 */
const sparing = { windowBits: 13, memLevel: 6 };

/**
 * Splits a PNG from clean-image.ts (8-bit RGBA, not interlaced) into the streams of an image XObject. Pure JavaScript
 * over our own output, so that signing never decodes an untrusted image. Throws ImageError for any other PNG.
 *
 * Everything happens in the single inflated buffer: with one buffer per step, garbage collection took a third of the
 * time to sign a small file.
 */
export function toImageXObject(png: Buffer): ImageXObject {
  const { header, data } = readChunks(png);
  const rowBytes = header.width * bytesPerPixel;
  const rows = inflateRows(data, header.height * (rowBytes + 1));
  const pixels = unfilterRows(rows, rowBytes, header.height);
  const { rgb, alpha } = splitChannels(pixels);
  return { ...header, rgb: deflateSync(rgb, sparing), alpha: alpha && deflateSync(alpha, sparing) };
}

function readChunks(png: Buffer): { header: PngHeader; data: Buffer } {
  if (!png.subarray(0, signature.length).equals(signature)) {
    throw new ImageError("image_type");
  }
  let header: PngHeader | null = null;
  const data: Buffer[] = [];
  for (let at = signature.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      header = readHeader(body);
    } else if (type === "IDAT") {
      data.push(body);
    }
    at += length + 12;
  }
  if (!header) {
    throw new ImageError("image_damaged");
  }
  return { header, data: Buffer.concat(data) };
}

function readHeader(body: Buffer): PngHeader {
  const [depth, colourType, , , interlaced] = body.subarray(8, 13);
  if (body.length !== 13 || depth !== 8 || colourType !== 6 || interlaced !== 0) {
    throw new ImageError("image_type");
  }
  const width = body.readUInt32BE(0);
  const height = body.readUInt32BE(4);
  if (width < 1 || height < 1 || width > maxImageSidePx || height > maxImageSidePx) {
    throw new ImageError("image_too_many_pixels", maxImageSidePx);
  }
  return { width, height };
}

function inflateRows(data: Buffer, length: number): Buffer {
  try {
    // A single chunk, with room to detect the end in it: smaller chunks would be copied together, and a full one
    // would be followed by another.
    const rows = inflateSync(data, { maxOutputLength: length, chunkSize: length + 64 });
    if (rows.length === length) {
      return rows;
    }
  } catch {
    // Falls through: the data does not match the header.
  }
  throw new ImageError("image_damaged");
}

/** Undoes the row filters of PNG (ISO/IEC 15948 section 9), moving each row over the filter bytes before it. */
function unfilterRows(rows: Buffer, rowBytes: number, height: number): Buffer {
  let above: Buffer = Buffer.alloc(rowBytes);
  for (let row = 0; row < height; row++) {
    const start = row * (rowBytes + 1);
    const filter = rows[start] ?? 0;
    rows.copyWithin(row * rowBytes, start + 1, start + 1 + rowBytes);
    const current = rows.subarray(row * rowBytes, (row + 1) * rowBytes);
    unfilterRow(filter, current, above);
    above = current;
  }
  return rows.subarray(0, rowBytes * height);
}

function unfilterRow(filter: number, row: Buffer, above: Buffer): void {
  if (filter === 0) {
    return;
  }
  const predict = predictors[filter - 1];
  if (!predict) {
    throw new ImageError("image_damaged");
  }
  for (let i = 0; i < row.length; i++) {
    const left = i < bytesPerPixel ? 0 : (row[i - bytesPerPixel] ?? 0);
    const upLeft = i < bytesPerPixel ? 0 : (above[i - bytesPerPixel] ?? 0);
    row[i] = (row[i] ?? 0) + predict(left, above[i] ?? 0, upLeft);
  }
}

type Predictor = (left: number, up: number, upLeft: number) => number;

const predictors: readonly Predictor[] = [(left) => left, (_left, up) => up, (left, up) => (left + up) >> 1, paeth];

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) {
    return left;
  }
  return toUp <= toUpLeft ? up : upLeft;
}

/** Moves the colours together at the start of the pixel buffer. */
function splitChannels(pixels: Buffer): { rgb: Buffer; alpha: Buffer | null } {
  const count = pixels.length / bytesPerPixel;
  const alpha = Buffer.allocUnsafe(count);
  let opaque = true;
  for (let i = 0, from = 0, to = 0; i < count; i++, from += bytesPerPixel, to += 3) {
    alpha[i] = pixels[from + 3] ?? 0;
    pixels[to] = pixels[from] ?? 0;
    pixels[to + 1] = pixels[from + 1] ?? 0;
    pixels[to + 2] = pixels[from + 2] ?? 0;
    opaque &&= alpha[i] === 255;
  }
  return { rgb: pixels.subarray(0, count * 3), alpha: opaque ? null : alpha };
}
