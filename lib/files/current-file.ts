import { and, asc, eq } from "drizzle-orm";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** A file and the segments of its current version, both of the same instant. */
export interface CurrentFile {
  file: File;
  segments: FileSegment[];
}

/**
 * Reads both in one statement: two statements could straddle somebody's commit, and the bytes would not be those that the row's
 * hash names. Throws `not_found`.
 */
export async function readCurrentFile(ctx: Ctx, fileId: number): Promise<CurrentFile> {
  const rows = await ctx.db
    .select({ file: files, segment: fileSegments })
    .from(files)
    .innerJoin(fileSegments, and(eq(fileSegments.fileId, files.id), eq(fileSegments.role, "content")))
    .where(eq(files.id, fileId))
    .orderBy(asc(fileSegments.position));
  const [first] = rows;
  if (!first) throw new DomainError("not_found");
  return { file: first.file, segments: rows.map((row) => row.segment) };
}
