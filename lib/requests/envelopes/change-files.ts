import { eq, sql } from "drizzle-orm";
import { fields, files, fileSegments, type File } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { getOwnFile, lockOwnFile } from "@/lib/documents/access";
import { assertNotHeld, deleteFields, deleteSegments, removeBlobs } from "@/lib/documents/delete";
import { isEnvelope, lockPdfs, pagesOfPdfs, sumOf } from "@/lib/documents/envelopes/pdfs";
import { assertDraft } from "@/lib/documents/status";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import type { EnvelopeChange, NewEnvelopeFile } from "./schema";
import { assertPagesTogether, discardTaken, insertPdf, takeFiles } from "./take-files";

/**
 * `POST /envelopes/{uuid}/files`: adds files to a draft, all or none. Throws `not_found`, `file_not_draft`,
 * `too_large`, and what `takeFiles` throws.
 */
export async function addFiles(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; files: readonly NewEnvelopeFile[]; position?: number | undefined },
): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  const found = await getOwnEnvelope(ctx, acting, input);
  assertDraft(found.status);
  const taken = await takeFiles(ctx, acting, input.files, await ctx.db.$count(files, eq(files.envelopeId, found.id)));
  try {
    await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, acting);
      const { envelope, pdfs } = await lockDraft(tx, acting, input);
      assertPagesTogether(tx, [...pdfs, ...taken]);
      if (pdfs.length + taken.length > tx.limits.filesPerEnvelope) throw new DomainError("race_lost");
      const added: File[] = [];
      for (const one of taken)
        added.push(await insertPdf(tx, acting, one, { envelope, position: pdfs.length + added.length + 1 }));
      const at = Math.min((input.position ?? pdfs.length + 1) - 1, pdfs.length);
      await arrange(tx, acting, envelope, pdfs.toSpliced(at, 0, ...added));
      await markDone(tx, { fileId: envelope.id });
    });
  } catch (error) {
    await discardTaken(ctx, taken);
    throw error;
  }
  ctx.wakeOutbox();
  return { fileId: found.id };
}

/**
 * `DELETE /envelopes/{uuid}/files/{file}`: removes a file and its fields from a draft, and deletes it. Throws
 * `not_found`, `file_not_draft`, `document_on_hold`, `envelope_needs_file` for the last one.
 */
export async function removeFile(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; file: string },
): Promise<{ fileId: number }> {
  const uuid = toUuid(input.file);
  const { fileId, keys } = await ctx.tx(async (tx) => {
    const { envelope, pdfs } = await lockDraft(tx, actor, input);
    assertNotHeld(envelope);
    const pdf = pdfs.find((one) => one.uuid === uuid);
    if (!pdf) throw new DomainError("not_found");
    if (pdfs.length === 1) throw new DomainError("envelope_needs_file");
    await deleteFields(tx, eq(fields.fileId, pdf.id));
    const segments = await deleteSegments(tx, eq(fileSegments.fileId, pdf.id));
    await tx.db
      .update(files)
      .set({ status: "deleted", deletedAt: sql`now()`, envelopeId: null, envelopePosition: null })
      .where(eq(files.id, pdf.id));
    const doc = { sha256: pdf.sha256 };
    // A file of an envelope sends no event itself.
    await appendAuditEvent(tx, actor, pdf.id, { type: "file.changed", doc, data: { left: envelope.uuid } });
    await arrange(
      tx,
      actor,
      envelope,
      pdfs.filter((one) => one !== pdf),
    );
    await markDone(tx, { fileId: envelope.id });
    return { fileId: envelope.id, keys: segments.map(({ sha256 }) => blobKey(pdf.uuid, sha256)) };
  });
  await removeBlobs(ctx, keys);
  return { fileId };
}

/**
 * Reorders and renames the files of a draft. The caller's transaction holds the envelope's lock. Throws
 * `validation_failed` unless `given` names each file once.
 */
export async function arrangeFiles(
  ctx: Ctx,
  actor: Actor,
  envelope: File,
  given: NonNullable<EnvelopeChange["files"]>,
): Promise<File> {
  const pdfs = await lockPdfs(ctx, envelope);
  const ordered = given.flatMap(({ uuid, name }) => {
    const pdf = pdfs.find((one) => one.uuid === uuid.toLowerCase());
    return pdf ? [{ ...pdf, name: name ?? pdf.name }] : [];
  });
  const isWhole = ordered.length === pdfs.length && new Set(ordered.map(({ id }) => id)).size === pdfs.length;
  if (!isWhole || given.length !== pdfs.length)
    throw invalid("/files", "incomplete", "files has to name each file of the envelope once");
  const isSame = ordered.every(({ id, name }, index) => id === pdfs[index]?.id && name === pdfs[index].name);
  return isSame ? envelope : arrange(ctx, actor, envelope, ordered);
}

async function lockDraft(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ envelope: File; pdfs: File[] }> {
  const envelope = await lockOwnEnvelope(ctx, actor, input);
  assertDraft(envelope.status);
  return { envelope, pdfs: await lockPdfs(ctx, envelope) };
}

/** Writes the files' positions and names, and the envelope's columns that depend on them. */
async function arrange(ctx: Ctx, actor: Actor, envelope: File, ordered: readonly File[]): Promise<File> {
  for (const [index, { id, name }] of ordered.entries())
    await ctx.db
      .update(files)
      .set({ envelopePosition: index + 1, name })
      .where(eq(files.id, id));
  const [changed] = await ctx.db
    .update(files)
    .set({ ...sumOf(ordered), pages: pagesOfPdfs(ordered), revision: sql`${files.revision} + 1` })
    .where(eq(files.id, envelope.id))
    .returning();
  if (!changed) throw new Error(`envelope ${envelope.id} vanished under its lock`);
  await appendAuditEvent(ctx, actor, envelope.id, {
    type: "file.changed",
    doc: { sha256: changed.sha256, size: changed.size, revision: changed.revision },
    data: {
      changed: ["files"],
      files: ordered.map(({ uuid, name }, index) => ({ uuid, position: index + 1, name: new Personal(name) })),
    },
  });
  return changed;
}

/** The requester's own envelope. Throws like `getOwnFile`, and `not_found` for a document. */
export async function getOwnEnvelope(ctx: Ctx, actor: Actor, { uuid }: { uuid: string }): Promise<File> {
  return asEnvelope(await getOwnFile(ctx, actor, { uuid: toUuid(uuid) }));
}

/** Like `getOwnEnvelope`, but holds its lock until the transaction ends. */
export async function lockOwnEnvelope(ctx: Ctx, actor: Actor, { uuid }: { uuid: string }): Promise<File> {
  return asEnvelope(await lockOwnFile(ctx, actor, { uuid: toUuid(uuid) }));
}

function asEnvelope(file: File): File {
  if (!isEnvelope(file)) throw new DomainError("not_found");
  return file;
}
