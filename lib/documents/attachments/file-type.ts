import type { AttachmentType } from "@/db/schema/files";
import { ZipError, ZipReader } from "@/lib/platform/zip/zip-directory";

/** Number of leading bytes needed to determine the type. */
export const headBytes = 64;

/** HEIF brands of still images in HEVC (ISO/IEC 23008-12, annex B). `mif1` and `msf1` only identify the container. */
const heicBrands: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx"]);

/**
 * The type of a file by its first bytes. `zip` may be a DOCX. Null for everything else. Only the very beginning counts:
 * a file with other content before its signature is not of the type.
 */
export function typeOfHead(head: Buffer): Exclude<AttachmentType, "docx"> | "zip" | null {
  const ascii = (start: number, end: number): string => head.toString("latin1", start, end);
  if (ascii(0, 5) === "%PDF-") return "pdf";
  if (head.subarray(0, 8).equals(pngMark) && ascii(12, 16) === "IHDR") return "png";
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && isHeic(head)) return "heic";
  return ascii(0, 4) === "PK\u0003\u0004" ? "zip" : null;
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The major brand, or a compatible brand within the head. */
function isHeic(head: Buffer): boolean {
  const end = Math.min(head.length, head.length >= 4 ? head.readUInt32BE(0) : 0);
  const brands = [head.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  return brands.some((brand) => heicBrands.has(brand));
}

/**
 * Whether a zip is a Word document (ECMA-376, part 2) without macros, judged by the names in its directory. Nothing is
 * unpacked.
 */
export function isDocx(path: string): boolean {
  const names = namesIn(path);
  return (
    names !== null &&
    names.includes("[Content_Types].xml") &&
    names.includes("word/document.xml") &&
    !names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))
  );
}

/** Null for a directory that is unreadable, or larger than any document's. */
function namesIn(path: string): string[] | null {
  try {
    return ZipReader.with(path, (zip) => zip.entries().map(({ name }) => name));
  } catch (error) {
    if (error instanceof ZipError) return null;
    throw error;
  }
}
