import { and, eq, exists, isNull, type SQL } from "drizzle-orm";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { templateDocuments, templateVersions } from "@/db/schema/templates";
import type { Ctx } from "@/lib/context/context";
import { withIntactPlaces } from "@/lib/documents/storage/damaged-blobs";
import { baseOf } from "@/lib/documents/storage/segments";
import { readCurrentFile, type CurrentFile } from "@/lib/documents/whole-version";
import type { PdfEngine } from "@/lib/engine/engine";
import { EngineLostError, EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import { DomainError } from "@/lib/platform/errors";

/**
 * Renders an upload with PDFium and pdf.js and records the pages that differ, unless that is already known. Run by the
 * outbox after the upload, or by the release of a draft if that comes first. A document created and released in one
 * call is compared after its release. If a program is unavailable, or exceeds its time on a page, the file stays
 * uncompared (`compared: 0`), which is recorded too. A file deleted in the meantime needs no comparison. Bytes replaced
 * in the meantime, because a form's values were taken off the pages, are compared again. Throws EngineBusyError.
 */
export async function compareFileReaders(ctx: Ctx, fileId: number): Promise<void> {
  while (await compareCurrent(ctx, fileId));
}

/** Whether the bytes were replaced in the meantime, so that nothing was recorded. */
async function compareCurrent(ctx: Ctx, fileId: number): Promise<boolean> {
  const current = await readUnlessGone(ctx, fileId);
  if (!current) return false;
  const { file } = current;
  if (file.readers !== null || file.status === "deleted") return false;
  const readers = await compareOnce(ctx, current).catch((error: unknown) => {
    if (!(error instanceof EngineTimeoutError || error instanceof EngineLostError)) throw error;
    return { compared: 0, of: file.pages.length, differences: [] };
  });
  const compared = baseOf(current.segments);
  const noted = await ctx.db
    .update(files)
    .set({ readers })
    .where(and(eq(files.id, fileId), isNull(files.readers), isUnchanged(ctx, fileId, compared)))
    .returning({ id: files.id });
  if (noted.length === 0) return !(await hasBase(ctx, fileId, compared));
  if (file.templateVersionId !== null) await noteForTemplate(ctx, file.templateVersionId, compared, readers);
  return false;
}

/** The upload's last segment is still the compared one. A change of the form replaces that segment in its row. */
function isUnchanged(ctx: Ctx, fileId: number, compared: readonly FileSegment[]): SQL {
  const last = compared.at(-1);
  return exists(
    ctx.db
      .select({ id: fileSegments.id })
      .from(fileSegments)
      .where(
        and(
          eq(fileSegments.fileId, fileId),
          eq(fileSegments.id, last?.id ?? 0),
          eq(fileSegments.sha256, last?.sha256 ?? ""),
        ),
      ),
  );
}

async function hasBase(ctx: Ctx, fileId: number, compared: readonly FileSegment[]): Promise<boolean> {
  const current = await readUnlessGone(ctx, fileId);
  return current === null || keyOf(baseOf(current.segments)) === keyOf(compared);
}

function keyOf(segments: readonly Pick<FileSegment, "sha256">[]): string {
  return segments.map(({ sha256 }) => sha256).join();
}

/**
 * Later requests from the template have the same bytes and need no comparison. A draft whose form was changed has
 * different bytes.
 */
async function noteForTemplate(
  ctx: Ctx,
  versionId: number,
  compared: readonly FileSegment[],
  readers: NonNullable<File["readers"]>,
): Promise<void> {
  const [document] = await ctx.db
    .select({ id: templateDocuments.id, segments: templateDocuments.segments })
    .from(templateDocuments)
    .innerJoin(templateVersions, eq(templateVersions.documentId, templateDocuments.id))
    .where(and(eq(templateVersions.id, versionId), isNull(templateDocuments.readers)));
  const content = (document?.segments ?? [])
    .filter(({ role }) => role === "content")
    .sort((first, second) => first.position - second.position);
  if (!document || keyOf(content) !== keyOf(compared)) return;
  await ctx.db
    .update(templateDocuments)
    .set({ readers })
    .where(and(eq(templateDocuments.id, document.id), isNull(templateDocuments.readers)));
}

async function readUnlessGone(ctx: Ctx, fileId: number): Promise<CurrentFile | null> {
  return readCurrentFile(ctx, fileId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  });
}

type Comparing = ReturnType<PdfEngine["compareReaders"]>;

/** Comparisons in progress, by the file's uuid and the hashes of the compared bytes. */
const underWay = new WeakMap<PdfEngine, Map<string, Comparing>>();

/**
 * A client that uploads and releases at once arrives while the outbox is still comparing. Both wait for the same
 * comparison.
 */
function compareOnce(ctx: Ctx, { file, segments }: CurrentFile): Comparing {
  const { engine } = ctx;
  const comparing = underWay.get(engine) ?? new Map<string, Comparing>();
  underWay.set(engine, comparing);
  const base = baseOf(segments);
  const key = `${file.uuid} ${keyOf(base)}`;
  const running = comparing.get(key);
  if (running) return running;
  const started = withIntactPlaces(ctx, file, base, (places) => engine.compareReaders(places)).finally(() =>
    comparing.delete(key),
  );
  comparing.set(key, started);
  return started;
}
