import type { File } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { BlobError } from "@/lib/blobs/blob-errors";
import { blobKey } from "@/lib/blobs/blob-key";
import type { ExpectedBlob } from "@/lib/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { withFileErrors } from "@/lib/files/engine-errors";
import { ensureEvidence } from "./make-evidence";

export interface StoredEvidence extends ExpectedBlob {
  sha256: string;
}

/**
 * The evidence document, made now unless it is there, its bytes compared with their hash. One whose bytes are gone or changed is noted as
 * `integrity.failed` and refused with `integrity_error`: it must not be made anew in silence. Throws `unavailable`, `storage_full`.
 */
export async function openEvidence(ctx: Ctx, actor: Actor, file: File): Promise<StoredEvidence> {
  const { sha256, size } = await withFileErrors(() => ensureEvidence(ctx, file));
  const blob = { key: blobKey(file.uuid, sha256), size };
  try {
    await ctx.blobs.verifySegments([blob]);
    return { ...blob, sha256 };
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    await ctx.tx((tx) => appendAuditEvent(tx, actor, file.id, { type: "integrity.failed", data: { of: "evidence" } }));
    throw new DomainError("integrity_error", { detail: "The stored evidence is not as it was written.", cause: error });
  }
}
