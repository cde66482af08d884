import type { Account } from "@/db/schema/accounts";
import type { SourceType, UploadSource } from "@/db/schema/files";
import type { ConversionSpec } from "@/lib/engine/convert/convert";
import { defaultPicturePage, type PicturePage } from "@/lib/pdf/pictures/picture-page";
import type { StagedBlob } from "@/lib/platform/blobs/blob-store";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { withoutDirectionHints } from "@/lib/platform/plain-text";
import type { FormValuesWire } from "../schema";
import { textTypeOfName, withoutEnding, type TextType } from "./source-choices";
import { readUploadType, type RefusedType } from "./source-type";

/** Facts about an upload that its bytes do not tell. */
export interface SentFile {
  /** The file's name on the sender's computer. A function is asked once the stream has been read. */
  fileName?: string | null | (() => string | null) | undefined;
  /** What the sender calls it, unless its bytes are something else. */
  text?: TextType | null;
  /** From a URL. A page there is rather a log-in or an error than the document. */
  isFetched?: boolean;
  /** For pictures. */
  page?: Partial<PicturePage> | undefined;
  /** For PDFs with a form. Default `page`. */
  formValues?: FormValuesWire | undefined;
}

/** What a call says about how its document is taken in. */
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

/** A PDF that was made from an upload. The caller adopts or discards it. */
export interface ConvertedUpload {
  source: UploadSource;
  pdf: StagedBlob;
}

/**
 * Makes a PDF of an upload that is none; null for a PDF, and for bytes that the PDF reader may repair or refuse. Throws `conversion_failed`,
 * `converter_missing`, `too_large`, `unavailable`.
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
  if (isRefused(type)) throw new DomainError("conversion_failed", { detail: refusals[type] });
  const spec: ConversionSpec = {
    kind: kindOf(type),
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

function kindOf(type: SourceType): ConversionSpec["kind"] {
  return type === "jpeg" || type === "png" || type === "webp" || type === "tiff" ? "picture" : type;
}

const refusals: Readonly<Record<RefusedType, string>> = {
  heic: "HEIC pictures cannot be converted. Save the picture as JPEG, or set the phone's camera to “Most Compatible”.",
  macros: "The Word document contains macros. Save it as DOCX, without macros, and send it again.",
  locked: "The file is protected by a password. Remove the protection and send it again.",
  compound:
    "Word files in the old format (.doc) and files with a password cannot be converted. Save the file as DOCX without a password and send it again.",
};

function isRefused(type: SourceType | RefusedType): type is RefusedType {
  return Object.hasOwn(refusals, type);
}

/** On one line, without folders. */
function readFileName(given: string | null): string | null {
  const base = given?.split(/[/\\]/).at(-1) ?? "";
  return (
    withoutDirectionHints(base)
      .replace(/[\p{Cc}\p{Cf}]/gu, "")
      .trim()
      .slice(-255) || null
  );
}
