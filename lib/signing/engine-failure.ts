import { readSegments, toBlobs } from "@/lib/documents/storage/segments";
import type { CurrentFile } from "@/lib/documents/whole-version";
import { toFileError } from "@/lib/engine/file-errors";
import { PdfError } from "@/lib/pdf/errors";
import { BlobError } from "@/lib/platform/blobs/blob-key";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { appendDaily } from "@/lib/records/audit/append";

/** Findings that one of our own prepared files can only produce if its stored bytes were changed. */
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
 * Maps an engine failure on one of our own files to an error: `integrity_error`, recorded in the trail once a day, when a segment is
 * missing or changed; `race_lost` when the file was deleted or has changed; else `unavailable`, `storage_full` and the like. Bugs are
 * rethrown unchanged.
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

/** Missing bytes are expected for a file that was deleted or prepared again. */
async function hasMovedOn(ctx: Ctx, { file, segments }: CurrentFile): Promise<boolean> {
  const now = await readSegments(ctx, file.id);
  return !segments.every(({ id }) => now.some((segment) => segment.id === id));
}
