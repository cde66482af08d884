import { open } from "node:fs/promises";
import type { SourceType } from "@/db/schema/files";
import { typeOfHead } from "@/lib/documents/attachments/file-type";
import { ZipError, ZipReader, type DirectoryEntry } from "@/lib/platform/zip/zip-directory";
import type { TextType } from "./source-choices";

/** What an upload is: a PDF to be taken in as it is, a type to be converted, or a type that is named and refused. */
export type UploadType = "pdf" | SourceType | RefusedType;
export type RefusedType = "heic" | "macros" | "locked" | "compound";

/** Readers accept a PDF's header anywhere in the first kilobyte (ISO 32000-2, 7.5.2 and Annex J). */
const headBytes = 1024;

/**
 * The type of an upload by its first bytes, and for a zip by its directory; never by its name. Text has no mark of its own: it is Markdown, or a part of
 * an HTML page, only where the sender calls it so (`text`). Anything unknown is left to the PDF reader, which repairs much and names the rest.
 */
export async function readUploadType(path: string, { text: named }: { text: TextType | null }): Promise<UploadType> {
  const head = await readHead(path);
  const marked = typeOfHead(head);
  if (marked === "zip") return typeOfZip(path);
  if (marked !== null) return marked;
  if (isTiff(head)) return "tiff";
  if (head.subarray(0, 4).equals(compoundMark)) return "compound";
  const text = head.toString("latin1");
  if (text.startsWith("{\\rtf")) return "rtf";
  if (text.includes("%PDF-")) return "pdf";
  if (isHtml(text)) return "html";
  return named !== null && !text.includes("\0") ? named : "pdf";
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Of Word before 2007, and of any newer Office file with a password (MS-CFB, 2.2). */
const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** TIFF 6.0, section 2. BigTIFF is left out. */
function isTiff(head: Buffer): boolean {
  const mark = head.toString("latin1", 0, 4);
  return mark === "II*\0" || mark === "MM\0*";
}

/** A document type, or one of the elements that an HTML document begins with (WHATWG MIME Sniffing, 7.1), behind a byte order mark, white space and comments. */
function isHtml(text: string): boolean {
  const start = text.replace(/^\u00ef\u00bb\u00bf/, "").replace(/^(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, "");
  return /^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(start);
}

const pictureName = /\.(?:jpe?g|png|webp|tiff?)$/i;

function typeOfZip(path: string): UploadType {
  try {
    return ZipReader.with(path, (zip) => typeOfEntries(zip, zip.entries()));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return error.code === "encrypted" ? "locked" : "pdf";
  }
}

function typeOfEntries(zip: ZipReader, entries: readonly DirectoryEntry[]): UploadType {
  const names = entries.map(({ name }) => name);
  if (names.includes("[Content_Types].xml") && names.includes("word/document.xml"))
    return names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name)) ? "macros" : "docx";
  const mediaType = entries.find(({ name }) => name === "mimetype");
  if (mediaType && names.includes("content.xml"))
    return zip.read(mediaType, 200).toString("latin1").trim() === "application/vnd.oasis.opendocument.text"
      ? "odt"
      : "pdf";
  // Each entry's bytes decide later what it is; the names only tell such a zip from any other.
  return names.length > 0 && names.every((name) => pictureName.test(name)) ? "pictures" : "pdf";
}
