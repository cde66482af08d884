import { and, asc, eq, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import { segmentsUpTo, type SignedRevision } from "./signed-revisions";
import { recordDamage } from "./storage/damaged-blobs";
import { baseOf, missingContent, readOriginal, toBlobs } from "./storage/segments";

export type Version = "original" | "current";
/** The PDF that an upload was converted to, before it was prepared. */
type InnerVersion = Version | "converted";

/** One version of a document: its segments in order, and the properties of their concatenation. */
interface WholeVersion {
  segments: FileSegment[];
  sizeBytes: number;
  sha256: string;
}

/**
 * Passes a version to `use` after every segment was read and its hash compared, so that only bytes written by this
 * service are displayed or sent. Throws `not_found` if the document was deleted in the meantime, and `integrity_error`
 * for bytes that are missing or changed, at that time or during `use`. The latter is recorded in the file's trail, once
 * a day.
 */
export async function withWholeVersion<Value>(
  ctx: Ctx,
  actor: Actor,
  file: File,
  version: InnerVersion | SignedRevision,
  use: (stored: WholeVersion) => Promise<Value>,
): Promise<Value> {
  const stored = await readVersion(ctx, file, version);
  try {
    await ctx.blobs.verifySegments(toBlobs(file, stored.segments));
    return await use(stored);
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    // Deleted in the meantime: the bytes are deleted after the rows.
    await readVersion(ctx, file, version);
    throw await recordDamage(ctx, actor, { fileId: file.id, of: "document", error });
  }
}

/**
 * `file` may be out of date, because a signature may have been added since. So size and hash are read with the
 * segments.
 */
async function readVersion(ctx: Ctx, file: File, version: InnerVersion | SignedRevision): Promise<WholeVersion> {
  if (version === "original")
    return { segments: [await readOriginal(ctx, file.id)], sizeBytes: file.originalSize, sha256: file.originalSha256 };
  const { file: current, segments } = await readCurrentFile(ctx, file.id);
  if (version === "converted") return convertedVersion(segments);
  if (version !== "current")
    return { segments: segmentsUpTo(segments, version), sizeBytes: version.sizeBytes, sha256: version.sha256 };
  return { segments, sizeBytes: current.size, sha256: current.sha256 };
}

/**
 * If a converter writes form fields although it was told not to, they are frozen in a revision, which this version
 * leaves out.
 */
function convertedVersion(segments: readonly FileSegment[]): WholeVersion {
  const [base] = baseOf(segments);
  if (!base) throw new Error("a converted document has no base");
  return { segments: [base], sizeBytes: base.size, sha256: base.sha256 };
}

/** A file and the segments of its current version, read at the same instant. */
export interface CurrentFile {
  file: File;
  segments: FileSegment[];
}

const findCurrent = perDatabase((db) =>
  db
    .select({ file: files, segment: fileSegments })
    .from(files)
    .innerJoin(fileSegments, and(eq(fileSegments.fileId, files.id), eq(fileSegments.role, "content")))
    .where(eq(files.id, sql.placeholder("fileId")))
    .orderBy(asc(fileSegments.position))
    .prepare("find_current_file"),
);

/**
 * Reads both in one statement. Another commit could come between two statements, and the bytes would not match the hash
 * in the row. Throws `not_found`, `content_deleted`.
 */
export async function readCurrentFile(ctx: Ctx, fileId: number): Promise<CurrentFile> {
  const rows = await findCurrent(ctx.db).execute({ fileId });
  const [first] = rows;
  if (!first) throw await missingContent(ctx, fileId);
  return { file: first.file, segments: rows.map((row) => row.segment) };
}
