import { and, eq, isNull, ne, sql, type SQL } from "drizzle-orm";
import {
  files,
  signRequests,
  type File,
  type FileStatus,
  type SignRequest,
  type SignRequestStatus,
} from "@/db/schema/files";
import { accountActor, isAccountOf } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { noteFileLock } from "@/lib/records/audit/append";
import { assertNotEnvelope, assertNotInEnvelope } from "./envelopes/pdfs";
import { fileAt } from "./status";

/** How a caller identifies a file. */
export type FileRef = { id: number } | { uuid: string };

/**
 * A file whose content the actor may read, and the actor's relation to it. A requester who also signs has both roles.
 */
export interface ReadableFile {
  file: File;
  isRequester: boolean;
  signRequest: SignRequest | null;
}

/**
 * The requester's own request, in its current state: a document or an envelope. Throws `forbidden` for a signer who may
 * read it, `in_envelope` for a file of an envelope, and `not_found` in all other cases: another person's file, a
 * deleted file and a missing one are indistinguishable.
 */
export async function getOwnFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const file = await findOwn(ctx, actor, ref);
  await assertNotInEnvelope(ctx, file);
  return file;
}

/** Like `getOwnFile`, holding the row's lock until the transaction ends. */
export async function lockOwnFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const file = await lockOwn(ctx, actor, ref);
  await assertNotInEnvelope(ctx, file);
  return file;
}

/** The requester's own PDF: a document, or a file of an envelope. Throws like `getOwnFile`, and `is_envelope`. */
export async function getOwnPdf(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const file = await findOwn(ctx, actor, ref);
  assertNotEnvelope(file);
  return file;
}

/**
 * Like `getOwnPdf`, but locks the envelope's row and then the file's. Both locks are held until the transaction ends.
 */
export async function lockOwnPdf(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  // A single document, the most common case, is found and locked at once.
  const alone = await findAndLock(ctx, actor, ref, isNull(files.envelopeId));
  if (alone) {
    assertNotEnvelope(alone);
    return alone;
  }
  const { envelopeId } = await getOwnPdf(ctx, actor, ref);
  if (envelopeId !== null) await lockOwn(ctx, actor, { id: envelopeId });
  return lockOwn(ctx, actor, ref);
}

/** The requester's own file of either kind, in its current state. */
export async function findOwn(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const { account } = accountActor(actor);
  const [file] = await ctx.db.select().from(files).where(isOwn(ref, account.id));
  return file ? fileAt(file, await ctx.now()) : refuse(ctx, actor, ref);
}

async function lockOwn(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  return (await findAndLock(ctx, actor, ref)) ?? refuse(ctx, actor, ref);
}

async function findAndLock(ctx: Ctx, actor: Actor, ref: FileRef, condition?: SQL): Promise<File | null> {
  const { account } = accountActor(actor);
  const own = and(isOwn(ref, account.id), condition);
  const [file] = await ctx.db.select().from(files).where(own).for("update");
  if (!file) return null;
  noteFileLock(ctx, file.id);
  return fileAt(file, await ctx.now());
}

/**
 * A file that its requester or a notified signer may read, in its current state. Throws `not_found` for everyone else.
 */
export async function getReadableFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<ReadableFile> {
  const { accountId, isSigner, standsFor } = readerOf(actor);
  // One query for every caller, so that timing does not reveal which files exist.
  const [row] = await ctx.db
    .select({ file: files, entry: signRequests })
    .from(files)
    .leftJoin(signRequests, and(eq(signRequests.fileId, requestOf), isSigner, isNull(signRequests.removedAt)))
    .where(refersTo(ref));
  if (!row) throw new DomainError("not_found");
  const entry = row.entry && standsFor(row.entry) ? row.entry : null;
  const isRequester = row.file.requesterId === accountId;
  const role = roleIn(row.file, { isRequester, isNotified: entry && isNotified(entry) });
  if (role === null || role === "stranger") throw new DomainError("not_found");
  return {
    file: fileAt(row.file, await ctx.now()),
    isRequester: role === "requester",
    signRequest: entry && isNotified(entry) ? entry : null,
  };
}

/** A file of an envelope has the envelope's requester and signers. */
const requestOf = sql`coalesce(${files.envelopeId}, ${files.id})`;

interface Reader {
  accountId: number | null;
  /** Selects the reader's own entry among the signers. */
  isSigner: SQL;
  /** An unproved address identifies no one, and a sign link only the signer of its own request. */
  standsFor: (entry: SignRequest) => boolean;
}

function readerOf(actor: Actor): Reader {
  if (actor.kind === "guest")
    return { accountId: null, isSigner: eq(signRequests.id, actor.signRequestId), standsFor: () => true };
  const { account } = accountActor(actor);
  return {
    accountId: account.id,
    isSigner: eq(signRequests.email, account.email),
    standsFor: (entry) => isAccountOf(account, entry),
  };
}

async function refuse(ctx: Ctx, actor: Actor, ref: FileRef): Promise<never> {
  await getReadableFile(ctx, actor, ref);
  throw new DomainError("forbidden", {
    reason: "requester_only",
    detail: "You may read this document; only its requester may do this.",
  });
}

function isOwn(ref: FileRef, accountId: number): SQL | undefined {
  return and(refersTo(ref), eq(files.requesterId, accountId), ne(files.status, "deleted"));
}

function refersTo(ref: FileRef): SQL {
  return "id" in ref ? eq(files.id, ref.id) : eq(files.uuid, ref.uuid);
}

// Decides which documents a person may see. The rule has three forms: `roleIn` for a row, `visibleDocuments` for a
// query, and the SQL function `is_notified` for the counts of lists, which is the signer's half of `roleIn`, not
// `isNotified` alone. `lib/views/visibility.test.ts` checks that they agree, also with sign links.

/** A person's relation to a document. A stranger only sees the document's verification. */
export type Role = "requester" | "signer" | "stranger";

interface Seen {
  status: FileStatus;
  /** Null until the document is complete. */
  completedAt: unknown;
}

interface Person {
  isRequester: boolean;
  /**
   * `isNotified` of the person's own entry among the signers. Null for a person without one. A removed entry does not
   * count.
   */
  isNotified: boolean | null;
}

/** The person's role, or null if the document does not exist for them. */
export function roleIn(file: Seen, { isRequester, isNotified }: Person): Role | null {
  if (isRequester && file.status !== "deleted") return "requester";
  if (isNotified !== null) return isNotified && isOpenToSigners(file) ? "signer" : null;
  return isRequester || file.status === "draft" || file.status === "deleted" ? null : "stranger";
}

/**
 * Drafts are visible only to their requester. A deleted document stays visible to its signers if all of them signed it.
 */
export function isOpenToSigners(file: Seen): boolean {
  if (file.status === "deleted") return file.completedAt !== null;
  return file.status !== "draft";
}

/**
 * A signer whose turn is now, is over, or ended. A waiting signer has not been notified of the document. Like the
 * tallies, this depends on the stored state: a waiting signer of an expired document counts as notified once the
 * scheduled job has stored the expiry.
 */
export function isNotified({ status, notifiedAt }: Pick<SignRequest, "status" | "notifiedAt">): boolean {
  return notifiedAt !== null && !unnotifiedStatuses.includes(status);
}

/** `isNotified` as SQL for a row of `sign_requests`. */
export function isNotifiedSql(signer: string): string {
  return `${signer}.notified_at is not null and ${signer}.status not in (${unnotifiedStatuses.map((status) => `'${status}'`).join(", ")})`;
}

const unnotifiedStatuses: readonly SignRequestStatus[] = ["draft", "waiting"];

/**
 * A person in a query. `email` is null until it is proved, because an unproved address identifies no one. `onlyRequest`:
 * the one request that a sign link proved it for; null if it is proved for all.
 */
interface PersonSql {
  accountId: SQL;
  email: SQL;
  onlyRequest: SQL | null;
}

/** The person's own entry `s` among the signers, besides the condition on its document. */
export function isOwnEntry({ email, onlyRequest }: Pick<PersonSql, "email" | "onlyRequest">): SQL {
  const own = sql`s.email = ${email}::text and s.removed_at is null`;
  return onlyRequest ? sql`${own} and s.id = ${onlyRequest}::int` : own;
}

/**
 * `roleIn` as the sources of a query, after `from`: the documents that the person requested, and those that they
 * received as a signer and did not request. Each document is in at most one of them. `f` is the document, and `s` in
 * `received` the person's own entry. Further conditions follow with `and`. `among`: a source of `file_id`s, each of
 * which `received` looks up. Without it, the person's entries are read in order.
 */
export function visibleDocuments(person: PersonSql, among: SQL | null = null): { requested: SQL; received: SQL } {
  const { accountId, email } = person;
  const entries = among
    ? sql`(${among}) among cross join lateral (select * from sign_requests own
        where own.file_id = among.file_id and own.email = ${email}::text and own.removed_at is null limit 1) s`
    : sql`sign_requests s`;
  return {
    requested: sql`files f where ${isRequestedBy(accountId)}`,
    received: sql`${entries} join files f on f.id = s.file_id
  where ${isOwnEntry(person)} and ${sql.raw(isNotifiedSql("s"))}
    and f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null)
    and (f.requester_id <> ${accountId}::int or f.status = 'deleted')`,
  };
}

/** Like `visibleDocuments`, with `s` in `requested` as well: the requester's own entry, if they also sign. */
export function visibleWithOwnEntry(person: PersonSql): { requested: SQL; received: SQL } {
  const requested = sql`files f
  left join sign_requests s on s.file_id = f.id and ${isOwnEntry(person)}
  where ${isRequestedBy(person.accountId)}`;
  return { ...visibleDocuments(person), requested };
}

/** The requester's own documents and envelopes `f`, without deleted ones and the files of envelopes. */
export function isRequestedBy(accountId: SQL): SQL {
  return sql`f.requester_id = ${accountId}::int and f.status <> 'deleted' and f.envelope_id is null`;
}
