import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { envelopeSignatures, attachments, fields, files, pagesSeen, signRequests } from "@/db/schema/files";
import { drawingHandovers, guestSessions, guestSignatures } from "@/db/schema/guests";
import { directLinkCodes, directLinks, templates } from "@/db/schema/templates";
import { challenges, wrongCodes } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import { deleteAttachments, deleteFields } from "@/lib/documents/delete";
import type { BlobKey } from "@/lib/platform/blobs/blob-store";
import type { AuditRecord } from "@/lib/records/audit/events";
import { writeRecords } from "@/lib/records/write-at-end";
import { makeToken } from "@/lib/requests/direct-links/access";
import { makeLink } from "@/lib/requests/signers/signer-language";
import { isOneOf, type Person } from "./person";

/**
 * Removes name, address, phone number and all texts to and from the person from their requests, and invalidates their
 * links. The state, the times and the number of the certificate stay as evidence for the other parties. The person is
 * removed from drafts. Returns the blobs of their attachments, for `removeBlobs` after the commit.
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
    .set({ signature: sql`jsonb_set(${signRequests.signature} - 'name', '{subject}', to_jsonb(${erasedName}::text))` })
    .where(and(isOneOf(signRequests.id, ids), isNotNull(signRequests.signature)));
  await tx.db
    .update(envelopeSignatures)
    .set({
      signature: sql`jsonb_set(${envelopeSignatures.signature} - 'name', '{subject}', to_jsonb(${erasedName}::text))`,
    })
    .where(isOneOf(envelopeSignatures.signRequestId, ids));
  await tx.db
    .update(fields)
    .set({ value: null, label: null, signedValue: null })
    .where(isOneOf(fields.signRequestId, ids));
  await tx.db.delete(pagesSeen).where(isOneOf(pagesSeen.signRequestId, ids));
  await tx.db.delete(guestSignatures).where(isOneOf(guestSignatures.signRequestId, ids));
  await tx.db.delete(drawingHandovers).where(isOneOf(drawingHandovers.signRequestId, ids));
  await tx.db.delete(guestSessions).where(isOneOf(guestSessions.signRequestId, ids));
  await tx.db.delete(wrongCodes).where(isOneOf(wrongCodes.signRequestId, ids));
  await tx.db.delete(challenges).where(isOneOf(challenges.signRequestId, ids));
  // The code with which a visitor of a direct link became this signer.
  await tx.db
    .update(directLinkCodes)
    .set({ recipientHmac: "", mailboxHmac: null, codeHmac: "", network: null })
    .where(isOneOf(directLinkCodes.signRequestId, ids));
  return deleteAttachments(tx, isOneOf(attachments.signRequestId, ids));
}

async function takeOutOfDrafts(tx: Ctx, ids: readonly number[]): Promise<void> {
  const drafts = await tx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(and(isOneOf(signRequests.id, ids), eq(files.status, "draft")));
  const drafted = drafts.map(({ id }) => id);
  if (drafted.length === 0) return;
  await deleteFields(tx, isOneOf(fields.signRequestId, drafted));
  await tx.db
    .update(signRequests)
    .set({ removedAt: sql`now()` })
    .where(and(isOneOf(signRequests.id, drafted), isNull(signRequests.removedAt)));
}

/** Replaces the person's name. */
export const erasedName = "Erased person";

/** An undeliverable address (RFC 2606) that belongs to no one. It differs only in the number of the row. */
export function erasedAddress(kind: "account" | "signer", id: number): string {
  return `erased-${kind}-${id}@erased.invalid`;
}

/**
 * Ends the person's own links, and removes the person from other people's links. Such a link cannot be used until its
 * owner chooses someone else.
 */
export async function eraseDirectLinks(tx: Ctx, { account, email }: Person): Promise<void> {
  if (account) await endOwnLinks(tx, account.id);
  await tx.db.execute(sql`
    update direct_links set updated_at = clock_timestamp(), people = (
      select coalesce(jsonb_object_agg(person.key, person.value), '{}'::jsonb) from jsonb_each(people) person
      where person.value ->> 'email' is distinct from ${email})
    where exists (select from jsonb_each(people) person where person.value ->> 'email' = ${email})`);
}

async function endOwnLinks(tx: Ctx, accountId: number): Promise<void> {
  const own = await tx.db
    .select({ id: directLinks.id })
    .from(directLinks)
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .where(eq(templates.ownerId, accountId));
  for (const { id } of own)
    await tx.db
      .update(directLinks)
      .set({
        ...makeToken(tx),
        name: "Erased link",
        people: {},
        embedOrigins: [],
        deletedAt: sql`coalesce(${directLinks.deletedAt}, now())`,
      })
      .where(eq(directLinks.id, id));
}

/**
 * Deletes personal values of audit trails with their salts, so that values cannot be guessed from the remaining hashes.
 * `which` selects rows `v` of `audit_personal_values`, and may use the common table expressions in `given`, which ends
 * with a comma. Returns, for each file, the record for its trail: paths and the events that had such a value, never a
 * value.
 */
export async function eraseValues(tx: Ctx, which: SQL, given: SQL = sql``): Promise<Map<number, AuditRecord>> {
  await writeRecords(tx);
  // Callers read by this transaction may be erased now.
  tx.held?.clear();
  const { rows } = await tx.db.execute<{ fileId: number; path: string; events: number[] }>(sql`
    with ${given} gone as (delete from audit_personal_values v where ${which} returning v.file_id, v.seq, v.caller, v.path),
    listed as (
      select file_id, path, seq from gone where seq is not null
      union select g.file_id, g.path, e.seq from gone g join audit_events e on e.file_id = g.file_id and e.caller = g.caller where g.seq is null)
    select file_id as "fileId", path, array_agg(seq order by seq) as events from listed group by file_id, path order by file_id, path`);
  const byFile = new Map<number, AuditRecord>();
  for (const { fileId, path, events } of rows) {
    const record = byFile.get(fileId) ?? { erased: [] };
    (record.erased as AuditRecord[]).push({ path, events });
    byFile.set(fileId, record);
  }
  return byFile;
}
