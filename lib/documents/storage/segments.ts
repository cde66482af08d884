import { and, asc, eq } from "drizzle-orm";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { isEnvelopeError } from "@/lib/documents/envelopes/parts";
import { blobKey, type ExpectedBlob, type PlacedBlob } from "@/lib/platform/blobs/blob-store";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** Kinds of bytes that are there before a release. */
export const beforeRelease = new Set<FileSegment["kind"]>(["upload", "converted", "repaired", "frozen", "unfilled"]);

/** The segments whose concatenation is the current version, in order. */
export async function readSegments(ctx: Pick<Ctx, "db">, fileId: number): Promise<FileSegment[]> {
  return ctx.db
    .select()
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, fileId), eq(fileSegments.role, "content")))
    .orderBy(asc(fileSegments.position));
}

/** The upload before preparation, repaired or frozen where that was necessary. */
export function baseOf(segments: readonly FileSegment[]): FileSegment[] {
  return segments.filter((segment) => beforeRelease.has(segment.kind));
}

/** The uploaded bytes, which a converted or repaired document keeps beside its base. Throws `not_found` once the file was deleted, `content_deleted` once its retention period was over. */
export async function readOriginal(ctx: Ctx, fileId: number): Promise<FileSegment> {
  const rows = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId));
  const original = rows.find((row) => row.role === "original") ?? rows.find((row) => row.kind === "upload");
  if (!original) throw await missingContent(ctx, fileId);
  return original;
}

/** Runs `use` with each segment as a file of this machine, as the engine takes it. The files stay until `use` ends. */
export function withPlaces<Value>(
  ctx: Pick<Ctx, "blobs">,
  file: Pick<File, "uuid">,
  segments: readonly Pick<FileSegment, "sha256" | "size">[],
  use: (places: readonly PlacedBlob[]) => Promise<Value>,
): Promise<Value> {
  return ctx.blobs.withFiles(toBlobs(file, segments), use);
}

export function toBlobs(
  file: Pick<File, "uuid">,
  segments: readonly Pick<FileSegment, "sha256" | "size">[],
): ExpectedBlob[] {
  return segments.map((segment) => ({ key: blobKey(file.uuid, segment.sha256), size: segment.size }));
}

/** Why a document has no bytes. */
export async function missingContent({ db }: Pick<Ctx, "db">, fileId: number): Promise<DomainError> {
  const [file] = await db
    .select({ at: files.contentDeletedAt, kind: files.kind })
    .from(files)
    .where(eq(files.id, fileId));
  if (file?.kind === "envelope") return isEnvelopeError();
  return new DomainError(file?.at ? "content_deleted" : "not_found");
}
