import { and, eq, isNull, ne, sql, type SQL } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { noteFileLock } from "@/lib/records/audit/append";
import { assertNotEnvelope, assertNotInEnvelope } from "./envelopes/parts";
import { fileAt } from "./status";
import { isNotified, roleIn } from "./visibility";

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
