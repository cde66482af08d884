import { and, eq, isNotNull, isNull, notInArray, type SQL } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** How a file is named by a caller. */
export type FileRef = { id: number } | { uuid: string };

/** A file that the actor may read whole, and what the actor is to it. A requester who also signs has both. */
export interface ReadableFile {
  file: File;
  isRequester: boolean;
  signRequest: SignRequest | null;
}

/** The requester's own file. Somebody else's, a deleted one and a missing one are all `not_found`. */
export async function getOwnFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const { account } = accountActor(actor);
  const [file] = await ctx.db.select().from(files).where(and(refersTo(ref), eq(files.requesterId, account.id)));
  if (!file || file.status === "deleted") throw new DomainError("not_found");
  return file;
}

/** As `getOwnFile`, holding the row's lock until the transaction ends. */
export async function lockOwnFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<File> {
  const { account } = accountActor(actor);
  const [file] = await ctx.db.select().from(files).where(and(refersTo(ref), eq(files.requesterId, account.id))).for("update");
  if (!file || file.status === "deleted") throw new DomainError("not_found");
  return file;
}

/** A file as its requester or one of its told signers may read it; `not_found` for all others. */
export async function getReadableFile(ctx: Ctx, actor: Actor, ref: FileRef): Promise<ReadableFile> {
  const { account } = accountActor(actor);
  const [file] = await ctx.db.select().from(files).where(refersTo(ref));
  if (!file) throw new DomainError("not_found");
  const signRequest = account.emailProvedAt ? await findToldSignRequest(ctx, file, account.email) : null;
  const isRequester = file.requesterId === account.id && file.status !== "deleted";
  if (!isRequester && !(signRequest && isOpenToSigners(file))) throw new DomainError("not_found");
  return { file, isRequester, signRequest };
}

/** Drafts are their requester's alone. A deleted document stays with its signers when it was signed by all. */
export function isOpenToSigners(file: Pick<File, "status" | "completedAt">): boolean {
  if (file.status === "deleted") return file.completedAt !== null;
  return file.status !== "draft";
}

/** A signer whose turn it is, was, or came to an end; who is still waiting has not been told of the document. */
const toldStates = notInArray(signRequests.status, ["draft", "waiting"]);

async function findToldSignRequest(ctx: Ctx, file: File, email: string): Promise<SignRequest | null> {
  const [row] = await ctx.db.select().from(signRequests)
    .where(and(eq(signRequests.fileId, file.id), eq(signRequests.email, email), isNull(signRequests.removedAt), isNotNull(signRequests.toldAt), toldStates));
  return row ?? null;
}

function refersTo(ref: FileRef): SQL {
  return "id" in ref ? eq(files.id, ref.id) : eq(files.uuid, ref.uuid);
}
