import { eq } from "drizzle-orm";
import { evidenceDocuments, type EvidenceDocument } from "@/db/schema/evidence";
import { files, type File } from "@/db/schema/files";
import { sealSigner } from "@/lib/authority/document-signer";
import { stampedSignature } from "@/lib/authority/stamped-signature";
import type { Actor, Ctx } from "@/lib/context/context";
import { getReadableFile, type ReadableFile } from "@/lib/documents/access";
import type { FileContent } from "@/lib/documents/content";
import { assertNotInEnvelope } from "@/lib/documents/envelopes/pdfs";
import { statusDetails } from "@/lib/documents/status";
import { recordDamage } from "@/lib/documents/storage/damaged-blobs";
import { withFileErrors } from "@/lib/engine/file-errors";
import { BlobError, blobKey, type ExpectedBlob } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { withoutPdfEnding } from "@/lib/platform/plain-text";
import { evidenceReason } from "@/lib/platform/signed-texts";
import { appendDownload } from "@/lib/records/audit/append";
import { gatherFacts } from "./gather-facts";
import { evidenceReport } from "./write-report";

/**
 * The evidence document of a completed file, created now if it does not exist. Concurrent calls end up with the same
 * one.
 */
export async function ensureEvidence(ctx: Ctx, file: File): Promise<EvidenceDocument> {
  const made = await findEvidence(ctx, file.id);
  if (!made) await assertContent(ctx, file.id);
  return made ?? makeEvidence(ctx, file);
}

/** The outbox job after the seal. A file that no longer exists, or is not sealed, has no evidence. */
export async function prepareEvidence(ctx: Ctx, fileId: number): Promise<void> {
  const [row] = await ctx.db
    .select({ file: files, made: evidenceDocuments.fileId })
    .from(files)
    .leftJoin(evidenceDocuments, eq(evidenceDocuments.fileId, files.id))
    .where(eq(files.id, fileId));
  if (row?.file.completedAt && !row.file.contentDeletedAt && row.made === null) await makeEvidence(ctx, row.file);
}

/** The report consists of names and texts that were deleted with the content. Throws `content_deleted`. */
async function assertContent(ctx: Ctx, fileId: number): Promise<void> {
  const [file] = await ctx.db.select({ at: files.contentDeletedAt }).from(files).where(eq(files.id, fileId));
  if (file?.at) throw new DomainError("content_deleted");
}

async function findEvidence(ctx: Ctx, fileId: number): Promise<EvidenceDocument | null> {
  const [row] = await ctx.db.select().from(evidenceDocuments).where(eq(evidenceDocuments.fileId, fileId));
  return row ?? null;
}

async function makeEvidence(ctx: Ctx, file: File): Promise<EvidenceDocument> {
  const facts = await gatherFacts(ctx, file);
  const stamped = stampedSignature(ctx, await sealSigner(ctx));
  const seal = {
    fileUuid: file.uuid,
    signedAt: facts.madeAt,
    name: "Paraph",
    reason: evidenceReason(file.uuid, facts.sealed.hash),
    placeholderBytes: stamped.placeholderBytes,
  };
  const pdf = await ctx.engine.sealedReport(evidenceReport(facts), seal, stamped.makeCms);
  const sha256 = sha256Hex(pdf);
  await ctx.blobs.put(blobKey(file.uuid, sha256), pdf);
  const [row] = await ctx.db
    .insert(evidenceDocuments)
    .values({ fileId: file.id, sha256, size: pdf.length, sealedHead: facts.sealed.hash })
    .onConflictDoNothing()
    .returning();
  if (row) return row;
  // Another process was faster, so the bytes written here are removed.
  await ctx.blobs
    .remove(blobKey(file.uuid, sha256))
    .catch((error: unknown) =>
      ctx.log.warn({ file: file.id, err: error }, "evidence: a second copy is left to the sweep"),
    );
  const winner = await findEvidence(ctx, file.id);
  if (!winner) throw new Error(`the evidence of file ${file.id} vanished`);
  return winner;
}

/**
 * The evidence document, for requester and notified signers. Throws what `getCompletedFile` and `openEvidence` throw.
 */
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
 * The evidence document, created now if it does not exist, with its bytes compared with their hash. If the bytes are
 * missing or changed, this is recorded as `integrity.failed`, once a day, and refused with `integrity_error`, because
 * evidence must not silently be created again. Throws `unavailable`, `storage_full`.
 */
export async function openEvidence(ctx: Ctx, actor: Actor, file: File): Promise<StoredEvidence> {
  const { sha256, size } = await withFileErrors(() => ensureEvidence(ctx, file));
  const blob = { key: blobKey(file.uuid, sha256), size };
  try {
    await ctx.blobs.verifySegments([blob]);
    return { ...blob, sha256 };
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    throw await recordDamage(ctx, actor, { fileId: file.id, of: "evidence", error });
  }
}

/** A document's name without its extension, as the base of other names. */
export function baseName(name: string): string {
  return withoutPdfEnding(name) || "document";
}

/** A completed file that the actor may read. Throws `not_found`, and `file_not_completed` with the state. */
export async function getCompletedFile(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ReadableFile> {
  const readable = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { completedAt, status } = readable.file;
  await assertNotInEnvelope(ctx, readable.file);
  if (completedAt === null)
    throw new DomainError("file_not_completed", {
      detail: `The document is ${statusDetails[status]}; evidence is created when everyone has signed and it is sealed.`,
    });
  return readable;
}
