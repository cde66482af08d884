import { eq, inArray, sql } from "drizzle-orm";
import { bulkRows } from "@/db/schema/bulk";
import { documentTimestamps, evidenceDocuments } from "@/db/schema/evidence";
import { fields, files, fileSegments, signRequests } from "@/db/schema/files";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { makeCtx, systemActor, type Ctx } from "@/lib/context/context";
import { deleteFields, deleteSegments, removeBlobs } from "@/lib/documents/delete";
import { isEnvelope, lockPdfs } from "@/lib/documents/envelopes/pdfs";
import {
  checkClock,
  dueSql,
  hostClocks,
  mayBecomeDueSql,
  noticeDays,
  periodSql,
  selectEnding,
  type HostClocks,
} from "@/lib/documents/retention";
import { eraseSigners, eraseValues } from "@/lib/evidence/erasure/erase-signers";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-store";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { writeRecords } from "@/lib/records/write-at-end";

/** Limit per hourly sweep, because the first one after a period was set may find most documents due. */
export const atOnce = 200;

interface RetentionSweep {
  announced: number;
  deleted: number;
}

/**
 * Announces documents that become due within the notice period, and deletes the content of those announced that long
 * ago and still due. Does nothing while the clock is not trusted.
 */
export async function sweepRetention(ctx: Ctx, clocks: HostClocks = hostClocks): Promise<RetentionSweep | "stopped"> {
  if ((await checkClock(ctx, clocks)).stopped !== null) return "stopped";
  await withdrawAnnouncements(ctx);
  const announced = await announce(ctx);
  let deleted = 0;
  for (const id of await findDue(ctx)) if (await deleteContent(ctx, id)) deleted += 1;
  if (announced + deleted > 0) ctx.log.info({ announced, deleted }, "retention: swept");
  return { announced, deleted };
}

/** After a longer period, a hold or a reopened document, a new day is announced once there is one. */
async function withdrawAnnouncements({ db }: Ctx): Promise<void> {
  await db.execute(sql`update files set content_due_at = null where id in (
    select f.id from files f join accounts r on r.id = f.requester_id
    where f.content_due_at is not null and f.content_deleted_at is null and f.envelope_id is null
      and (f.held_at is not null or ${dueSql} is null or ${dueSql} > f.content_due_at))`);
}

const isUnannounced = sql`${mayBecomeDueSql} and f.content_due_at is null
  and ${dueSql} <= now() + make_interval(days => ${noticeDays}::int)`;

async function announce(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    ${selectEnding(sql`f.id`, isUnannounced, { withinDays: noticeDays })} order by id limit ${atOnce}::int`);
  for (const { id } of rows) await announceOne(ctx, id);
  return rows.length;
}

/** The day and the e-mails are committed together, so that no day is set without an announcement. */
async function announceOne(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const { rows } = await tx.db.execute<{ at: string | Date }>(sql`
      update files set content_due_at = greatest(${dueOf(fileId)}, now() + make_interval(days => ${noticeDays}::int))
      where id = ${fileId} and content_due_at is null and content_deleted_at is null and held_at is null and ${dueOf(fileId)} is not null
      returning content_due_at as at`);
    const [announced] = rows;
    if (!announced) return;
    const day = new Date(announced.at).toISOString();
    const notified = await tx.db.execute<{ id: number | null }>(sql`
      select null::int as id union all
      select id from sign_requests where file_id = ${fileId} and (signed_at is not null or status = 'approved') and removed_at is null and erased_at is null and notify`);
    for (const { id } of notified.rows)
      await enqueue(
        tx,
        "notification",
        { template: "retention", fileId, signRequestId: id, accountId: null },
        { dedupeKey: `retention-${String(fileId)}-${String(id ?? 0)}-${day}` },
      );
  });
  ctx.wakeOutbox();
}

function dueOf(fileId: number) {
  return sql`(select ${dueSql} from files f join accounts r on r.id = f.requester_id where f.id = ${fileId})`;
}

async function findDue({ db }: Ctx): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select f.id from files f join accounts r on r.id = f.requester_id
    where f.content_due_at <= now() and f.content_deleted_at is null and f.held_at is null and f.envelope_id is null and ${dueSql} <= now()
    order by f.content_due_at, f.id limit ${atOnce}::int`);
  return rows.map(({ id }) => id);
}

/** Replaces the name of a document whose content was deleted. */
export const deletedName = "Deleted document";

/**
 * Deletes the content of a document on its announced day: bytes, evidence, texts and every personal value. Hashes,
 * states, times and the audit trail stay. Checks the row again under its lock, and returns false if it is held, no
 * longer due, or already deleted.
 */
async function deleteContent(ctx: Ctx, fileId: number): Promise<boolean> {
  const quiet = makeCtx({ ...ctx, request: null });
  const gone = await quiet.tx(async (tx) => {
    const [file] = await tx.db.select().from(files).where(eq(files.id, fileId)).for("update");
    const days = file && (await dueDays(tx, fileId));
    if (!file || days === null || days === undefined) return null;
    const all = isEnvelope(file) ? [file, ...(await lockPdfs(tx, file))] : [file];
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

/** The period that made it due, or null if it is not due. */
async function dueDays({ db }: Ctx, fileId: number): Promise<number | null> {
  const { rows } = await db.execute<{ days: number }>(sql`
    select ${periodSql} as days from files f join accounts r on r.id = f.requester_id
    where f.id = ${fileId} and f.content_deleted_at is null and f.held_at is null and f.content_due_at <= now() and ${dueSql} <= now()`);
  return rows[0]?.days ?? null;
}

async function deleteBytes(tx: Ctx, { id, uuid }: { id: number; uuid: string }): Promise<BlobKey[]> {
  const segments = await deleteSegments(tx, eq(fileSegments.fileId, id));
  const evidence = await tx.db.delete(evidenceDocuments).where(eq(evidenceDocuments.fileId, id)).returning();
  await tx.db.delete(documentTimestamps).where(eq(documentTimestamps.fileId, id));
  return [...segments, ...evidence].map(({ sha256 }) => blobKey(uuid, sha256));
}

/** Returns the blobs of attachments, which are deleted with their signers' data. */
async function deleteTexts(tx: Ctx, { id, uuid }: { id: number; uuid: string }): Promise<BlobKey[]> {
  const signers = await tx.db
    .select({ id: signRequests.id, email: signRequests.email })
    .from(signRequests)
    .where(eq(signRequests.fileId, id));
  await writeRecords(tx);
  await tx.db.execute(sql`delete from outbox_jobs where (payload ->> 'fileId')::int = ${id}
    or (payload ->> 'signRequestId')::int in (select id from sign_requests where file_id = ${id})
    or (payload ->> 'challengeId')::int in (select c.id from challenges c join sign_requests s on s.id = c.sign_request_id where s.file_id = ${id})`);
  const attached = await eraseSigners(
    tx,
    signers.map((signer) => signer.id),
  );
  // The lists of guests with no other records here.
  await tx.db
    .execute(sql`delete from list_tallies t where t.viewer = any(${sql.param(signers.map(({ email }) => email))}::text[])
    and not exists (select from accounts a where a.email = t.viewer) and not exists (select from sign_requests s where s.email = t.viewer)`);
  await deleteFields(tx, eq(fields.fileId, id));
  // The bulk send that sent it keeps the row's state.
  await tx.db
    .update(bulkRows)
    .set({ people: [], values: {}, title: null, problem: null })
    .where(eq(bulkRows.fileId, id));
  // The callback's address is the sender's text. Its deliveries are deleted with it.
  await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.fileId, id));
  await tx.db.execute(sql`update webhook_deliveries
    set attempts = (select coalesce(jsonb_agg(a || '{"answer": null}'), '[]'::jsonb) from jsonb_array_elements(attempts) a)
    where event_id in (select id from events where file_id = ${id})`);
  await tx.db.execute(sql`update events set name = case when name is not null then ${deletedName} end,
    data = case when data is not null then jsonb_set(data, '{name}', to_jsonb(${deletedName}::text)) end where file_id = ${id}`);
  // The key of a message about a document contains its uuid.
  await tx.db.execute(sql`delete from inbox_messages where position(${uuid} in idempotency_key) > 0`);
  return attached;
}
