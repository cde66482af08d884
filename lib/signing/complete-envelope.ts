import { and, desc, eq, inArray } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { auditEvents } from "@/db/views";
import { timestampEvent } from "@/lib/authority/stamped-signature";
import { systemActor, type Ctx } from "@/lib/context/context";
import { lockPdfs, sumOf } from "@/lib/documents/envelopes/pdfs";
import { insertSegments } from "@/lib/documents/storage/segments";
import { appendAuditEvent, appendAuditEvents, noteFileLock } from "@/lib/records/audit/append";
import { doneEvents } from "@/lib/records/audit/events";
import { writeRecords } from "@/lib/records/write-at-end";
import { membersOf, placeOf, writePdf, type WrittenPdf } from "@/lib/requests/envelopes/write-pdf";
import type { BuiltRevision } from "./build";

/**
 * Before an envelope is sealed: records the head of its chain in the chain of each of its files, so that their seals
 * vouch for it. Recorded once, however often it is called.
 */
export async function linkPdfs(ctx: Ctx, envelopeId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const [envelope] = await tx.db.select().from(files).where(eq(files.id, envelopeId)).for("update");
    if (envelope?.status !== "signing_in_progress") return;
    noteFileLock(tx, envelope.id);
    const pdfs = await lockPdfs(tx, envelope);
    const head = await headToSeal(tx, envelope);
    const linked = await readLinked(tx, pdfs, head);
    for (const pdf of pdfs.filter(({ id }) => !linked.has(id)))
      await appendAuditEvent(tx, systemActor, pdf.id, {
        type: "envelope.linked",
        data: { ...placeOf(envelope, pdf.envelopePosition ?? 0, pdfs.length), head },
      });
  });
}

/** The hash of the last event that the seal of this chain attests to. */
export async function headToSeal(ctx: Ctx, { id }: Pick<File, "id">): Promise<string> {
  await writeRecords(ctx);
  const [head] = await ctx.db
    .select({ hash: auditEvents.hash })
    .from(auditEvents)
    .where(and(eq(auditEvents.fileId, id), inArray(auditEvents.type, [...doneEvents])))
    .orderBy(desc(auditEvents.seq))
    .limit(1);
  if (!head) throw new Error(`file ${id} waits for its seal without a signature`);
  return head.hash;
}

async function readLinked(ctx: Ctx, pdfs: readonly File[], head: string): Promise<Set<number>> {
  await writeRecords(ctx);
  const rows = await ctx.db
    .select({ fileId: auditEvents.fileId, data: auditEvents.data })
    .from(auditEvents)
    .where(
      and(
        inArray(
          auditEvents.fileId,
          pdfs.map(({ id }) => id),
        ),
        eq(auditEvents.type, "envelope.linked"),
      ),
    );
  return new Set(rows.filter(({ data }) => data.head === head).map(({ fileId }) => fileId));
}

/**
 * Makes the seals part of the files and completes the envelope, in the caller's transaction and under the locks of
 * `lockPdfs`.
 */
export async function completeEnvelope(
  ctx: Ctx,
  envelope: File,
  pdfs: readonly File[],
  built: readonly BuiltRevision[],
): Promise<File> {
  const written: WrittenPdf[] = [];
  for (const pdf of pdfs) {
    const seal = built.find(({ base }) => base.file.id === pdf.id);
    if (!seal) throw new Error(`file ${pdf.id} has no seal`);
    await insertSegments(ctx, pdf.id, [seal.segment], seal.base.segments.length);
    const bytes = { size: pdf.size + seal.segment.size, sha256: seal.sha256 };
    written.push(
      await writePdf(ctx, systemActor, { envelope, pdf, count: pdfs.length }, bytes, (doc, place) => [
        ...timestampEvent(seal.timestamp, { signature: "seal" }),
        { type: "file.completed", doc, data: place },
      ]),
    );
  }
  const [completed] = await ctx.db
    .update(files)
    .set({ status: "signed", completedAt: await ctx.now(), ...sumOf(written), revision: envelope.revision + 1 })
    .where(eq(files.id, envelope.id))
    .returning();
  if (!completed) throw new Error(`envelope ${envelope.id} vanished under its lock`);
  await appendAuditEvents(ctx, systemActor, envelope.id, [
    {
      type: "file.completed",
      doc: { sha256: completed.sha256, size: completed.size, revision: completed.revision },
      data: { auditHead: await headToSeal(ctx, envelope), ...membersOf(written) },
    },
  ]);
  return completed;
}
