import { readSegments, toBlobs } from "@/lib/documents/segments";
import type { CurrentFile } from "@/lib/documents/whole-version";
import { toFileError } from "@/lib/engine/file-errors";
import { PdfError } from "@/lib/pdf/errors";
import { BlobError } from "@/lib/platform/blobs/blob-key";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { appendDaily } from "@/lib/records/audit/append";

/** Findings that a file of our own, prepared by us, can only give when its stored bytes are not as they were written. */
const signsOfDamage = new Set<PdfError["code"]>([
  "not_a_pdf",
  "damaged",
  "encrypted",
  "locked",
  "no_page",
  "no_such_field",
  "changed_underneath",
]);

/**
 * What a failure of the engine on one of our own files means: `integrity_error`, noted in the trail once a day, when a segment is missing or
 * changed; `race_lost` when the file was deleted or went on meanwhile; else `unavailable`, `storage_full` and the like; a defect stays what it is.
 */
export async function explainEngineFailure(
  ctx: Ctx,
  actor: Actor,
  current: CurrentFile,
  error: unknown,
): Promise<unknown> {
  if (error instanceof DomainError) return error;
  const mayBeDamage = !(error instanceof PdfError) || signsOfDamage.has(error.code);
  if (!mayBeDamage || (await areBytesWhole(ctx, current))) return toFileError(error);
  if (await hasMovedOn(ctx, current)) return new DomainError("race_lost", { cause: error });
  await appendDaily(ctx, actor, current.file.id, { type: "integrity.failed", data: {} });
  return new DomainError("integrity_error", { detail: "The stored document is not as it was written.", cause: error });
}

async function areBytesWhole(ctx: Ctx, { file, segments }: CurrentFile): Promise<boolean> {
  return ctx.blobs.verifySegments(toBlobs(file, segments)).then(
    () => true,
    (error: unknown) => !(error instanceof BlobError && error.code === "integrity"),
  );
}

/** Bytes of a file that was deleted or prepared anew are missing for a good reason. */
async function hasMovedOn(ctx: Ctx, { file, segments }: CurrentFile): Promise<boolean> {
  const now = await readSegments(ctx, file.id);
  return !segments.every(({ id }) => now.some((segment) => segment.id === id));
}
