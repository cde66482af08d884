import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStillActing } from "@/lib/accounts/still-acting";
import type { BlobBytes } from "@/lib/platform/blobs/blob-store";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { discardIngested, ingestUpload, type IngestedFile, type NewSegment } from "./ingest-upload";
import { fileName } from "./schema";
import { shadowContentOf } from "./upload-warnings";

interface Upload {
  stream: BlobBytes;
  /** A function is asked once the stream has been read: a form may name the document after it. */
  name: string | null | (() => string | null);
}

/** `POST /file`: a streamed PDF becomes a draft without signers. Throws `forbidden` and what `ingestUpload` throws. */
export async function uploadFile(ctx: Ctx, actor: Actor, { stream, name }: Upload): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  // A name that is known already is refused before the document is read.
  if (typeof name !== "function") readName(name, "/query/name");
  const ingested = await ingestUpload(ctx, acting.account, stream, ctx.limits.pdfStreamedBytes);
  try {
    const readable = typeof name === "function" ? readName(name(), "/name") : readName(name, "/query/name");
    return await ctx.tx(async (tx) => {
      // The stream may have taken minutes.
      await assertStillActing(tx, acting);
      const { id: fileId } = await insertDraft(tx, acting, ingested, { name: readable, expiresAt: null });
      await markDone(tx, { fileId });
      return { fileId };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

function readName(given: string | null, pointer: string): string {
  const name = fileName.safeParse(given ?? "");
  if (!name.success) throw invalid(pointer, "required", "name is required: 1 to 255 characters on one line");
  return name.data;
}

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
