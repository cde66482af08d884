import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { attachments, type Attachment, type AttachmentRequest, type AttachmentType } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { countAttempt } from "@/lib/context/rates/counters";
import { headBytes, isDocx, typeOfHead } from "@/lib/documents/attachments/file-type";
import { assertNotHeld, removeBlobs } from "@/lib/documents/delete";
import { fileName } from "@/lib/documents/schema";
import { assertStorageLeft, takeTurn } from "@/lib/documents/storage-left";
import { withFileErrors } from "@/lib/engine/file-errors";
import { blobKey, type BlobBytes, type StagedBlob } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvents } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { lockForSigning } from "@/lib/signing/commit";
import { findAttempt, type SigningAttempt } from "@/lib/signing/proof/may-sign";
import type { AttachmentUpload } from "@/lib/signing/schema";
import { assertIdentified, removedEvent } from "./by-link";

/** A file being uploaded. `formName` is read after the stream. */
interface ArrivingFile {
  stream: BlobBytes;
  formName: (() => string | null) | null;
}

/**
 * `POST /sign/uuid/{u}/attachment-requests/{requestId}`: a signer or approver adds a file that the requester asked
 * for, or replaces one of their own. It is streamed: the type is known after the first bytes, and the upload is cut
 * off at the size that was asked for. It counts against the requester's quota. Throws `not_found` for an unknown
 * request or file to replace, `attachment_type_invalid`, `too_large`, `attachments_full`, `quota_exceeded`,
 * `storage_full`, `rate_limited`, `document_on_hold` for a replacement, and what `findAttempt` throws.
 */
export async function uploadAttachment(
  ctx: Ctx,
  actor: Actor,
  { u, file, ...input }: AttachmentUpload & { u: string; file: ArrivingFile },
): Promise<Attachment> {
  const attempt = await findAttempt(ctx, actor, { link: u }, ["signer", "approver"]);
  assertIdentified(attempt.actor, attempt);
  const request = findRequest(attempt, input.requestId);
  await countUpload(ctx, attempt);
  const bytes = await keepBytes(ctx, attempt, request, file.stream);
  try {
    const name = nameOf(input.name ?? file.formName?.() ?? null, bytes.type);
    const { attachment, replaced } = await ctx.tx((tx) => store(tx, attempt, { ...bytes, ...input, name }));
    if (replaced) await removeBlobs(ctx, [blobKey(replaced.uuid, replaced.sha256)]);
    return attachment;
  } catch (error) {
    // After any other error the transaction may have been committed, so removal is left to the sweep.
    if (error instanceof DomainError) await removeBlobs(ctx, [blobKey(bytes.uuid, bytes.sha256)]);
    throw error;
  }
}

function findRequest({ signRequest }: Pick<SigningAttempt, "signRequest">, id: number): AttachmentRequest {
  const request = signRequest.attachmentRequests.find((accepted) => accepted.id === id);
  if (!request) throw new DomainError("not_found", { detail: "This file was not requested from this person." });
  return request;
}

async function countUpload(ctx: Ctx, { signRequest }: SigningAttempt): Promise<void> {
  const { attachmentUploadsPerHour: most } = ctx.limits;
  const { count, secondsLeft } = await countAttempt(ctx, `attachments:${signRequest.id}`, 3600);
  if (count > most)
    throw new DomainError("rate_limited", {
      detail: `No more than ${most} files an hour are accepted from one person.`,
      retryAfterSeconds: secondsLeft,
    });
}

type StoredAttachment = Pick<Attachment, "uuid" | "type" | "size" | "sha256">;

/** Stores the bytes under a new uuid; no row refers to them yet. */
async function keepBytes(
  ctx: Ctx,
  { file }: SigningAttempt,
  request: AttachmentRequest,
  stream: BlobBytes,
): Promise<StoredAttachment> {
  const maxBytes = Math.min(request.maxBytes, ctx.limits.attachmentBytes);
  await assertRoom(ctx, file.requesterId, 1);
  return withFileErrors(async () => {
    const found: { type: ReturnType<typeof typeOfHead> } = { type: null };
    const received = await ctx.blobs.stage(judged(stream, request.types, found), { maxBytes });
    try {
      const type = found.type === "zip" ? docxOrRefuse(received, request.types) : found.type;
      if (type === null) throw wrongType(request.types);
      await assertRoom(ctx, file.requesterId, received.size);
      const kept = { uuid: randomUUID(), type, size: received.size, sha256: received.sha256 };
      await received.adopt(blobKey(kept.uuid, kept.sha256));
      return kept;
    } finally {
      await received.discard();
    }
  });
}

/** The quota is the requester's, whom the message to a signer does not name. */
async function assertRoom(ctx: Ctx, requesterId: number, bytes: number): Promise<void> {
  try {
    await assertStorageLeft(ctx, requesterId, bytes);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "quota_exceeded") throw error;
    throw new DomainError("quota_exceeded", {
      reason: "sender_storage_full",
      detail: "The sender of the document has no storage left.",
    });
  }
}

/** Passes the bytes on once the first of them show a type that was asked for; otherwise ends the upload. */
async function* judged(
  stream: BlobBytes,
  accepted: readonly AttachmentType[],
  found: { type: ReturnType<typeof typeOfHead> },
): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunked(stream)) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    found.type = readHead(head, accepted);
    yield head;
    head = null;
  }
  if (head === null) return;
  found.type = readHead(head, accepted);
  yield head;
}

async function* chunked(stream: BlobBytes): AsyncGenerator<Uint8Array> {
  if (stream instanceof Uint8Array) yield stream;
  else yield* stream;
}

function readHead(head: Buffer, accepted: readonly AttachmentType[]): ReturnType<typeof typeOfHead> {
  const type = typeOfHead(head.subarray(0, headBytes));
  if (type === null || !accepted.includes(type === "zip" ? "docx" : type)) throw wrongType(accepted);
  return type;
}

function docxOrRefuse({ path }: StagedBlob, accepted: readonly AttachmentType[]): AttachmentType {
  if (!isDocx(path)) throw wrongType(accepted);
  return "docx";
}

function wrongType(accepted: readonly AttachmentType[]): DomainError {
  return new DomainError("attachment_type_invalid", {
    detail: `Files of these types are accepted: ${accepted.join(", ")}. The content decides, not the name.`,
  });
}

/** On one line, without folders. A file without a usable name is named after its type. */
function nameOf(given: string | null, type: AttachmentType): string {
  const base = (given ?? "").split(/[/\\]/).at(-1) ?? "";
  const parsed = fileName.safeParse(base.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(-255));
  return parsed.success ? parsed.data : `attachment.${type}`;
}

interface ToStore extends StoredAttachment {
  requestId: number;
  name: string;
  replaces?: number | undefined;
}

async function store(
  tx: Ctx,
  attempt: SigningAttempt,
  { replaces, ...bytes }: ToStore,
): Promise<{ attachment: Attachment; replaced: Attachment | null }> {
  const { file, signRequest } = await lockForSigning(tx, attempt);
  const request = findRequest({ signRequest }, bytes.requestId);
  if (replaces !== undefined) assertNotHeld(file);
  const replaced = replaces === undefined ? null : await takeAway(tx, signRequest.id, bytes.requestId, replaces);
  await assertNotFull(tx, file.id, signRequest.id, request, bytes.size);
  const [attachment] = await tx.db
    .insert(attachments)
    .values({ ...bytes, fileId: file.id, signRequestId: signRequest.id, label: request.label })
    .returning();
  if (!attachment) throw new Error("the attachment was not stored");
  // Concurrent uploads for this and other documents of the requester may each have fitted alone.
  await takeTurn(tx, file.requesterId, () => assertRoom(tx, file.requesterId, 0));
  const { id: attachmentId, requestId, sha256, size, type, name } = attachment;
  await appendAuditEvents(tx, attempt.actor, file.id, [
    ...(replaced ? [removedEvent(replaced)] : []),
    {
      type: "attachment.added",
      data: {
        signRequestId: signRequest.id,
        attachmentId,
        requestId,
        sha256,
        size,
        type,
        fileName: new Personal(name),
      },
    },
  ]);
  await markDone(tx, { attachmentId });
  return { attachment, replaced };
}

async function takeAway(tx: Ctx, signRequestId: number, requestId: number, id: number): Promise<Attachment> {
  const [gone] = await tx.db
    .delete(attachments)
    .where(
      and(eq(attachments.id, id), eq(attachments.signRequestId, signRequestId), eq(attachments.requestId, requestId)),
    )
    .returning();
  if (!gone) throw new DomainError("not_found", { detail: "The file to replace is not there." });
  return gone;
}

/** The caller holds the file's lock, so that concurrent uploads are counted one after another. */
async function assertNotFull(
  tx: Ctx,
  fileId: number,
  signRequestId: number,
  request: AttachmentRequest,
  bytes: number,
): Promise<void> {
  const isOfRequest = sql`${attachments.signRequestId} = ${signRequestId} and ${attachments.requestId} = ${request.id} and ${attachments.label} = ${request.label}`;
  const [stored] = await tx.db
    .select({
      here: sql<number>`(count(*) filter (where ${isOfRequest}))::int`,
      count: sql<number>`count(*)::int`,
      bytes: sql<string>`coalesce(sum(${attachments.size}), 0)`,
    })
    .from(attachments)
    .where(eq(attachments.fileId, fileId));
  if (!stored) return;
  if (stored.here >= request.maxCount)
    throw new DomainError("attachments_full", {
      detail: `At most ${request.maxCount} ${request.maxCount === 1 ? "file" : "files"} can be added here. Remove or replace one.`,
    });
  const { attachmentsPerFile, attachmentBytesPerFile } = tx.limits;
  if (stored.count >= attachmentsPerFile || Number(stored.bytes) + bytes > attachmentBytesPerFile)
    throw new DomainError("attachments_full", { detail: "The attachments of this document are at their limit." });
}
