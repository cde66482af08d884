import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { Personal } from "@/lib/audit/events";
import type { AccountActor, Ctx } from "@/lib/context";
import { enqueue } from "@/lib/outbox/enqueue";
import type { IngestedFile, NewSegment } from "./ingest-upload";
import { shadowContentOf } from "./shadow-content";

/** Writes the rows of a new draft in the caller's transaction, with `file.created`, and queues the comparison of two readers. */
export async function insertDraft(
  ctx: Ctx,
  actor: AccountActor,
  ingested: IngestedFile,
  facts: { name: string; expiresAt: Date | null },
): Promise<File> {
  const { segments, ...columns } = ingested;
  const [file] = await ctx.db
    .insert(files)
    .values({ ...columns, ...facts, requesterId: actor.account.id })
    .returning();
  if (!file) throw new Error("the file was not stored");
  await insertSegments(ctx, file.id, segments, 0);
  await appendAuditEvent(ctx, actor, file.id, {
    type: "file.created",
    doc: {
      sha256: file.sha256,
      size: file.size,
      originalSha256: file.originalSha256,
      originalSize: file.originalSize,
      pages: file.pages.length,
    },
    data: {
      name: new Personal(file.name),
      alreadySigned: file.alreadySigned,
      repaired: file.repaired,
      decrypted: file.decrypted,
      frozenFields: file.frozenFields,
      removed: file.removed,
      remaining: file.remaining,
      shadowContent: shadowContentOf(file).map((finding) => ({ ...finding })),
    },
  });
  await enqueue(ctx, "compareReaders", { fileId: file.id });
  return file;
}

/** Adds segments behind each other, the first content one at `position`. */
export async function insertSegments(
  ctx: Ctx,
  fileId: number,
  segments: readonly NewSegment[],
  position: number,
): Promise<FileSegment[]> {
  let next = position;
  const rows = segments.map((segment) => ({ ...segment, fileId, position: segment.role === "original" ? 0 : next++ }));
  return ctx.db.insert(fileSegments).values(rows).returning();
}
