import { readFile, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { PdfError } from "@/lib/pdf/syntax/errors";

/** A picture in the form in which it is embedded in a PDF, without metadata. */
export interface PreparedPicture {
  path: string;
  /** Size of the file at `path`. */
  bytes: number;
  /** As stored, before applying the orientation. */
  width: number;
  height: number;
  /** Exif orientation. Always 1 unless the original bytes of a JPEG are kept. */
  orientation: number;
  /** The number of pictures in the source file: pages of a TIFF, otherwise 1. */
  of: number;
}

/** A4 at more than 400 pixels per inch. Larger pictures are reduced. */
const longestSidePx = 5000;
/** Decoding is streamed, so this limits time rather than memory. */
const mostPixels = 120_000_000;
/** Pictures up to this size stay lossless. A photograph takes more, and becomes a JPEG. */
const drawnBytesPerPixel = 1;
const jpegQuality = 92;

// Runs in a separate process, in which only these decoders are enabled: libvips selects one from the content.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadTiff"],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Writes page `page` (counted from 0) of a PNG, JPEG, WebP or TIFF to `outputPath`, ready for a PDF: a JPEG with its
 * own bytes where that is possible, anything else re-encoded, upright, in sRGB or grey, on white. Throws PdfError
 * `picture_damaged`, `too_large`.
 */
export async function preparePicture(file: string, page: number, outputPath: string): Promise<PreparedPicture> {
  try {
    return await prepare(file, page, outputPath);
  } catch (error) {
    if (error instanceof PdfError) throw error;
    // libvips gives the reason only as text.
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

/** Decoded once, because a damaged picture must be refused now and not shown incompletely later. */
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

/** Text and drawings compress well, and blur as a JPEG. A band from the middle distinguishes them from photographs. */
async function isPhotograph(
  pixels: () => Sharp,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  const rows = Math.min(bandRows, height);
  const band = { left: 0, top: Math.floor((height - rows) / 2), width, height: rows };
  const { length } = await pixels().extract(band).png({ compressionLevel: 6 }).toBuffer();
  return length > width * rows * drawnBytesPerPixel;
}

/** A JPEG without metadata, with the facts from its own header. */
interface PlainJpeg {
  bytes: Buffer;
  width: number;
  height: number;
  /** Exif orientation, 1 to 8 (CIPA DC-008, 4.6.5): how to rotate the stored rows upright. */
  orientation: number;
}

const [startOfImage, endOfImage, startOfScan, linesDefined] = [0xd8, 0xd9, 0xda, 0xdc];
/** Baseline, extended and progressive with Huffman codes, which DCTDecode must support (ISO 32000-2, 7.4.8). */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const anyFrame = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const [jfif, exif, profile, adobe] = [0xe0, 0xe1, 0xe2, 0xee];

/**
 * The image of a JPEG in a form that a PDF can embed: the segments needed for decoding, without Exif data (which may
 * name the place), comments, thumbnails and anything after the image. Null if programs would draw it differently or
 * if the image is not sRGB or grey. It must be re-encoded then.
 */
function plainJpeg(file: Buffer): PlainJpeg | null {
  if (file[0] !== 0xff || file[1] !== startOfImage) return null;
  const reader = new JpegReader(file);
  return reader.read();
}

interface Frame {
  width: number;
  height: number;
  components: number[];
}

class JpegReader {
  private at = 2;
  private readonly kept: Buffer[] = [Buffer.from([0xff, startOfImage])];
  private frame: Frame | null = null;
  private orientation = 1;
  /** The transform given by an Adobe segment (Adobe Technical Note 5116), or null without one. */
  private transform: number | null = null;

  constructor(private readonly file: Buffer) {}

  read(): PlainJpeg | null {
    for (;;) {
      const marker = this.nextMarker();
      if (marker === null || marker === linesDefined || anyFrame.has(marker)) return null;
      if (marker === endOfImage) return this.finish();
      const segment = this.segment();
      if (segment === null || !this.take(marker, segment)) return null;
      if (marker === startOfScan) this.takeScan();
    }
  }

  private nextMarker(): number | null {
    if (this.file[this.at] !== 0xff) return null;
    while (this.file[this.at] === 0xff) this.at += 1;
    const marker = this.file[this.at];
    this.at += 1;
    return marker === undefined || marker === 0 ? null : marker;
  }

  /** The length and content of a segment (ITU-T T.81, B.1.1.4). */
  private segment(): Buffer | null {
    if (this.at + 2 > this.file.length) return null;
    const length = this.file.readUInt16BE(this.at);
    const segment = this.file.subarray(this.at, this.at + length);
    this.at += length;
    return length < 2 || segment.length < length ? null : segment;
  }

  /** Returns false for content that cannot be embedded unchanged. */
  private take(marker: number, segment: Buffer): boolean {
    const body = segment.subarray(2);
    if (marker === exif) this.orientation = orientationIn(body) ?? this.orientation;
    if (marker === profile && isForeignProfile(body)) return false;
    if (marker === adobe && body.toString("latin1", 0, 5) === "Adobe") this.transform = body[11] ?? null;
    if (frames.has(marker) && !this.takeFrame(body)) return false;
    const isMetadata = marker === 0xfe || (marker >= jfif && marker <= 0xef && marker !== adobe);
    if (!isMetadata || (marker === jfif && body.toString("latin1", 0, 4) === "JFIF"))
      this.kept.push(Buffer.from([0xff, marker]), marker === jfif ? withoutThumbnail(segment) : segment);
    return true;
  }

  private takeFrame(body: Buffer): boolean {
    const [precision, count] = [body[0], body[5] ?? 0];
    if (precision !== 8 || body.length < 6 + count * 3 || (count !== 1 && count !== 3) || this.frame) return false;
    this.frame = {
      height: body.readUInt16BE(1),
      width: body.readUInt16BE(3),
      components: Array.from({ length: count }, (_, index) => body[6 + index * 3] ?? 0),
    };
    return this.frame.width > 0 && this.frame.height > 0;
  }

  /** Data up to the next marker that is neither a stuffed byte nor a restart (B.1.1.2). */
  private takeScan(): void {
    const start = this.at;
    for (;;) {
      const found = this.file.indexOf(0xff, this.at);
      if (found < 0) {
        this.at = this.file.length;
        break;
      }
      const next = this.file[found + 1];
      this.at = found;
      if (next !== 0 && next !== 0xff && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) break;
      this.at = next === 0xff ? found + 1 : found + 2;
    }
    this.kept.push(this.file.subarray(start, this.at));
  }

  private finish(): PlainJpeg | null {
    const { frame } = this;
    if (!frame) return null;
    // If no segment states the colours, some programs take three components as RGB because of their names, and others
    // do not.
    const isNamedRgb = frame.components.join() === [...Buffer.from("RGB")].join();
    if (frame.components.length === 3 && (isNamedRgb || this.transform === 0 || this.transform === 2)) return null;
    this.kept.push(Buffer.from([0xff, endOfImage]));
    const { width, height } = frame;
    return { bytes: Buffer.concat(this.kept), width, height, orientation: this.orientation };
  }
}

function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length <= 16) return segment;
  const bare = Buffer.from(segment.subarray(0, 16));
  bare.writeUInt16BE(16, 0);
  bare[14] = 0;
  bare[15] = 0;
  return bare;
}

/** A colour profile other than sRGB. Its first chunk holds the description. */
function isForeignProfile(body: Buffer): boolean {
  if (body.toString("latin1", 0, 11) !== "ICC_PROFILE") return false;
  const isFirst = body[12] === 1;
  return isFirst && !body.toString("latin1").replaceAll("\0", "").includes("sRGB");
}

const orientationTag = 0x0112;

/** The orientation in the first directory of an Exif segment (TIFF 6.0, section 2). */
function orientationIn(body: Buffer): number | null {
  if (body.toString("latin1", 0, 6) !== "Exif\0\0" || body.length < 14) return null;
  const tiff = body.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = short(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return null;
    if (short(entry) !== orientationTag) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
