import { open } from "node:fs/promises";
import type { Account } from "@/db/schema/accounts";
import type { SourceType, UploadSource } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { typeOfHead } from "@/lib/documents/attachments/file-type";
import type { FormValuesWire } from "@/lib/documents/schema";
import { textTypeOfName, withoutEnding, type TextType } from "@/lib/documents/source-choices";
import type { ConversionSpec } from "@/lib/engine/convert/convert";
import { defaultPicturePage, type PicturePage } from "@/lib/pdf/pictures/picture-page";
import type { StagedBlob } from "@/lib/platform/blobs/blob-store";
import { DomainError, type ErrorDetails } from "@/lib/platform/errors";
import { cleanName } from "@/lib/platform/plain-text";
import { ZipError, ZipReader, type DirectoryEntry } from "@/lib/platform/zip/zip-directory";

/** Facts about an upload that are not in its bytes. */
export interface SentFile {
  /** The file's name on the sender's computer. A function is called after the stream has been read. */
  fileName?: string | null | (() => string | null) | undefined;
  /** The type stated by the sender. Ignored if the bytes are of another type. */
  text?: TextType | null;
  /** Fetched from a URL. An HTML page is then more likely a log-in or error page than the document. */
  isFetched?: boolean;
  /** For pictures. */
  page?: Partial<PicturePage> | undefined;
  /** For PDFs with a form. Default `page`. */
  formValues?: FormValuesWire | undefined;
}

/** The conversion options of an upload call. */
export function uploadOptionsOf({
  pageSize,
  margin,
  formValues,
}: {
  pageSize?: PicturePage["size"] | undefined;
  margin?: number | undefined;
  formValues?: FormValuesWire | undefined;
}): Pick<SentFile, "page" | "formValues"> {
  const page = {
    ...(pageSize === undefined ? {} : { size: pageSize }),
    ...(margin === undefined ? {} : { marginPt: margin }),
  };
  return { page, formValues };
}

/** The last part of a URL's path. */
export function nameInUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || null;
  } catch {
    return last;
  }
}

/** A PDF created from an upload. The caller adopts or discards it. */
export interface ConvertedUpload {
  source: UploadSource;
  pdf: StagedBlob;
}

/**
 * Converts an upload that is not a PDF. Null for a PDF, and for bytes that the PDF reader may repair or refuse. Throws
 * `conversion_failed`, `converter_missing`, `too_large`, `unavailable`.
 */
export async function convertUpload(
  ctx: Ctx,
  owner: Pick<Account, "id">,
  upload: StagedBlob,
  { fileName, text = null, isFetched = false, page = {} }: SentFile,
): Promise<ConvertedUpload | null> {
  const name = readFileName(typeof fileName === "function" ? fileName() : (fileName ?? null));
  const type = await readUploadType(upload.path, { text: text ?? textTypeOfName(name ?? "") });
  if (type === "pdf" || (type === "html" && isFetched)) return null;
  if (isRefused(type)) throw new DomainError("conversion_failed", refusals[type]);
  const spec: ConversionSpec = {
    kind: conversionKindOf(type),
    title: withoutEnding(name ?? "") || "Document",
    page: { ...defaultPicturePage, ...page },
    mostPictures: ctx.limits.picturesPerFile,
    officeMs: ctx.limits.conversionSeconds * 1000,
  };
  const { path, hasTrackedChanges } = await ctx.engine.convert(upload, spec, {
    caller: String(owner.id),
    file: upload.sha256,
    left: ctx.request?.left,
  });
  const source = { type, name, ...(hasTrackedChanges ? { trackedChanges: true as const } : {}) };
  return { source, pdf: await ctx.blobs.stageFile(path) };
}

function conversionKindOf(type: SourceType): ConversionSpec["kind"] {
  return type === "jpeg" || type === "png" || type === "webp" || type === "tiff" ? "picture" : type;
}

const refusals: Readonly<Record<RefusedType, Pick<ErrorDetails, "reason" | "detail">>> = {
  heic: {
    reason: "heic",
    detail:
      "HEIC pictures cannot be converted. Save the picture as JPEG, or set the phone's camera to “Most Compatible”.",
  },
  macros: {
    reason: "macros",
    detail: "The Word document contains macros. Save it as DOCX, without macros, and send it again.",
  },
  locked: {
    reason: "file_locked",
    detail: "The file is password-protected. Remove the password and send it again.",
  },
  compound: {
    reason: "old_format",
    detail:
      "Word files in the old format (.doc) and files with a password cannot be converted. Save the file as DOCX without a password and send it again.",
  },
};

function isRefused(type: SourceType | RefusedType): type is RefusedType {
  return Object.hasOwn(refusals, type);
}

/** On a single line, without folders. */
function readFileName(given: string | null): string | null {
  const base = given?.split(/[/\\]/).at(-1) ?? "";
  return (
    cleanName(base)
      .replace(/[\p{Cc}\p{Cf}]/gu, "")
      .trim()
      .slice(-255) || null
  );
}

/** The kind of an upload: a PDF stored as is, a type to be converted, or a recognised type that is refused. */
export type UploadType = "pdf" | SourceType | RefusedType;
type RefusedType = "heic" | "macros" | "locked" | "compound";

/** PDF readers accept the header anywhere in the first kilobyte (ISO 32000-2, 7.5.2 and Annex J). */
const headBytes = 1024;

/**
 * The type of an upload by its first bytes, and for a zip by its directory, but never by its name. Text has no
 * signature, so it is Markdown or an HTML fragment only if the sender declares it (`text`). Unknown content is left to
 * the PDF reader, which repairs many files and reports the others.
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

/** TIFF 6.0, section 2. BigTIFF is not supported. */
function isTiff(head: Buffer): boolean {
  const mark = head.toString("latin1", 0, 4);
  return mark === "II*\0" || mark === "MM\0*";
}

/**
 * A document type, or one of the elements that an HTML document begins with (WHATWG MIME Sniffing, 7.1), after a byte
 * order mark, white space and comments.
 */
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
  // Each entry's bytes decide its type later. The names only distinguish such a zip from others.
  return names.length > 0 && names.every((name) => pictureName.test(name)) ? "pictures" : "pdf";
}
