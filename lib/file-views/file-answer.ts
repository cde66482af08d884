import type { z } from "zod";
import type { Actor, Ctx } from "@/lib/context";
import type { fileAnswer } from "./schema";
import { showOwn, showToLink } from "./show";

export type FileAnswer = z.infer<typeof fileAnswer>;

interface MadeFile {
  fileId: number;
  /** Of a new request with a callback, shown this once. */
  callbackSecret?: string;
}

/** What an act on a request answers: the file object as the actor sees it now, and its names at the top. */
export async function toFileAnswer(
  ctx: Ctx,
  actor: Actor,
  { fileId, ...once }: MadeFile,
  message: string,
): Promise<FileAnswer> {
  const data = await showOwn(ctx, actor, fileId);
  return { message, fileId: data.fileId, uuid: data.uuid, ...once, data };
}

/** A signer's request, found by its sign link. */
interface Linked {
  file: { id: number };
  signRequest: { id: number };
}

/** The same for an act by sign link. */
export async function toLinkFileAnswer(
  ctx: Ctx,
  actor: Actor,
  { file, signRequest }: Linked,
  u: string,
  message: string,
): Promise<FileAnswer> {
  const data = await showToLink(ctx, actor, file.id, {
    signRequestId: signRequest.id,
    signRequestUuid: u.toLowerCase(),
  });
  return { message, fileId: data.fileId, uuid: data.uuid, data };
}
