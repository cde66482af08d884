import type { Readable } from "node:stream";
import { and, asc, eq, type SQL } from "drizzle-orm";
import { attachments, type Attachment } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { getReadableFile, type ReadableFile } from "@/lib/documents/access";
import type { AttachmentWire } from "@/lib/documents/schema";
import { recordDamage } from "@/lib/documents/storage/damaged-blobs";
import { withFileErrors } from "@/lib/engine/file-errors";
import { BlobError, blobKey, type ExpectedBlob } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendDownload } from "@/lib/records/audit/append";
import { attachmentTypeFacts } from "./type-choices";

/** The facts that decide which attachments are visible: a document and the reader's relation to it. */
type Reader = Pick<ReadableFile, "isRequester"> & {
  file: Pick<ReadableFile["file"], "id">;
  signRequest: { id: number } | null;
};

/**
 * The attachments of a document that a reader may see: all for its requester, their own for the person who added them,
 * none for anyone else. This is the only implementation of the rule. The caller has authorised the reader for the
 * document. Ordered by time of upload.
 */
export function readVisibleAttachments(ctx: Pick<Ctx, "db">, reader: Reader): Promise<Attachment[]> {
  return ctx.db.select().from(attachments).where(isVisible(reader)).orderBy(asc(attachments.id));
}

function isVisible({ file, isRequester, signRequest }: Reader): SQL | undefined {
  const ofFile = eq(attachments.fileId, file.id);
  return isRequester ? ofFile : and(ofFile, eq(attachments.signRequestId, signRequest?.id ?? 0));
}

/** A single visible attachment. Throws `not_found` for any other. */
export async function findVisibleAttachment(ctx: Pick<Ctx, "db">, reader: Reader, id: number): Promise<Attachment> {
  const [attachment] = await ctx.db
    .select()
    .from(attachments)
    .where(and(isVisible(reader), eq(attachments.id, toId(id))));
  if (!attachment) throw new DomainError("not_found");
  return attachment;
}

/** `GET /file/{uuid}/attachments`. Throws `not_found` if the caller may not read the document. */
export async function listAttachments(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Attachment[]> {
  return readVisibleAttachments(ctx, await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) }));
}

/** An attachment to be sent. It is saved under its name, never displayed. The stream is already open. */
export interface AttachmentContent {
  stream: Readable;
  sizeBytes: number;
  sha256: string;
  fileName: string;
  mediaType: string;
}

/** `GET /file/{uuid}/attachments/{id}/content`. Recorded as a download. Throws `not_found`, `integrity_error`. */
export async function downloadAttachment(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; id: number },
): Promise<AttachmentContent> {
  const readable = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const attachment = await findVisibleAttachment(ctx, readable, input.id);
  const content = await openAttachment(ctx, actor, attachment);
  const { sha256, size } = attachment;
  await appendDownload(ctx, actor, readable.file.id, { doc: { sha256, size }, version: "attachment" });
  return content;
}

/** For a caller who has authorised the reader. Every byte is hashed before the first one is sent. */
export async function openAttachment(ctx: Ctx, actor: Actor, attachment: Attachment): Promise<AttachmentContent> {
  const blob = attachmentBlob(attachment);
  const stream = await withFileErrors(async () => {
    try {
      await ctx.blobs.verifySegments([blob]);
      return await ctx.blobs.openAll([blob]);
    } catch (error) {
      if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
      throw await recordDamage(ctx, actor, { fileId: attachment.fileId, of: "attachment", error });
    }
  });
  return {
    stream,
    sizeBytes: attachment.size,
    sha256: attachment.sha256,
    fileName: savedName(attachment),
    mediaType: attachmentTypeFacts[attachment.type].mediaType,
  };
}

export function attachmentBlob({ uuid, sha256, size }: Pick<Attachment, "uuid" | "sha256" | "size">): ExpectedBlob {
  return { key: blobKey(uuid, sha256), size };
}

/**
 * The given name, with the type's extension appended if it has another: `id.html` with image content becomes
 * `id.html.jpg`.
 */
export function savedName({ name, type }: Pick<Attachment, "name" | "type">): string {
  const { endings } = attachmentTypeFacts[type];
  return endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) ? name : `${name}.${endings[0] ?? type}`;
}

export function toAttachmentWire(attachment: Attachment): AttachmentWire {
  const { id, signRequestId, requestId, label, name, type, size, sha256, createdAt } = attachment;
  return { id, signRequestId, requestId, label, name, type, size, sha256, createdAt: createdAt.toISOString() };
}
