import { eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { attachments, fields, files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { lockOwnFile } from "./access";
import { lockPdfs } from "./envelopes/pdfs";
import { assertActionAllowed } from "./status";

/**
 * Deletes a file for its requester. A completed one is hidden from the requester: bytes and evidence stay, and signers
 * keep their downloads. Otherwise the bytes are deleted, and the trail with its hashes stays. Throws `not_found`, `409`
 * while it is open to signers, `document_on_hold`.
 */
export async function deleteFile(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ message: string }> {
  const uuid = toUuid(input.uuid);
  const gone = await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    assertActionAllowed("delete", file.status);
    // The bytes of a completed document stay in any case.
    if (file.completedAt === null) assertNotHeld(file);
    const keys = await deleteLocked(tx, actor, file);
    await markDone(tx, {});
    return keys;
  });
  await removeBlobs(ctx, gone);
  return fileDeleted;
}

/**
 * Nothing of a document on legal hold is deleted (decision 61). Call it under the lock of the row. Throws
 * `document_on_hold`.
 */
export function assertNotHeld({ heldAt }: Pick<File, "heldAt">): void {
  if (heldAt !== null) throw new DomainError("document_on_hold");
}

/** Like `assertNotHeld`, for PDFs. A hold of an envelope covers its files. */
export async function assertNoneHeld({ db }: Pick<Ctx, "db">, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const { rows } = await db.execute(sql`
    select from files f left join files e on e.id = f.envelope_id
    where f.id = any(${sql.param([...new Set(fileIds)])}::int[]) and (f.held_at is not null or e.held_at is not null) limit 1`);
  if (rows.length > 0) throw new DomainError("document_on_hold");
}

/**
 * Every deletion of fields and segments goes through these two, so that none of a document on hold succeeds. Call them
 * in a transaction that holds the locks of the documents' rows. They throw `document_on_hold`, and the transaction
 * undoes the deletion.
 */
export async function deleteFields(tx: Pick<Ctx, "db">, which: SQL | undefined): Promise<void> {
  const gone = await tx.db.delete(fields).where(which).returning({ fileId: fields.fileId });
  await assertNoneHeld(
    tx,
    gone.map(({ fileId }) => fileId),
  );
}

export async function deleteSegments(tx: Pick<Ctx, "db">, which: SQL | undefined): Promise<FileSegment[]> {
  const gone = await tx.db.delete(fileSegments).where(which).returning();
  await assertNoneHeld(
    tx,
    gone.map(({ fileId }) => fileId),
  );
  return gone;
}

/** Deletes a file that the caller has locked and may delete. Returns its blobs, for `removeBlobs` after the commit. */
export async function deleteLocked(tx: Ctx, actor: Actor, file: File): Promise<BlobKey[]> {
  await tx.db
    .update(files)
    .set({ status: "deleted", deletedAt: sql`now()` })
    .where(eq(files.id, file.id));
  await appendAuditEvent(tx, actor, file.id, {
    type: "file.deleted",
    doc: { sha256: file.sha256 },
    data: { from: file.status },
  });
  return file.completedAt === null ? deleteBytes(tx, [file]) : [];
}

/**
 * Deletes the rows of the content of these documents and envelopes, and of their attachments. Returns their blobs, for
 * `removeBlobs` after the commit. The caller holds the locks of their rows.
 */
export async function deleteBytes(tx: Ctx, requests: readonly File[]): Promise<BlobKey[]> {
  const uuids = new Map<number, string>();
  for (const request of requests) for (const { id, uuid } of await lockPdfs(tx, request)) uuids.set(id, uuid);
  const segments = await deleteSegments(tx, sql`${fileSegments.fileId} = any(${sql.param([...uuids.keys()])}::int[])`);
  const ids = requests.map(({ id }) => id);
  return [
    ...segments.map(({ fileId, sha256 }) => blobKey(uuids.get(fileId) ?? "", sha256)),
    ...(await deleteAttachments(tx, sql`${attachments.fileId} = any(${sql.param(ids)}::int[])`)),
  ];
}

export const fileDeleted = { message: "The document is deleted." };

/** Deletes attachments in the caller's transaction. Returns their blobs, for `removeBlobs` after the commit. */
export async function deleteAttachments(tx: Pick<Ctx, "db">, which: SQL): Promise<BlobKey[]> {
  const gone = await tx.db.delete(attachments).where(which).returning({
    uuid: attachments.uuid,
    sha256: attachments.sha256,
  });
  return gone.map(({ uuid, sha256 }) => blobKey(uuid, sha256));
}

/** Held by a backup while it copies the bytes that its snapshot refers to. */
export const backupLock = 7_302_034;

/**
 * Whether a backup is currently copying bytes. Check after the deletion of the rows has been committed: a backup takes
 * the lock before its snapshot, so a caller that gets `false` deletes nothing that the snapshot refers to.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}::bigint) as free`,
  );
  return rows[0]?.free !== true;
}

/**
 * Removes bytes that are no longer referenced by a row, after the commit. Blobs left over by a crash, an error or a
 * backup are orphans and swept later.
 */
export async function removeBlobs(ctx: Ctx, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    if (await isBackupRunning(ctx.db)) return;
    for (const key of keys) await ctx.blobs.remove(key);
  } catch (error) {
    ctx.log.warn({ err: error }, "the bytes of a deleted document are left to the sweep");
  }
}
