import { and, eq, isNull, ne, sql, type SQL } from "drizzle-orm";
import {
  files,
  signRequests,
  type File,
  type FileStatus,
  type SignRequest,
  type SignRequestStatus,
} from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { noteFileLock } from "@/lib/records/audit/append";
import { assertNotEnvelope, assertNotInEnvelope } from "./envelopes/parts";
import { fileAt } from "./status";

/** How a file is named by a caller. */
export type FileRef = { id: number } | { uuid: string };

/** A file that the actor may read whole, and what the actor is to it. A requester who also signs has both. */
export interface ReadableFile {
  file: File;
  isRequester: boolean;
  signRequest: SignRequest | null;
}

/**
 * The requester's own request, in the state that holds now: a document or an envelope. Throws `forbidden` for a signer who may read it,
 * `in_envelope` for a file of an envelope, and `not_found` for everybody else: somebody else's file, a deleted one and a missing one are all the same.
 */
export async function getOwnFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const file = await findOwn(ctx, actor, ref);
  await assertNotInEnvelope(ctx, file);
  return file;
}

/** As `getOwnFile`, holding the row's lock until the transaction ends. */
export async function lockOwnFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const file = await lockOwn(ctx, actor, ref);
  await assertNotInEnvelope(ctx, file);
  return file;
}

/** The requester's own PDF: a document, or a file of an envelope. Throws as `getOwnFile`, and `is_envelope`. */
export async function getOwnPdf(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const file = await findOwn(ctx, actor, ref);
  assertNotEnvelope(file);
  return file;
}

/** As `getOwnPdf`, holding the row's lock, and before it that of its envelope, until the transaction ends. */
export async function lockOwnPdf(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  // A document on its own, as most are, is found and locked at once.
  const alone = await findAndLock(ctx, actor, ref, isNull(files.envelopeId));
  if (alone) {
    assertNotEnvelope(alone);
    return alone;
  }
  const { envelopeId } = await getOwnPdf(ctx, actor, ref);
  if (envelopeId !== null) await lockOwn(ctx, actor, { id: envelopeId });
  return lockOwn(ctx, actor, ref);
}

/** The requester's own file of either kind, in the state that holds now. */
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

/** A file as its requester or a notified signer may read it, in the state that holds now; `not_found` for all others. */
export async function getReadableFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<ReadableFile> {
  const { accountId, isSigner, isProved } = readerOf(actor);
  // One query whoever asks, so that time does not tell a stranger which files exist.
  const [row] = await ctx.db
    .select({ file: files, entry: signRequests })
    .from(files)
    .leftJoin(signRequests, and(eq(signRequests.fileId, requestOf), isSigner, isNull(signRequests.removedAt)))
    .where(refersTo(ref));
  if (!row) throw new DomainError("not_found");
  const entry = isProved ? row.entry : null;
  const isRequester = row.file.requesterId === accountId;
  const role = roleIn(row.file, { isRequester, isNotified: entry && isNotified(entry) });
  if (role === null || role === "stranger") throw new DomainError("not_found");
  return {
    file: fileAt(row.file, await ctx.now()),
    isRequester: role === "requester",
    signRequest: entry && isNotified(entry) ? entry : null,
  };
}

/** The people of a file of an envelope are the envelope's. */
const requestOf = sql`coalesce(${files.envelopeId}, ${files.id})`;

interface Reader {
  accountId: number | null;
  /** Picks the reader's own entry among the signers. */
  isSigner: SQL;
  /** An unproved address identifies no one. */
  isProved: boolean;
}

function readerOf(actor: Actor): Reader {
  if (actor.kind === "guest")
    return { accountId: null, isSigner: eq(signRequests.id, actor.signRequestId), isProved: true };
  const { account } = accountActor(actor);
  return {
    accountId: account.id,
    isSigner: eq(signRequests.email, account.email),
    isProved: account.emailProvedAt !== null,
  };
}

async function refuse(ctx: Ctx, actor: Actor, ref: FileRef): Promise<never> {
  await getReadableFile(ctx, actor, ref);
  throw new DomainError("forbidden", { detail: "You may read this document; only its requester may do this." });
}

function isOwn(ref: FileRef, accountId: number): SQL | undefined {
  return and(refersTo(ref), eq(files.requesterId, accountId), ne(files.status, "deleted"));
}

function refersTo(ref: FileRef): SQL {
  return "id" in ref ? eq(files.id, ref.id) : eq(files.uuid, ref.uuid);
}

// Which documents a person may see. The rule has three forms: `roleIn` for a row, `visibleDocuments` for a query, and the SQL function `is_notified`
// for the counts of lists, which is the signer's half of `roleIn`, not `isNotified` alone. `lib/views/visibility.test.ts` checks that they agree, and
// sign links with them.

/** A person's relation to a document. A stranger sees the document's verification, and nothing else. */
export type Role = "requester" | "signer" | "stranger";

interface Seen {
  status: FileStatus;
  /** Null until the document is complete. */
  completedAt: unknown;
}

interface Person {
  isRequester: boolean;
  /** `isNotified` of the person's own entry among the signers; null for a person without one. A removed entry is none. */
  isNotified: boolean | null;
}

/** The person's role; null when the document does not exist for them. */
export function roleIn(file: Seen, { isRequester, isNotified }: Person): Role | null {
  if (isRequester && file.status !== "deleted") return "requester";
  if (isNotified !== null) return isNotified && isOpenToSigners(file) ? "signer" : null;
  return isRequester || file.status === "draft" || file.status === "deleted" ? null : "stranger";
}

/** Drafts are their requester's alone. A deleted document stays with its signers when it was signed by all. */
export function isOpenToSigners(file: Seen): boolean {
  if (file.status === "deleted") return file.completedAt !== null;
  return file.status !== "draft";
}

/**
 * A signer whose turn it is, was, or came to an end; a waiting signer has not been notified of the document. Decided by the stored state, as the
 * tallies are: a waiting signer of a document whose time is over counts as notified once the clock's job has written that.
 */
export function isNotified({ status, notifiedAt }: Pick<SignRequest, "status" | "notifiedAt">): boolean {
  return notifiedAt !== null && !unnotifiedStatuses.includes(status);
}

/** `isNotified` as SQL of a row of `sign_requests`. */
export function isNotifiedSql(signer: string): string {
  return `${signer}.notified_at is not null and ${signer}.status not in (${unnotifiedStatuses.map((status) => `'${status}'`).join(", ")})`;
}

const unnotifiedStatuses: readonly SignRequestStatus[] = ["draft", "waiting"];

/** A person in a query. `email` is null until it is proved: an unproved address identifies no one. */
interface PersonSql {
  accountId: SQL;
  email: SQL;
}

/**
 * `roleIn` as the sources of a query, after `from`: the documents that the person requested, and those they received as a signer and did not
 * request. Each document is in at most one. `f` is the document; `s` in `received` the person's own entry. More conditions follow with `and`.
 */
export function visibleDocuments({ accountId, email }: PersonSql): { requested: SQL; received: SQL } {
  return {
    requested: sql`files f where ${isRequestedBy(accountId)}`,
    received: sql`sign_requests s join files f on f.id = s.file_id
  where s.email = ${email}::text and s.removed_at is null and ${sql.raw(isNotifiedSql("s"))}
    and f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null)
    and (f.requester_id <> ${accountId}::int or f.status = 'deleted')`,
  };
}

/** The same with `s` in `requested` as well: the requester's own entry, if they sign too. */
export function visibleWithOwnEntry(person: PersonSql): { requested: SQL; received: SQL } {
  const requested = sql`files f
  left join sign_requests s on s.file_id = f.id and s.email = ${person.email}::text and s.removed_at is null
  where ${isRequestedBy(person.accountId)}`;
  return { ...visibleDocuments(person), requested };
}

function isRequestedBy(accountId: SQL): SQL {
  return sql`f.requester_id = ${accountId}::int and f.status <> 'deleted' and f.envelope_id is null`;
}

/** `b…@x.org`: enough to recognise one's own address, not enough to learn another's. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
}

/** A person's name for strangers: an address that stands for a name, or inside one, is masked. */
export function maskName(name: string): string {
  return name.replace(/[^\s<>()[\],;:"@]+@[^\s<>()[\],;:"@]+/gu, maskAddress);
}
