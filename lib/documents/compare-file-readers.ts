import { and, eq, inArray, isNull } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { templateDocuments, templateVersions } from "@/db/schema/templates";
import type { PdfEngine } from "@/lib/engine/engine";
import { EngineLostError, EngineTimeoutError } from "@/lib/engine/waiting-line";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { baseOf, withPlaces } from "./segments";
import { readCurrentFile, type CurrentFile } from "./whole-version";

/**
 * Reads an upload with PDFium and pdf.js and notes the pages that they do not show alike, unless that is known already. Run by the outbox after the
 * upload, and by the release of a draft when it comes first. A document created and released in one call is compared after its release. A program
 * that cannot be had, or that a page keeps busy beyond its time, leaves the file uncompared (`compared: 0`), which is noted, too. A file that was
 * deleted meanwhile needs no comparison. Throws EngineBusyError.
 */
export async function compareFileReaders(ctx: Ctx, fileId: number): Promise<void> {
  const current = await readUnlessGone(ctx, fileId);
  if (!current) return;
  const { file } = current;
  if (file.readers !== null || file.status === "deleted") return;
  const readers = await compareOnce(ctx, current).catch((error: unknown) => {
    if (!(error instanceof EngineTimeoutError || error instanceof EngineLostError)) throw error;
    return { compared: 0, of: file.pages.length, differences: [] };
  });
  await ctx.db
    .update(files)
    .set({ readers })
    .where(and(eq(files.id, fileId), isNull(files.readers)));
  if (file.templateVersionId !== null) await noteForTemplate(ctx, file.templateVersionId, readers);
}

/** Later requests from the template have the same bytes, and need no comparison. */
async function noteForTemplate(ctx: Ctx, versionId: number, readers: NonNullable<File["readers"]>): Promise<void> {
  await ctx.db
    .update(templateDocuments)
    .set({ readers })
    .where(
      and(
        isNull(templateDocuments.readers),
        inArray(
          templateDocuments.id,
          ctx.db
            .select({ id: templateVersions.documentId })
            .from(templateVersions)
            .where(eq(templateVersions.id, versionId)),
        ),
      ),
    );
}

async function readUnlessGone(ctx: Ctx, fileId: number): Promise<CurrentFile | null> {
  return readCurrentFile(ctx, fileId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  });
}

type Comparing = ReturnType<PdfEngine["compareReaders"]>;

/** Comparisons in progress, by the uuid of the file. */
const underWay = new WeakMap<PdfEngine, Map<string, Comparing>>();

/** A program that uploads and releases at once comes while the outbox is comparing: both wait for one comparison. */
function compareOnce(ctx: Ctx, { file, segments }: CurrentFile): Comparing {
  const { engine } = ctx;
  const comparing = underWay.get(engine) ?? new Map<string, Comparing>();
  underWay.set(engine, comparing);
  const running = comparing.get(file.uuid);
  if (running) return running;
  const started = withPlaces(ctx, file, baseOf(segments), (places) => engine.compareReaders(places)).finally(() =>
    comparing.delete(file.uuid),
  );
  comparing.set(file.uuid, started);
  return started;
}
