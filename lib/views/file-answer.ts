import type { z } from "zod";
import type { Actor, Ctx } from "@/lib/context/context";
import { statusNumbers } from "@/lib/records/events/status";
import type { CommittedSignature } from "@/lib/signing/commit";
import type { fileAnswer } from "./schema";
import { showOwn, showToLink } from "./show";

type FileAnswer = z.infer<typeof fileAnswer>;

interface MadeFile {
  fileId: number;
  /** The secret of a new request's callback, returned only this once. */
  callbackSecret?: string;
}

/** The answer to a change of a request: the actor's current view of the file object, with its ids at the top level. */
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

/** The response to a change by sign link. */
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

/** The answer to a signer after signing. */
export function toSignedWire({ file, signature, files }: CommittedSignature) {
  const { fieldName: _fieldName, ...facts } = signature;
  const isComplete = file.status === "signed";
  return {
    action: 350 as const,
    message: isComplete ? "You have signed. Everyone has signed, and the document is complete." : "You have signed.",
    file: { uuid: file.uuid, status: statusNumbers[file.status] },
    signature: facts,
    ...(files ? { files } : {}),
  };
}

/** The answer when a code was sent; `sentTo` is masked, because others may see the signer's screen. */
export function toSentCodeWire<Channel extends string>(sent: {
  channel: Channel;
  sentTo: string;
  expiresAt: Date;
  resendAt: Date;
}) {
  return {
    message: `A code was sent to ${sent.sentTo}.`,
    channel: sent.channel,
    sentTo: sent.sentTo,
    expiresAt: sent.expiresAt.toISOString(),
    resendAt: sent.resendAt.toISOString(),
  };
}
