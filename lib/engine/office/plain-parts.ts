import { gunzipSync } from "node:zlib";
import { PdfError } from "@/lib/pdf/syntax/errors";

type Check = (bytes: Buffer) => boolean;
const startsWith =
  (...mark: readonly number[]): Check =>
  (bytes) =>
    mark.every((byte, at) => bytes[at] === byte);
const startsAs =
  (mark: string, at = 0): Check =>
  (bytes) =>
    bytes.toString("latin1", at, at + mark.length) === mark;
const both =
  (first: Check, second: Check): Check =>
  (bytes) =>
    first(bytes) && second(bytes);

const rasters: readonly Check[] = [
  startsWith(0x89, 0x50, 0x4e, 0x47),
  startsWith(0xff, 0xd8, 0xff),
  startsAs("GIF8"),
  startsAs("BM"),
  startsAs("II*\0"),
  startsAs("MM\0*"),
  both(startsAs("RIFF"), startsAs("WEBP", 8)),
];
/** EMF, WMF with and without a placeable header, LibreOffice's own metafile, PDF. */
const drawings: readonly Check[] = [
  both(startsWith(1, 0, 0, 0), startsAs(" EMF", 40)),
  startsWith(0xd7, 0xcd, 0xc6, 0x9a),
  startsWith(1, 0, 9, 0, 0),
  startsWith(2, 0, 9, 0, 0),
  startsAs("VCLMTF"),
  startsAs("%PDF-"),
];

/**
 * Whether the bytes are a picture that cannot refer to another file. LibreOffice detects pictures by their bytes,
 * whatever their name, and opens the files that an SVG or a PostScript file refers to.
 */
export function isPlainPicture(bytes: Buffer): boolean {
  return rasters.some((check) => check(bytes)) || drawings.some((check) => check(bytes));
}

/** Whether a `data:` address holds a raster picture. */
export function isRasterData(address: string): boolean {
  const encoded = /^\s*data:image\/[a-z.+-]+;base64,([a-z0-9+/=\s]*)$/i.exec(address)?.[1];
  if (encoded === undefined) return false;
  const bytes = Buffer.from(encoded, "base64");
  return rasters.some((check) => check(bytes));
}

/**
 * Whether the bytes are a font, possibly with its first 32 bytes obfuscated (ECMA-376, part 4, 17.8.1): the third
 * entry of its table directory has a valid name, and is within the file. No text in any encoding matches that.
 */
export function isFont(bytes: Buffer): boolean {
  if (bytes.length < 60) return false;
  const isNamed = /^[A-Za-z][A-Za-z0-9 /]{3}$/.test(bytes.toString("latin1", 44, 48));
  return isNamed && bytes.readUInt32BE(52) + bytes.readUInt32BE(56) <= bytes.length;
}

/** Unpacks a picture that is compressed once more (SVGZ, EMZ, WMZ). Throws PdfError `too_large`. */
export function unpackedOnce(bytes: Buffer, mostBytes: number): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new PdfError("too_large", "unpacked, a picture is too large");
    return bytes;
  }
}
