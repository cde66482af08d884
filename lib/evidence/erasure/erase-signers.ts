import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { envelopeSignatures } from "@/db/schema/envelopes";
import { attachments, fields, files, pagesSeen, signRequests } from "@/db/schema/files";
import { drawingHandovers, guestSessions, guestSignatures } from "@/db/schema/guests";
import { challenges, wrongCodes } from "@/db/schema/work";
import { deleteAttachments } from "@/lib/documents/attachments/delete-rows";
import type { BlobKey } from "@/lib/platform/blobs/blob-key";
import type { Ctx } from "@/lib/platform/context";
import { makeLink } from "@/lib/requests/signers/signer-language";

/**
 * Takes name, address, telephone number, what was written to the person and by them out of their requests, and voids their links. The
 * state, the times and the number of the certificate stay: they are the others' evidence. The person is removed from drafts. Returns the
 * blobs of their attachments, for `removeBlobs` after the commit.
 */
export async function eraseSigners(tx: Ctx, ids: readonly number[]): Promise<BlobKey[]> {
  if (ids.length === 0) return [];
  await takeOutOfDrafts(tx, ids);
  for (const id of ids) {
    await tx.db
      .update(signRequests)
      .set({
        ...makeLink(tx),
        email: erasedAddress("signer", id),
        displayName: erasedName,
        description: null,
        subject: null,
        phone: null,
        language: null,
        timeZone: null,
        declineReason: null,
        delegationReason: null,
        attachmentRequests: [],
        erasedAt: sql`now()`,
      })
      .where(eq(signRequests.id, id));
  }
  await tx.db
    .update(signRequests)
    .set({ signature: sql`jsonb_set(${signRequests.signature}, '{subject}', to_jsonb(${erasedName}::text))` })
    .where(and(inArray(signRequests.id, [...ids]), isNotNull(signRequests.signature)));
  await tx.db
    .update(envelopeSignatures)
    .set({ signature: sql`jsonb_set(${envelopeSignatures.signature}, '{subject}', to_jsonb(${erasedName}::text))` })
    .where(inArray(envelopeSignatures.signRequestId, [...ids]));
  await tx.db
    .update(fields)
    .set({ value: null, label: null, signedValue: null })
    .where(inArray(fields.signRequestId, [...ids]));
  await tx.db.delete(pagesSeen).where(inArray(pagesSeen.signRequestId, [...ids]));
  await tx.db.delete(guestSignatures).where(inArray(guestSignatures.signRequestId, [...ids]));
  await tx.db.delete(drawingHandovers).where(inArray(drawingHandovers.signRequestId, [...ids]));
  await tx.db.delete(guestSessions).where(inArray(guestSessions.signRequestId, [...ids]));
  await tx.db.delete(wrongCodes).where(inArray(wrongCodes.signRequestId, [...ids]));
  await tx.db.delete(challenges).where(inArray(challenges.signRequestId, [...ids]));
  return deleteAttachments(tx, inArray(attachments.signRequestId, [...ids]));
}

async function takeOutOfDrafts(tx: Ctx, ids: readonly number[]): Promise<void> {
  const drafts = await tx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(and(inArray(signRequests.id, [...ids]), eq(files.status, "draft")));
  const drafted = drafts.map(({ id }) => id);
  if (drafted.length === 0) return;
  await tx.db.delete(fields).where(inArray(fields.signRequestId, drafted));
  await tx.db
    .update(signRequests)
    .set({ removedAt: sql`now()` })
    .where(and(inArray(signRequests.id, drafted), isNull(signRequests.removedAt)));
}

/** Replaces the person's name. */
export const erasedName = "Erased person";

/** An address that no mail can go to (RFC 2606) and that is nobody's. Not to be told apart by anything but the number of the row. */
export function erasedAddress(kind: "account" | "signer", id: number): string {
  return `erased-${kind}-${id}@erased.invalid`;
}
