import { and, count, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import {
  accountLinks,
  accounts,
  accountSigningKeys,
  apiTokens,
  sessions,
  signingPasswordTries,
  storedSignatures,
  type Account,
} from "@/db/schema/accounts";
import { requestLog } from "@/db/schema/api-calls";
import { bulkRows, bulkSends } from "@/db/schema/bulk";
import { attachments, fields, files, fileSegments, signRequests, unfinishedStatuses } from "@/db/schema/files";
import { listTallies } from "@/db/schema/lists";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/messages";
import { templateDocuments, templates, templateVersions } from "@/db/schema/templates";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { assertAdmin, assertFreshProof, mailboxActor } from "@/lib/accounts/actor";
import { assertOtherAdministrator, lockAdministrators } from "@/lib/accounts/change";
import { findAccountByEmail } from "@/lib/accounts/find";
import { hashUnknownPassword } from "@/lib/accounts/passwords";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import { issuerOf } from "@/lib/authority/authorities";
import { makeCtx, systemActor, type AccountActor, type Actor, type Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { deleteFields, deleteSegments, removeBlobs } from "@/lib/documents/delete";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import { eraseCounters, eraseInboxMessages, eraseStoredAnswers, eraseWork } from "./erase-messages";
import { erasedAddress, eraseDirectLinks, erasedName, eraseSigners, eraseValues } from "./erase-signers";
import { findPerson, intArray, isOneOf, namesAddress, type Person } from "./person";

/** The result of an erasure, as numbers only. */
export interface Erased {
  account: boolean;
  signRequests: number;
  documents: number;
  signedDocuments: number;
}

/**
 * Erases a person on behalf of an administrator (GDPR art. 17; docs/spec/limits.md): account, requests, messages and
 * the trails' personal values. The proof stays: signed documents, chains, and the numbers of certificates. Throws
 * `forbidden`, `reauth_required`, `not_found` if the address is unknown, `person_in_open_requests`, `document_on_hold`,
 * `validation_failed` for the last administrator.
 */
export async function erasePerson(ctx: Ctx, actor: Actor, { email }: { email: string }): Promise<Erased> {
  const acting = assertAdmin(actor);
  await assertFreshProof(ctx, acting);
  return erase(ctx, acting, acting.account.email === email ? systemActor : acting, email);
}

/**
 * Erases the caller. The trails then record neither the person who requested it nor the network address. Throws
 * `email_unproved` until more than a sign link proved the address, because e-mail sent to it belongs to its owner, and what
 * `erasePerson` throws.
 */
export async function eraseOneself(ctx: Ctx, actor: Actor): Promise<Erased> {
  const acting = mailboxActor(actor);
  await assertFreshProof(ctx, acting);
  return erase(ctx, acting, systemActor, acting.account.email);
}

/**
 * `actor` is recorded in the trails. An erasure cannot be undone, so the caller's credential is checked again after
 * waiting for the documents.
 */
async function erase(ctx: Ctx, acting: AccountActor, actor: Actor, email: string): Promise<Erased> {
  const quiet = actor.kind === "system" ? makeCtx({ ...ctx, request: null }) : ctx;
  const passwordHash = await hashUnknownPassword(ctx);
  const { erased, gone } = await quiet.tx(async (tx) => {
    // All trails and inbox messages are read once. The usual ten seconds are meant for interactive requests.
    await tx.db.execute(sql`set local statement_timeout = '5min'`);
    const found = await findAccountByEmail(tx, email);
    const administrators = found?.account.role === "admin" ? await lockAdministrators(tx) : [];
    const person = await findPerson(tx, email);
    if (!person.account && person.signRequestIds.length === 0 && person.fileIds.length === 0 && !person.isInBulkRows)
      throw new DomainError("not_found", { detail: "No person has this address." });
    await lockFiles(tx, person.fileIds);
    await assertValidCredential(tx, acting);
    await assertMayErase(tx, person, administrators);
    return eraseEverywhere(tx, actor, person, passwordHash);
  });
  await removeBlobs(ctx, gone);
  ctx.log.warn(erased, "a person was erased");
  return erased;
}

async function eraseEverywhere(
  tx: Ctx,
  actor: Actor,
  person: Person,
  passwordHash: string,
): Promise<{ erased: Erased; gone: BlobKey[] }> {
  const { account, signRequestIds, fileIds } = person;
  const erased = {
    account: account !== null,
    signRequests: signRequestIds.length,
    documents: fileIds.length,
    signedDocuments: await countCompleted(tx, fileIds),
  };
  await eraseWork(tx, person);
  await eraseInboxMessages(tx, person);
  await eraseStoredAnswers(tx, person);
  await eraseCounters(tx, person);
  await eraseDirectLinks(tx, person);
  const attached = await eraseSigners(tx, signRequestIds);
  await eraseBulkRows(tx, person);
  const drafts = account ? [...(await eraseDrafts(tx, account.id)), ...(await eraseTemplates(tx, account.id))] : [];
  if (account) await eraseAccount(tx, account, passwordHash);
  await eraseTallies(tx, person);
  await noteErasure(tx, actor, fileIds, await eraseTrailValues(tx, person));
  await markDone(tx, { ...erased });
  return {
    erased,
    gone: [...attached, ...drafts.flatMap(({ uuid, sha256s }) => sha256s.map((sha256) => blobKey(uuid, sha256)))],
  };
}

async function countCompleted(tx: Ctx, fileIds: readonly number[]): Promise<number> {
  if (fileIds.length === 0) return 0;
  const [row] = await tx.db
    .select({ count: count() })
    .from(files)
    .where(and(isOneOf(files.id, fileIds), isNotNull(files.completedAt), isNull(files.envelopeId)));
  return row?.count ?? 0;
}

/**
 * A release or a legal hold in progress comes first, and the checks take it into account. A later one waits, and takes
 * the erasure into account.
 */
async function lockFiles(tx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.select({ id: files.id }).from(files).where(isOneOf(files.id, ids)).orderBy(files.id).for("no key update");
}

const noId = 0;

/**
 * Throws `person_in_open_requests` with the number of documents, and `validation_failed` for the last administrator
 * and for an account that became an administrator after these were locked.
 */
async function assertMayErase(
  tx: Ctx,
  { account, signRequestIds, fileIds }: Person,
  administrators: readonly number[],
): Promise<void> {
  if (account?.role === "admin") assertOtherAdministrator(administrators, account.id, "/email");
  await assertNoHold(tx, fileIds);
  const isOpen = and(inArray(files.status, [...unfinishedStatuses]), isNull(files.envelopeId));
  const isTheirs = isOneOf(signRequests.id, signRequestIds);
  const rows = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(isOpen, eq(files.requesterId, account?.id ?? noId)))
    .union(
      tx.db
        .select({ id: files.id })
        .from(files)
        .innerJoin(signRequests, eq(signRequests.fileId, files.id))
        .where(and(isOpen, isTheirs, isNull(signRequests.removedAt))),
    );
  if (rows.length === 0) return;
  const documents = rows.length === 1 ? "1 document that is" : `${rows.length} documents that are`;
  throw new DomainError("person_in_open_requests", {
    detail: `The person is part of ${documents} still open, as sender or as signer. Withdraw them, or wait until they end.`,
  });
}

/** Documents under legal hold are exempt from erasure (GDPR art. 17(3)(e)). */
async function assertNoHold(tx: Ctx, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const [held] = await tx.db
    .select({ uuid: files.uuid })
    .from(files)
    .where(and(isOneOf(files.id, fileIds), isNotNull(files.heldAt)))
    .limit(1);
  if (held)
    throw new DomainError("document_on_hold", {
      detail: "The person is part of a document on legal hold. Nothing was erased.",
    });
}

/** The bytes of a draft, a template or an attachment that is deleted with its owner. */
interface ErasedBytes {
  uuid: string;
  sha256s: string[];
}

/**
 * Drafts that the person never sent are deleted as well, because only they have seen them. The trail with its hashes
 * stays.
 */
async function eraseDrafts(tx: Ctx, accountId: number): Promise<ErasedBytes[]> {
  const drafts = await tx.db
    .update(files)
    .set({ status: "deleted", deletedAt: sql`now()`, name: "Erased draft" })
    .where(and(eq(files.requesterId, accountId), eq(files.status, "draft")))
    .returning({ id: files.id, uuid: files.uuid });
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ id }) => id);
  await deleteFields(tx, isOneOf(fields.fileId, ids));
  await tx.db
    .update(signRequests)
    .set({ removedAt: sql`now()` })
    .where(isOneOf(signRequests.fileId, ids));
  const segments = await deleteSegments(tx, isOneOf(fileSegments.fileId, ids));
  // A request whose signers were all withdrawn becomes a draft again, and keeps their attachments.
  const attached = await tx.db.delete(attachments).where(isOneOf(attachments.fileId, ids)).returning();
  return [
    ...drafts.map(({ id, uuid }) => ({
      uuid,
      sha256s: segments.filter(({ fileId }) => fileId === id).map(({ sha256 }) => sha256),
    })),
    ...attached.map(({ uuid, sha256 }) => ({ uuid, sha256s: [sha256] })),
  ];
}

/**
 * The account's bulk sends are deleted with it. In bulk sends of other accounts, rows with the person keep only their
 * state and document, and a row that was still to be sent never is.
 */
async function eraseBulkRows(tx: Ctx, { account, email }: Person): Promise<void> {
  if (account) await tx.db.delete(bulkSends).where(eq(bulkSends.ownerId, account.id));
  await tx.db
    .update(bulkRows)
    .set({
      state: sql`case when ${bulkRows.state} = 'sent' then 'sent' else 'cancelled' end`,
      people: [],
      values: {},
      title: null,
      problem: null,
    })
    .where(namesAddress(email));
}

/** Only the owner has access to templates. The trail of a request still states the version it was created from. */
async function eraseTemplates(tx: Ctx, accountId: number): Promise<ErasedBytes[]> {
  const own = await tx.db
    .update(templates)
    .set({ deletedAt: sql`coalesce(deleted_at, now())`, name: "Erased template" })
    .where(eq(templates.ownerId, accountId))
    .returning({ id: templates.id });
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const documents = await tx.db.select().from(templateDocuments).where(isOneOf(templateDocuments.templateId, ids));
  const versions = tx.db
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(isOneOf(templateVersions.templateId, ids));
  await tx.db.update(files).set({ templateVersionId: null }).where(inArray(files.templateVersionId, versions));
  await tx.db.delete(templateVersions).where(isOneOf(templateVersions.templateId, ids));
  await tx.db.delete(templateDocuments).where(isOneOf(templateDocuments.templateId, ids));
  return documents.map(({ uuid, segments }) => ({ uuid, sha256s: segments.map(({ sha256 }) => sha256) }));
}

/**
 * Removes the person's values from the side table of every trail. The events keep their salted hashes, so that each
 * chain still verifies. The salts are deleted with the values, so that values cannot be guessed by hashing. Values of
 * other people stay.
 */
async function eraseTrailValues(tx: Ctx, person: Person): Promise<Map<number, AuditRecord>> {
  const { signRequestIds, email, fileIds } = person;
  const ids = intArray(fileIds);
  const theirs = sql`select e.file_id, e.seq, e.net ->> 'request' as request from audit_trail e where e.file_id = any(${ids}) and ${isActionOf(person)}`;
  return eraseValues(
    tx,
    sql`v.file_id = any(${ids}) and exists (
      select from audit_trail e where e.file_id = v.file_id and (e.seq = v.seq or e.caller = v.caller) and (
        lower(v.value) = ${email}
        or (v.path like 'actor.%' and exists (select from theirs where theirs.file_id = e.file_id and theirs.seq = e.seq))
        or (v.path like 'net.%' and e.net ->> 'request' in (select request from theirs))
        or (v.path like 'data.%' and (e.data ->> 'signRequestId')::int = any(${intArray(signRequestIds)}))))`,
    sql`theirs as materialized (${theirs}),`,
  );
}

/**
 * An anonymous visitor of a link counts as its signer. Actions of the service within a request are attributed to its
 * caller.
 */
function isActionOf({ account, signRequestIds }: Person): SQL {
  const requests = intArray(signRequestIds);
  return sql`((e.actor ->> 'accountId')::int = ${account?.id ?? 0}
    or (e.actor ->> 'kind' = 'guest' and (e.actor ->> 'signRequestId')::int = any(${requests}))
    or (e.actor ->> 'kind' = 'public' and (e.data ->> 'signRequestId')::int = any(${requests})))`;
}

/** Each chain records that a person was erased, and from which of its entries, but not who it was. */
async function noteErasure(
  tx: Ctx,
  actor: Actor,
  fileIds: readonly number[],
  erased: ReadonlyMap<number, AuditRecord>,
): Promise<void> {
  for (const fileId of fileIds)
    await appendAuditEvent(tx, actor, fileId, { type: "person.erased", data: erased.get(fileId) ?? { erased: [] } });
}

/** The account's row stays, because other people's documents refer to it. All of the person's data is deleted. */
async function eraseAccount(tx: Ctx, { id }: Account, passwordHash: string): Promise<void> {
  const now = await tx.now();
  await tx.db
    .update(accounts)
    .set({
      email: erasedAddress("account", id),
      displayName: erasedName,
      phone: null,
      language: null,
      timeZone: null,
      passwordHash,
      role: "signer",
      emailProvedAt: null,
      emailProof: null,
      failedLoginsInRow: 0,
      failedLoginsSince: null,
      credentialsVersion: sql`${accounts.credentialsVersion} + 1`,
      erasedAt: now,
    })
    .where(eq(accounts.id, id));
  await tx.db.update(files).set({ senderName: null }).where(eq(files.requesterId, id));
  await tx.db.delete(sessions).where(eq(sessions.accountId, id));
  await tx.db.delete(apiTokens).where(eq(apiTokens.accountId, id));
  await tx.db.delete(accountLinks).where(eq(accountLinks.accountId, id));
  await tx.db.delete(storedSignatures).where(eq(storedSignatures.accountId, id));
  await tx.db.delete(telegramLinks).where(eq(telegramLinks.accountId, id));
  await tx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, id));
  await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.accountId, id));
  await tx.db.delete(requestLog).where(eq(requestLog.accountId, id));
  await eraseKeys(tx, id, now);
}

/**
 * The number of each certificate stays, marked as revoked. The certificate contains the person's name, so it is deleted
 * together with the encrypted private key.
 */
async function eraseKeys(tx: Ctx, accountId: number, now: Date): Promise<void> {
  const keys = await tx.db
    .select()
    .from(accountSigningKeys)
    .where(eq(accountSigningKeys.accountId, accountId))
    .for("update");
  if (keys.length > 0)
    await tx.db.delete(signingPasswordTries).where(
      inArray(
        signingPasswordTries.signingKeyId,
        keys.map(({ id }) => id),
      ),
    );
  for (const key of keys) {
    await tx.db
      .update(accountSigningKeys)
      .set({
        wrappedKey: null,
        subject: erasedName,
        certificate: Buffer.alloc(0),
        issuerSha256: await issuerOf(tx, key.certificate),
        ...(key.revokedAt ? {} : { revokedAt: now, revocationReason: "cessationOfOperation" as const }),
      })
      .where(eq(accountSigningKeys.id, key.id));
  }
}

/** The lists of an address that no longer belongs to anyone. */
async function eraseTallies(tx: Ctx, { email }: Pick<Person, "email">): Promise<void> {
  await tx.db.delete(listTallies).where(eq(listTallies.viewer, email));
}
