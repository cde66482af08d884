import { appendDownload } from "@/lib/audit/append-download";
import type { Actor, Ctx } from "@/lib/context";
import { getReadableFile } from "./access";
import { openContent, type FileContent } from "./content";
import { toId, toUuid } from "./identifiers";
import { drawPageOf, type PageImage } from "./page-image";
import type { RevisionDownloadQuery, RevisionImageQuery } from "./schema";
import { findSignedRevision } from "./signed-revisions";

interface RevisionRef {
  uuid: string;
  revision: number;
}

/**
 * The document as it was at one of its signed revisions, for those who may read the document. Throws `integrity_error`, `not_found` also for a
 * revision that is not part of the document. Noted like a download of the document, with the revision's number.
 */
export async function downloadRevision(
  ctx: Ctx,
  actor: Actor,
  input: RevisionRef & Partial<RevisionDownloadQuery>,
): Promise<FileContent> {
  const { file, isRequester } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const found = await findSignedRevision(ctx, file, toId(input.revision));
  const content = await openContent(ctx, actor, file, found);
  if (input.purpose === "view" && isRequester) return content;
  const doc = { sha256: content.sha256, size: content.sizeBytes, revision: found.revision };
  await appendDownload(ctx, actor, file.id, { doc, version: "revision" });
  return content;
}

/** One page of the document as it was at one of its signed revisions, for those who may read the document. */
export async function drawRevisionPage(
  ctx: Ctx,
  actor: Actor,
  input: RevisionRef & { n: number } & RevisionImageQuery,
): Promise<PageImage> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { n, width, format } = input;
  return drawPageOf(
    ctx,
    actor,
    file,
    { n, width, format, boxes: [] },
    await findSignedRevision(ctx, file, toId(input.revision)),
  );
}
