import { eq, inArray, sql } from "drizzle-orm";
import { documentTimestamps } from "@/db/schema/augmentation";
import { evidenceDocuments } from "@/db/schema/evidence";
import { fields, files, fileSegments, signRequests } from "@/db/schema/files";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { isEnvelope, lockParts } from "@/lib/documents/envelopes/parts";
import { dueSql, periodSql } from "@/lib/documents/retention/periods";
import { removeBlobs } from "@/lib/documents/storage/remove-blobs";
import { eraseSigners } from "@/lib/evidence/erasure/erase-signers";
import { eraseValues } from "@/lib/evidence/erasure/erase-values";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-key";
import { makeCtx, systemActor, type Ctx } from "@/lib/platform/context";
import { appendAuditEvent } from "@/lib/records/audit/append";

/** Replaces the name of a document whose content was deleted. */
export const deletedName = "Deleted document";

/**
 * Deletes the content of a document whose announced day has come: bytes, evidence, texts and every personal value. Hashes, states, times and the
 * audit trail stay. Looks at the row once more under its lock; false when it is held, is not due any more, or was deleted.
 */
export async function deleteContent(ctx: Ctx, fileId: number): Promise<boolean> {
  const quiet = makeCtx({ ...ctx, request: null });
  const gone = await quiet.tx(async (tx) => {
    const [file] = await tx.db.select().from(files).where(eq(files.id, fileId)).for("update");
    const days = file && (await dueDays(tx, fileId));
    if (!file || days === null || days === undefined) return null;
    const all = isEnvelope(file) ? [file, ...(await lockParts(tx, file))] : [file];
    const keys: BlobKey[] = [];
    for (const one of all) keys.push(...(await deleteBytes(tx, one)), ...(await deleteTexts(tx, one)));
    const ids = all.map(({ id }) => id);
    const erased = await eraseValues(tx, sql`v.file_id = any(${sql.param(ids)}::int[])`);
    for (const { id, sha256 } of all)
      await appendAuditEvent(tx, systemActor, id, {
        type: "content.deleted",
        doc: { sha256 },
        data: { days, ...(erased.get(id) ?? { erased: [] }) },
      });
    await tx.db
      .update(files)
      .set({
        name: deletedName,
        senderName: null,
        contentDeletedAt: sql`now()`,
        warnings: [],
        readers: null,
        signatureOptions: null,
        source: sql`source || '{"name": null}'`,
      })
      .where(inArray(files.id, ids));
    return keys;
  });
  if (gone === null) return false;
  await removeBlobs(ctx, gone);
  return true;
}

/** The period that made it due; null when it is not due. */
async function dueDays({ db }: Ctx, fileId: number): Promise<number | null> {
  const { rows } = await db.execute<{ days: number }>(sql`
    select ${periodSql} as days from files f join accounts r on r.id = f.requester_id
    where f.id = ${fileId} and f.content_deleted_at is null and f.held_at is null and f.content_due_at <= now() and ${dueSql} <= now()`);
  return rows[0]?.days ?? null;
}

async function deleteBytes(tx: Ctx, { id, uuid }: { id: number; uuid: string }): Promise<BlobKey[]> {
  const segments = await tx.db.delete(fileSegments).where(eq(fileSegments.fileId, id)).returning();
  const evidence = await tx.db.delete(evidenceDocuments).where(eq(evidenceDocuments.fileId, id)).returning();
  await tx.db.delete(documentTimestamps).where(eq(documentTimestamps.fileId, id));
  return [...segments, ...evidence].map(({ sha256 }) => blobKey(uuid, sha256));
}

/** Returns the blobs of attachments, which are deleted with their people. */
async function deleteTexts(tx: Ctx, { id, uuid }: { id: number; uuid: string }): Promise<BlobKey[]> {
  const signers = await tx.db.select({ id: signRequests.id }).from(signRequests).where(eq(signRequests.fileId, id));
  await tx.db.execute(sql`delete from outbox_jobs where (payload ->> 'fileId')::int = ${id}
    or (payload ->> 'signRequestId')::int in (select id from sign_requests where file_id = ${id})
    or (payload ->> 'challengeId')::int in (select c.id from challenges c join sign_requests s on s.id = c.sign_request_id where s.file_id = ${id})`);
  const attached = await eraseSigners(
    tx,
    signers.map((signer) => signer.id),
  );
  await tx.db.delete(fields).where(eq(fields.fileId, id));
  // The callback's address is the sender's text; its deliveries go with it.
  await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.fileId, id));
  await tx.db.execute(sql`update webhook_deliveries
    set attempts = (select coalesce(jsonb_agg(a || '{"answer": null}'), '[]'::jsonb) from jsonb_array_elements(attempts) a)
    where event_id in (select id from events where file_id = ${id})`);
  await tx.db.execute(sql`update events set name = case when name is not null then ${deletedName} end,
    data = case when data is not null then jsonb_set(data, '{name}', to_jsonb(${deletedName}::text)) end where file_id = ${id}`);
  // The key of a message about a document has its uuid.
  await tx.db.execute(sql`delete from inbox_messages where position(${uuid} in idempotency_key) > 0`);
  return attached;
}
