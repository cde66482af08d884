import { and, asc, eq } from "drizzle-orm";
import { fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { blobKey } from "@/lib/platform/blobs/blob-key";
import type { ExpectedBlob, PlacedBlob } from "@/lib/platform/blobs/blob-store";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

const beforeRelease = new Set<FileSegment["kind"]>(["upload", "repaired", "frozen"]);

/** The segments whose concatenation is the current version, in order. */
export async function readSegments(ctx: Ctx, fileId: number): Promise<FileSegment[]> {
  return ctx.db
    .select()
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, fileId), eq(fileSegments.role, "content")))
    .orderBy(asc(fileSegments.position));
}

/** What was there before anything of ours was prepared in it: the upload, repaired or frozen where it had to be. */
export function baseOf(segments: readonly FileSegment[]): FileSegment[] {
  return segments.filter((segment) => beforeRelease.has(segment.kind));
}

/** The uploaded bytes, which a repaired document keeps beside its base. Throws `not_found` once the file was deleted. */
export async function readOriginal(ctx: Ctx, fileId: number): Promise<FileSegment> {
  const rows = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId));
  const original = rows.find((row) => row.role === "original") ?? rows.find((row) => row.kind === "upload");
  if (!original) throw new DomainError("not_found");
  return original;
}

/** Runs `use` with each segment as a file of this machine, as the engine takes it. The files stay until `use` ends. */
export function withPlaces<Value>(
  ctx: Ctx,
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
