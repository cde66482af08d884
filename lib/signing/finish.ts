import { and, asc, desc, eq, gt, isNull, ne, or } from "drizzle-orm";
import { elements, files, signRequests, type File } from "@/db/schema/files";
import { auditEvents } from "@/db/views";
import { sealSigner } from "@/lib/authority/document-signer";
import { timestampEvent } from "@/lib/authority/stamped-signature";
import { insertSegments } from "@/lib/documents/upload";
import { readCurrentFile, type CurrentFile } from "@/lib/documents/whole-version";
import { elementFieldName, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/field-names";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvents } from "@/lib/records/audit/append";
import { enqueue, markJobDone } from "@/lib/records/outbox/enqueue";
import { finishKey } from "@/lib/records/outbox/kinds";
import { queueMail } from "@/lib/requests/notify";
import { buildRevision, dropRevision, type BuiltRevision } from "./build";

const maxAttempts = 5;

/**
 * Seals a file after its last signature and completes it: the seal, status, `file.completed` and the completion mails commit together, so
 * "signed" always implies sealed. Safe to run anywhere, repeatedly and concurrently: one seal, one completion.
 */
export async function finishFile(ctx: Ctx, fileId: number): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const built = await buildSeal(ctx, fileId);
    if (!built) return;
    const isCommitted = await commitSeal(ctx, built);
    if (!isCommitted) await dropRevision(ctx, built);
    ctx.wakeOutbox();
    if (isCommitted) return;
  }
  throw new DomainError("race_lost", { detail: `file ${fileId} changed again and again while it was being sealed` });
}

/** The sealed revision, or null when the file is not waiting for its seal. */
async function buildSeal(ctx: Ctx, fileId: number): Promise<BuiltRevision | null> {
  const base = await readCurrentFile(ctx, fileId);
  const { file } = base;
  if (file.status !== "signing_in_progress") return null;
  const signer = await sealSigner(ctx);
  const spec = {
    fieldName: sealFieldName(file.uuid),
    withdrawnFieldNames: await withdrawnFields(ctx, base),
    signedAt: await ctx.now(),
    name: "Paraph",
    reason: sealReason(await auditHead(ctx, file)),
  };
  return buildRevision(ctx, systemActor, base, "seal", signer, (segments, more, makeCms) =>
    ctx.engine.seal(segments, { ...spec, ...more }, makeCms),
  );
}

async function commitSeal(ctx: Ctx, built: BuiltRevision): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const [file] = await tx.db.select().from(files).where(eq(files.id, built.base.file.id)).for("update");
    if (file?.status !== "signing_in_progress" || file.revision !== built.base.file.revision) return false;
    const completed = await appendRevision(tx, file, built, { status: "signed", completedAt: await tx.now() });
    await appendAuditEvents(tx, systemActor, file.id, [
      ...timestampEvent(built.timestamp, { signature: "seal" }),
      {
        type: "file.completed",
        doc: { sha256: completed.sha256, size: completed.size, revision: completed.revision },
        data: { auditHead: await auditHead(tx, file) },
      },
    ]);
    await markJobDone(tx, finishKey(file));
    await queueCompletionMails(tx, completed);
    await enqueue(tx, "evidence", { fileId: file.id }, { dedupeKey: `evidence:${file.id}` });
    if (tx.timestamper)
      await enqueue(tx, "augment", { fileId: file.id }, { dedupeKey: `augment:${file.id}:${completed.revision}` });
    return true;
  });
}

/** The requester, and every signer who wants mail. */
async function queueCompletionMails(ctx: Ctx, file: File): Promise<void> {
  await queueMail(ctx, systemActor, file, "completion", { accountId: file.requesterId }, "completed");
  const signers = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.id), eq(signRequests.status, "signed"), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.id));
  for (const signer of signers) {
    if (signer.notify) await queueMail(ctx, systemActor, file, "completion", { signRequestId: signer.id }, "completed");
  }
}

/** The hash of the last `signed` event, which the seal attests to. */
async function auditHead(ctx: Ctx, file: File): Promise<string> {
  const [head] = await ctx.db
    .select({ hash: auditEvents.hash })
    .from(auditEvents)
    .where(and(eq(auditEvents.fileId, file.id), eq(auditEvents.type, "signed")))
    .orderBy(desc(auditEvents.seq))
    .limit(1);
  if (!head) throw new Error(`file ${file.id} waits for its seal without a signature`);
  return head.hash;
}

function sealReason(auditHeadHash: string): string {
  return `Sealed by Paraph. Audit trail head: sha256:${auditHeadHash}`;
}

/**
 * Empty fields of signers withdrawn after the preparation; the seal locks them (docs/spec/signing.md#completion). Signers removed earlier,
 * or by a new preparation, have no field.
 */
async function withdrawnFields(ctx: Ctx, { file, segments }: CurrentFile): Promise<string[]> {
  const preparedAt = segments.find((segment) => segment.kind === "preparation")?.createdAt;
  if (!preparedAt) return [];
  const hasFields = or(isNull(signRequests.removedAt), gt(signRequests.removedAt, preparedAt));
  const rows = await ctx.db
    .select({ signRequestId: signRequests.id, elementId: elements.id })
    .from(signRequests)
    .leftJoin(elements, eq(elements.signRequestId, signRequests.id))
    .where(and(eq(signRequests.fileId, file.id), ne(signRequests.status, "signed"), hasFields));
  const names = rows.flatMap(({ signRequestId, elementId }) => [
    signatureFieldName(file.uuid, signRequestId),
    ...(elementId === null ? [] : [elementFieldName(file.uuid, signRequestId, elementId)]),
  ]);
  return [...new Set(names)].sort();
}

/**
 * Makes a built revision part of the file, in the caller's transaction and under the file's row lock; the caller has compared the version
 * it was built on. Returns the updated file.
 */
export async function appendRevision(
  ctx: Ctx,
  file: File,
  built: BuiltRevision,
  changes: Partial<Pick<File, "status" | "completedAt">>,
): Promise<File> {
  await insertSegments(ctx, file.id, [built.segment], built.base.segments.length);
  const [changed] = await ctx.db
    .update(files)
    .set({ ...changes, size: file.size + built.segment.size, sha256: built.sha256, revision: file.revision + 1 })
    .where(eq(files.id, file.id))
    .returning();
  if (!changed) throw new Error(`file ${file.id} vanished under its lock`);
  return changed;
}
