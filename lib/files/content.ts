import type { Readable } from "node:stream";
import type { File } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { BlobError } from "@/lib/blobs/blob-errors";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getReadableFile } from "./access";
import { toUuid } from "./identifiers";
import { readOriginal, readSegments, toBlobs } from "./segments";

/** A document on its way out. The stream is opened already; the reader closes it. */
export interface FileContent {
  stream: Readable;
  sizeBytes: number;
  sha256: string;
  fileName: string;
}

type Version = "original" | "current";

/**
 * The bytes of a document, for its requester and told signers. Every segment is hashed before the first byte leaves: throws
 * `integrity_error` rather than give out wrong bytes, `not_found` to all others.
 */
export async function downloadFile(ctx: Ctx, actor: Actor, input: { uuid: string; version: Version }): Promise<FileContent> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const content = await openContent(ctx, actor, file, input.version);
  await ctx.tx((tx) => appendAuditEvent(tx, actor, file.id, { type: "file.downloaded", doc: { sha256: content.sha256, size: content.sizeBytes }, data: { version: input.version } }));
  return content;
}

/** As `downloadFile` for a caller who has authorised the reader. Writes nothing but `integrity.failed`. */
export async function openContent(ctx: Ctx, actor: Actor, file: File, version: Version): Promise<FileContent> {
  const segments = version === "original" ? [await readOriginal(ctx, file.id)] : await readSegments(ctx, file.id);
  const blobs = toBlobs(file, segments);
  try {
    await ctx.blobs.verifySegments(blobs);
    return { stream: await ctx.blobs.openAll(blobs), fileName: fileNameOf(file.name), ...factsOf(file, version) };
  } catch (error) {
    throw await asIntegrityError(ctx, actor, file, error);
  }
}

/** Turns a blob that is missing or changed into `integrity_error` and notes it in the file's trail; other errors stay. */
export async function asIntegrityError(ctx: Ctx, actor: Actor, file: Pick<File, "id">, error: unknown): Promise<unknown> {
  if (!(error instanceof BlobError) || error.code !== "integrity") return error;
  await ctx.tx((tx) => appendAuditEvent(tx, actor, file.id, { type: "integrity.failed" }));
  return new DomainError("integrity_error", { detail: "The stored document is not as it was written.", cause: error });
}

function factsOf(file: File, version: Version): { sizeBytes: number; sha256: string } {
  return version === "original" ? { sizeBytes: file.originalSize, sha256: file.originalSha256 } : { sizeBytes: file.size, sha256: file.sha256 };
}

function fileNameOf(name: string): string {
  return name.toLowerCase().endsWith(".pdf") ? name : `${name}.pdf`;
}
