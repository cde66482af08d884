import { createHash, randomUUID } from "node:crypto";
import type { Account } from "@/db/schema/accounts";
import type { FileSegment, PageSize, UploadWarning } from "@/db/schema/files";
import { knownBytes, noteStored, readStoredBytes, wholeInstance } from "@/lib/accounts/stored-bytes";
import type { IngestOutcome } from "@/lib/engine/engine";
import { withFileErrors } from "@/lib/engine/file-errors";
import { blobKey } from "@/lib/platform/blobs/blob-key";
import type { BlobBytes, StagedBlob } from "@/lib/platform/blobs/blob-store";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { checkUploadedSignatures } from "./uploaded-signatures";

/** Looking an upload over and checking its signatures together take no longer, in milliseconds; the check takes the second at most. */
const answerWithin = 2_800;
const longestCheck = 2_000;
const shortestCheck = 250;

export type NewSegment = Pick<FileSegment, "role" | "kind" | "sha256" | "size">;

/** An upload whose bytes are stored and which the engine can open, prepare and sign; no row names it yet. */
export interface IngestedFile {
  uuid: string;
  pages: PageSize[];
  alreadySigned: boolean;
  repaired: boolean;
  decrypted: boolean;
  frozenFields: number;
  /** Kinds of active content that are gone. */
  removed: string[];
  /** Kinds of content that stay: attached files and links in any file, active content in one already signed. */
  remaining: string[];
  /** Warnings for the requester and the signers: signatures of the upload that do not verify, and content that a screen does not show. */
  warnings: UploadWarning[];
  size: number;
  sha256: string;
  originalSize: number;
  originalSha256: string;
  segments: NewSegment[];
}

/**
 * Takes bytes in (docs/spec/signing.md#ingest): stored, looked over, repaired or frozen where needed, its signatures verified. Nothing
 * stays behind when it throws: `pdf_invalid`, `pdf_encrypted`, `pdf_locked`, `too_large`, `storage_full`, `unavailable`.
 */
export async function ingestUpload(
  ctx: Ctx,
  owner: Pick<Account, "id">,
  bytes: BlobBytes,
  maxBytes: number,
): Promise<IngestedFile> {
  return withFileErrors(async () => {
    await assertStorageLeft(ctx, owner.id, 1);
    const upload = await ctx.blobs.stage(bytes, { maxBytes });
    try {
      await assertStorageLeft(ctx, owner.id, upload.size);
      const startedAt = performance.now();
      const outcome = await ctx.engine.ingest(upload.path, upload.size);
      await assertPagesAllowed(ctx, outcome);
      const checkMs = Math.min(longestCheck, answerWithin - (performance.now() - startedAt));
      const warnings = outcome.alreadySigned
        ? await checkUploadedSignatures(ctx, upload, Math.max(shortestCheck, checkMs))
        : [];
      const kept = await keep(ctx, upload, outcome, [...warnings, ...outcome.shadow]);
      noteStored(
        ctx,
        owner.id,
        kept.segments.reduce((sum, { size }) => sum + size, 0),
      );
      return kept;
    } finally {
      await upload.discard();
    }
  });
}

/** The engine takes 2000 pages at most; `LIMITS` may allow fewer. Throws `too_large`. */
async function assertPagesAllowed(ctx: Ctx, { pages, baseReplaced }: IngestOutcome): Promise<void> {
  if (pages.length <= ctx.limits.pdfPages) return;
  if (baseReplaced) await (await ctx.blobs.stageFile(baseReplaced)).discard();
  throw new DomainError("too_large", {
    detail: `The document has ${pages.length} pages, and at most ${ctx.limits.pdfPages} are allowed`,
  });
}

/** Removes the bytes of an upload that no row came to name. */
export async function discardIngested(ctx: Ctx, ingested: Pick<IngestedFile, "uuid" | "segments">): Promise<void> {
  await Promise.all(
    ingested.segments.map((segment) => ctx.blobs.remove(blobKey(ingested.uuid, segment.sha256)).catch(() => undefined)),
  );
}

async function keep(
  ctx: Ctx,
  upload: StagedBlob,
  outcome: IngestOutcome,
  warnings: UploadWarning[],
): Promise<IngestedFile> {
  const uuid = randomUUID();
  const ingested: IngestedFile = {
    uuid,
    pages: outcome.pages,
    alreadySigned: outcome.alreadySigned,
    repaired: outcome.repaired,
    decrypted: outcome.decrypted,
    frozenFields: outcome.frozenFields,
    removed: outcome.removed,
    remaining: outcome.alreadySigned ? [...outcome.activeContent, ...outcome.carried] : outcome.carried,
    warnings,
    size: outcome.size,
    sha256: outcome.sha256,
    originalSize: upload.size,
    originalSha256: upload.sha256,
    segments: [],
  };
  try {
    await storeSegments(ctx, upload, outcome, ingested);
    return ingested;
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

async function storeSegments(
  ctx: Ctx,
  upload: StagedBlob,
  outcome: IngestOutcome,
  ingested: IngestedFile,
): Promise<void> {
  const { uuid, segments } = ingested;
  segments.push({
    role: outcome.baseReplaced ? "original" : "content",
    kind: "upload",
    sha256: upload.sha256,
    size: upload.size,
  });
  await upload.adopt(blobKey(uuid, upload.sha256));
  if (outcome.baseReplaced) {
    const base = await ctx.blobs.stageFile(outcome.baseReplaced);
    segments.push({ role: "content", kind: "repaired", sha256: base.sha256, size: base.size });
    await base.adopt(blobKey(uuid, base.sha256));
  }
  if (outcome.tail) segments.push(await storeTail(ctx, uuid, "frozen", outcome.tail));
}

/** Stores one revision's bytes as a blob of the file. */
export async function storeTail(ctx: Ctx, uuid: string, kind: FileSegment["kind"], tail: Buffer): Promise<NewSegment> {
  const sha256 = createHash("sha256").update(tail).digest("hex");
  await ctx.blobs.put(blobKey(uuid, sha256), tail);
  return { role: "content", kind, sha256, size: tail.length };
}

/**
 * Refuses an upload that would exceed what the account, or all accounts together, may store. What signing adds is never refused. Throws
 * `quota_exceeded` for the account, `storage_full` for all.
 */
async function assertStorageLeft(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  const { storageBytesPerAccount, storageBytesPerInstance } = ctx.limits;
  if (await isOver(ctx, accountId, moreBytes, storageBytesPerAccount)) {
    throw new DomainError("quota_exceeded", {
      detail: `An account may store ${storageBytesPerAccount} bytes. Delete documents that you no longer need.`,
    });
  }
  if (storageBytesPerInstance === 0) return;
  if (await isOver(ctx, wholeInstance, moreBytes, storageBytesPerInstance)) {
    throw new DomainError("storage_full", {
      detail: `This service may store ${storageBytesPerInstance} bytes for all accounts together.`,
    });
  }
}

/** Looks again before it says yes: documents may have been deleted since. */
async function isOver(ctx: Ctx, id: number, moreBytes: number, most: number): Promise<boolean> {
  const known = knownBytes(ctx, id);
  if (known !== null && known + moreBytes <= most) return false;
  return (await readStoredBytes(ctx, id)) + moreBytes > most;
}
