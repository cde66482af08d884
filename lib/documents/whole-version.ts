import { and, asc, eq, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { appendDaily } from "@/lib/records/audit/append";
import { segmentsUpTo, type SignedRevision } from "./signed-revisions";
import { baseOf, missingContent, readOriginal, toBlobs } from "./storage/segments";

export type Version = "original" | "current";
/** The PDF that an upload was converted to, before it was prepared. */
type InnerVersion = Version | "converted";

/** One version of a document: its segments in order, and what they are together. */
interface WholeVersion {
  segments: FileSegment[];
  sizeBytes: number;
  sha256: string;
}

/**
 * Hands a version to `use` after every segment was read and its hash compared, so that nothing is shown or given out that was not
 * written by us. Throws `not_found` when the document was deleted meanwhile; `integrity_error` for bytes that are missing or changed,
 * then or when `use` meets them, and notes it in the file's trail, once a day.
 */
export async function withWholeVersion<Value>(
  ctx: Ctx,
  actor: Actor,
  file: File,
  version: InnerVersion | SignedRevision,
  use: (whole: WholeVersion) => Promise<Value>,
): Promise<Value> {
  const whole = await readVersion(ctx, file, version);
  try {
    await ctx.blobs.verifySegments(toBlobs(file, whole.segments));
    return await use(whole);
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    // Deleted meanwhile: its bytes went after its rows.
    await readVersion(ctx, file, version);
    await appendDaily(ctx, actor, file.id, { type: "integrity.failed", data: {} });
    throw new DomainError("integrity_error", { detail: "The stored document is not as it was written.", cause: error });
  }
}

/** `file` was read some time ago: a signature may have been added since, so size and hash are read with the segments. */
async function readVersion(ctx: Ctx, file: File, version: InnerVersion | SignedRevision): Promise<WholeVersion> {
  if (version === "original")
    return { segments: [await readOriginal(ctx, file.id)], sizeBytes: file.originalSize, sha256: file.originalSha256 };
  const { file: current, segments } = await readCurrentFile(ctx, file.id);
  if (version === "converted") return convertedVersion(segments);
  if (version !== "current")
    return { segments: segmentsUpTo(segments, version), sizeBytes: version.sizeBytes, sha256: version.sha256 };
  return { segments, sizeBytes: current.size, sha256: current.sha256 };
}

/** A converter that writes form fields despite being asked not to has them frozen in a revision, which this version leaves out. */
function convertedVersion(segments: readonly FileSegment[]): WholeVersion {
  const [base] = baseOf(segments);
  if (!base) throw new Error("a converted document has no base");
  return { segments: [base], sizeBytes: base.size, sha256: base.sha256 };
}

/** A file and the segments of its current version, both of the same instant. */
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
 * Reads both in one statement: two statements could straddle somebody's commit, and the bytes would not be those that the row's
 * hash names. Throws `not_found`, `content_deleted`.
 */
export async function readCurrentFile(ctx: Ctx, fileId: number): Promise<CurrentFile> {
  const rows = await findCurrent(ctx.db).execute({ fileId });
  const [first] = rows;
  if (!first) throw await missingContent(ctx, fileId);
  return { file: first.file, segments: rows.map((row) => row.segment) };
}
