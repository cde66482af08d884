import { and, asc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "@/db/schema/accounts";
import { fields, files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { sealSigner } from "@/lib/authority/document-signer";
import { timestampEvent } from "@/lib/authority/stamped-signature";
import { systemActor, type Ctx } from "@/lib/context/context";
import { isEnvelope, lockPdfs, readPdfs } from "@/lib/documents/envelopes/pdfs";
import { insertingSegments } from "@/lib/documents/storage/segments";
import { readCurrentFile, type CurrentFile } from "@/lib/documents/whole-version";
import { inputFieldName, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import { DomainError } from "@/lib/platform/errors";
import { sealReason } from "@/lib/platform/signed-texts";
import { appendAuditEvents, noteFileLock } from "@/lib/records/audit/append";
import { markJobDone, queue } from "@/lib/records/outbox/enqueue";
import { finishKey } from "@/lib/records/outbox/kinds";
import { queueMail, sendCopies } from "@/lib/requests/notices/notify";
import { preparedId } from "@/lib/requests/state/file-state";
import { isDone } from "@/lib/requests/state/status";
import { buildRevision, dropRevision, type BuiltRevision } from "./build";
import { completeEnvelope, headToSeal, linkPdfs } from "./complete-envelope";

const maxAttempts = 5;
/** Files of an envelope that are sealed concurrently. */
const atOnce = 4;

/**
 * Seals a document, or every file of an envelope, after the last signature and completes it: seals, status,
 * `file.completed` and the completion e-mails commit together, so "signed" always implies sealed. Safe to run
 * anywhere, repeatedly and concurrently: one seal, one completion.
 */
export async function finishFile(ctx: Ctx, fileId: number): Promise<void> {
  await completeFile(ctx, fileId);
}

/**
 * Like `finishFile`. Returns the completed row, or null if another process has completed it. `known`: the row as the
 * caller has just committed it.
 */
export async function completeFile(ctx: Ctx, fileId: number, known?: File): Promise<File | null> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const built = await buildSeals(ctx, attempt === 1 && known ? known : await findFile(ctx, fileId));
    if (!built) return null;
    const completed = await commitSeals(ctx, fileId, built);
    if (!completed) for (const one of built) await dropRevision(ctx, one);
    ctx.wakeOutbox();
    if (completed) return completed;
  }
  throw new DomainError("race_lost", { detail: `File ${fileId} changed again and again while it was being sealed.` });
}

async function findFile(ctx: Ctx, fileId: number): Promise<File | undefined> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  return file;
}

interface BuiltSeal extends BuiltRevision {
  /** The hash of the last event that the seal attests to. */
  auditHead: string;
}

/** The sealed revisions, or null when the request is not waiting for its seals. */
async function buildSeals(ctx: Ctx, file: File | undefined): Promise<BuiltSeal[] | null> {
  if (file?.status !== "signing_in_progress") return null;
  if (isEnvelope(file)) await linkPdfs(ctx, file.id);
  const pdfs = await readPdfs(ctx, file);
  const built: BuiltSeal[] = [];
  try {
    await inTurns(pdfs, atOnce, async (pdf) => {
      const one = await buildSeal(ctx, file, pdf.id);
      if (one) built.push(one);
    });
  } catch (error) {
    for (const one of built) await dropRevision(ctx, one);
    throw error;
  }
  if (built.length === pdfs.length) return built;
  // Another process has sealed it in the meantime.
  for (const one of built) await dropRevision(ctx, one);
  return null;
}

/**
 * The sealed revision of one PDF, or null when it is not waiting for its seal: state and bytes are read in one
 * statement.
 */
async function buildSeal(ctx: Ctx, request: File, pdfId: number): Promise<BuiltSeal | null> {
  const base = await readCurrentFile(ctx, pdfId);
  if (base.file.status !== "signing_in_progress") return null;
  const auditHead = await headToSeal(ctx, base.file);
  const spec = {
    fieldName: sealFieldName(base.file.uuid),
    withdrawnFieldNames: await withdrawnFields(ctx, request, base),
    signedAt: await ctx.now(),
    name: "Paraph",
    reason: sealReason(auditHead),
  };
  const built = await buildRevision(ctx, systemActor, base, "seal", await sealSigner(ctx), (segments, more, makeCms) =>
    ctx.engine.seal(segments, { ...spec, ...more }, makeCms),
  );
  return { ...built, auditHead };
}

async function commitSeals(ctx: Ctx, fileId: number, built: readonly BuiltSeal[]): Promise<File | null> {
  return ctx.tx(async (tx) => {
    const [file] = await tx.db.select().from(files).where(eq(files.id, fileId)).for("update");
    noteFileLock(tx, fileId);
    if (file?.status !== "signing_in_progress") return null;
    const pdfs = await lockPdfs(tx, file);
    const isCurrent = pdfs.every(({ id, revision }) =>
      built.some(({ base }) => base.file.id === id && base.file.revision === revision),
    );
    if (!isCurrent || pdfs.length !== built.length) return null;
    const completed = isEnvelope(file)
      ? await completeEnvelope(tx, file, pdfs, built)
      : await complete(tx, file, built);
    await markJobDone(tx, finishKey(file));
    await queueCompletionMails(tx, completed);
    await queue(tx, "evidence", { fileId: file.id }, { dedupeKey: `evidence:${file.id}` });
    if (tx.timestamper)
      for (const pdf of await readPdfs(tx, completed))
        await queue(tx, "augment", { fileId: pdf.id }, { dedupeKey: `augment:${pdf.id}:${pdf.revision}` });
    return completed;
  });
}

async function complete(ctx: Ctx, file: File, [built]: readonly BuiltSeal[]): Promise<File> {
  if (!built) throw new Error(`file ${file.id} has no seal`);
  const completed = await appendRevision(ctx, file, built, { status: "signed", completedAt: await ctx.now() });
  await appendAuditEvents(ctx, systemActor, file.id, [
    ...timestampEvent(built.timestamp, { signature: "seal" }),
    {
      type: "file.completed",
      doc: { sha256: completed.sha256, size: completed.size, revision: completed.revision },
      data: { auditHead: built.auditHead },
    },
  ]);
  return completed;
}

/** Queues e-mails to the requester, to everybody who acted and gets e-mails, and to those who get copies. */
async function queueCompletionMails(ctx: Ctx, file: File): Promise<void> {
  const people = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.id), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.id));
  const copied = await sendCopies(ctx, systemActor, file, people, "completed");
  // A requester who is also a CC gets only one e-mail.
  if (copied.length === 0 || !copied.some(await isOf(ctx, file.requesterId)))
    await queueMail(ctx, systemActor, file, "completion", { accountId: file.requesterId }, "completed");
  for (const signer of people.filter(isDone)) {
    if (signer.notify) await queueMail(ctx, systemActor, file, "completion", { signRequestId: signer.id }, "completed");
  }
}

async function isOf(ctx: Ctx, accountId: number): Promise<(person: Pick<SignRequest, "email">) => boolean> {
  const [account] = await ctx.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  return ({ email }) => email === account?.email;
}

/**
 * Empty fields of signers withdrawn after the preparation; the seal locks them (docs/spec/signing.md#completion).
 * Signers removed earlier, or by a new preparation, have no field, and the fields of a replaced signer belong to the
 * successor.
 */
async function withdrawnFields(ctx: Ctx, request: File, { file, segments }: CurrentFile): Promise<string[]> {
  const preparedAt = segments.find((segment) => segment.kind === "preparation")?.createdAt;
  if (!preparedAt) return [];
  const hasFields = or(isNull(signRequests.removedAt), gt(signRequests.removedAt, preparedAt));
  const rows = await ctx.db
    .select({ id: signRequests.id, preparedAs: signRequests.preparedAs, elementId: fields.id, fileId: fields.fileId })
    .from(signRequests)
    .leftJoin(fields, eq(fields.signRequestId, signRequests.id))
    .where(
      and(
        eq(signRequests.fileId, request.id),
        eq(signRequests.role, "signer"),
        ne(signRequests.status, "signed"),
        hasFields,
        hasNoSuccessor,
      ),
    );
  const here = rows.filter(({ fileId }) => fileId === null || fileId === file.id);
  const names = here.flatMap(({ elementId: fieldId, ...signer }) => [
    signatureFieldName(file.uuid, preparedId(signer)),
    ...(fieldId === null ? [] : [inputFieldName(file.uuid, preparedId(signer), fieldId)]),
  ]);
  return [...new Set(names)].sort();
}

const successors = alias(signRequests, "successors");
/** A successor is in the same file, where an index finds it. */
const hasNoSuccessor = sql`not exists (select from ${signRequests} ${successors}
  where ${successors.fileId} = ${signRequests.fileId} and ${successors.replacesId} = ${signRequests.id})`;

/**
 * Makes a built revision part of the file, in the caller's transaction and under the file's row lock; the caller has
 * compared the version it was built on. Returns the updated file.
 */
export async function appendRevision(
  ctx: Ctx,
  file: File,
  built: BuiltRevision,
  changes: Partial<Pick<File, "status" | "completedAt">>,
): Promise<File> {
  const segment = ctx.db
    .$with("segment")
    .as(insertingSegments(ctx, file.id, [built.segment], built.base.segments.length));
  const [changed] = await ctx.db
    .with(segment)
    .update(files)
    .set({ ...changes, size: file.size + built.segment.size, sha256: built.sha256, revision: file.revision + 1 })
    .where(eq(files.id, file.id))
    .returning();
  if (!changed) throw new Error(`file ${file.id} vanished under its lock`);
  return changed;
}
