import type { File } from "@/db/schema/files";
import { getReadableFile, type ReadableFile } from "@/lib/documents/access";
import type { FileContent } from "@/lib/documents/content";
import { assertNotInEnvelope } from "@/lib/documents/envelopes/parts";
import { statusNames } from "@/lib/documents/status";
import { withFileErrors } from "@/lib/engine/file-errors";
import { BlobError, blobKey } from "@/lib/platform/blobs/blob-key";
import type { ExpectedBlob } from "@/lib/platform/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { appendDaily, appendDownload } from "@/lib/records/audit/append";
import { ensureEvidence } from "./make-evidence";

/** The evidence document, for requester and notified signers. Throws what `getCompletedFile` and `openEvidence` throw. */
export async function downloadEvidence(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<FileContent> {
  const { file } = await getCompletedFile(ctx, actor, input);
  const evidence = await openEvidence(ctx, actor, file);
  const { size, sha256 } = evidence;
  const stream = await ctx.blobs.openAll([evidence]);
  await appendDownload(ctx, actor, file.id, { doc: { sha256, size }, version: "evidence" });
  return {
    stream,
    sizeBytes: size,
    sha256,
    fileName: `${baseName(file.name)} (evidence).pdf`,
    mediaType: "application/pdf",
  };
}

interface StoredEvidence extends ExpectedBlob {
  sha256: string;
}

/**
 * The evidence document, made now unless it is there, its bytes compared with their hash. One whose bytes are gone or changed is noted as
 * `integrity.failed`, once a day, and refused with `integrity_error`: it must not silently be created again. Throws `unavailable`, `storage_full`.
 */
export async function openEvidence(ctx: Ctx, actor: Actor, file: File): Promise<StoredEvidence> {
  const { sha256, size } = await withFileErrors(() => ensureEvidence(ctx, file));
  const blob = { key: blobKey(file.uuid, sha256), size };
  try {
    await ctx.blobs.verifySegments([blob]);
    return { ...blob, sha256 };
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    await appendDaily(ctx, actor, file.id, { type: "integrity.failed", data: { of: "evidence" } });
    throw new DomainError("integrity_error", { detail: "The stored evidence is not as it was written.", cause: error });
  }
}

/** A document's name without its ending, to build other names from. */
export function baseName(name: string): string {
  return name.replace(/\.pdf$/i, "") || "document";
}

/** A completed file that the actor may read. Throws `not_found`, and `file_not_completed` naming the state. */
export async function getCompletedFile(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ReadableFile> {
  const readable = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { completedAt, status } = readable.file;
  await assertNotInEnvelope(ctx, readable.file);
  if (completedAt === null)
    throw new DomainError("file_not_completed", {
      detail: `The document is ${statusNames[status]}; evidence is made when everybody has signed and it is sealed.`,
    });
  return readable;
}
