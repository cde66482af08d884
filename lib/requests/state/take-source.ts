import type { AccountActor, Ctx } from "@/lib/context/context";
import { nameInUrl, uploadOptionsOf, type SentFile } from "@/lib/documents/conversion/convert-upload";
import { assertNotEnvelope } from "@/lib/documents/envelopes/pdfs";
import { textTypeOf } from "@/lib/documents/source-choices";
import { assertDraft } from "@/lib/documents/status";
import { decodeDocumentBase64, mediaTypeOfDataUrl } from "@/lib/platform/base64";
import type { BlobBytes } from "@/lib/platform/blobs/blob-store";
import { invalid } from "@/lib/platform/errors";
import type { FileState } from "./file-state";
import type { FileSource } from "./schema";

type UploadOptions = Pick<SentFile, "page" | "formValues">;

/** The source of a new request's document. */
export type Source =
  | { kind: "base64"; base64: string; options: UploadOptions }
  | { kind: "url"; url: string; options: UploadOptions }
  | { kind: "fileId"; fileId: number };

/** Facts about a document that came with the call or from a URL. */
export function sentFileOf(source: Exclude<Source, { kind: "fileId" }>): SentFile {
  return source.kind === "base64"
    ? { text: textTypeOf(mediaTypeOfDataUrl(source.base64)), ...source.options }
    : { fileName: nameInUrl(source.url), isFetched: true, ...source.options };
}

/** Streamed: neither a decoded nor a fetched document is ever held in memory as a whole. */
export function bytesOf(ctx: Ctx, { account }: AccountActor, source: Exclude<Source, { kind: "fileId" }>): BlobBytes {
  const maxBytes = ctx.limits.pdfInJsonBytes;
  return source.kind === "base64"
    ? decodeDocumentBase64(source.base64, maxBytes)
    : ctx.outbound.download(source.url, { maxBytes, signal: ctx.request?.left, account: account.id });
}

export function sourceOf(file: FileSource): Source {
  const given = [file.base64, file.url, file.fileId].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw invalid(
      "/file",
      given.length === 0 ? "required" : "ambiguous",
      "file needs exactly one of base64, url and fileId",
    );
  const options = uploadOptionsOf(file);
  if (file.url !== undefined) return { kind: "url", url: file.url, options };
  return file.base64 !== undefined
    ? { kind: "base64", base64: file.base64, options }
    : { kind: "fileId", fileId: file.fileId ?? 0 };
}

/**
 * An upload becomes a request once. Existing signers and fields are changed by PATCH, never replaced by another
 * request.
 */
export function assertUnused(state: FileState): FileState {
  assertDraft(state.file.status);
  assertNotEnvelope(state.file);
  if (state.signers.length > 0)
    throw invalid(
      "/file/fileId",
      "in_use",
      "file.fileId names a document that belongs to a request already; change that one",
    );
  return state;
}
