import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/documents/access";
import { deleteFile } from "@/lib/documents/delete";
import { assertDraft, isOpen, wrongState } from "@/lib/documents/status";
import { invalid } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { changeReminders } from "@/lib/requests/reminders/change-plan";
import { usersIn } from "@/lib/requests/signers/read-signers";
import { changeReleasedSigners } from "./change-signers";
import { editDraft, isEdit, type DraftChange } from "./edit-draft";
import { getOwnEnvelope } from "./envelopes/change-files";
import type { EnvelopeChange } from "./envelopes/schema";
import { changeExpiry, newExpiry } from "./expiry";
import { releaseFile, retryLostRaces } from "./release";
import type { RequestChange } from "./state/schema";

/**
 * `PATCH /request-signature`: changes the given members, then releases with status 1. Requester only. Repeated values
 * are no-ops, so a call can be retried. Throws `not_found`, `forbidden` to a signer, `validation_failed`, a `409` for
 * the state, `version_conflict`.
 */
export async function updateRequest(
  ctx: Ctx,
  actor: Actor,
  input: DraftChange & { ifMatch?: string | null },
): Promise<{ fileId: number }> {
  const ref = refOf(input);
  const file = await retryLostRaces(async () => {
    const current = await getOwnFile(ctx, actor, ref);
    assertOneFile(current, input);
    assertStatusMove(current, input.status);
    if (current.status === "draft") await editDraft(ctx, actor, ref, input);
    else await changeReleased(ctx, actor, ref, current, input);
    return current;
  });
  // An edit has compared the fields already, and may have changed them.
  if (input.status === 1)
    await (isEdit(input) ? releaseFile(ctx, actor, ref) : releaseFile(ctx, actor, ref, input.ifMatch, file));
  return { fileId: file.id };
}

/** Resumes an update whose edit was stored and whose release may not have been. */
export async function finishUpdate(
  ctx: Ctx,
  actor: Actor,
  { status }: RequestChange,
  { fileId }: { fileId: number },
): Promise<{ fileId: number }> {
  if (status === 1) await releaseFile(ctx, actor, { id: fileId });
  return { fileId };
}

async function changeReleased(ctx: Ctx, actor: Actor, ref: FileRef, file: File, input: DraftChange): Promise<void> {
  const users = usersIn(input);
  const isRenamed = input.name !== undefined && input.name !== file.name;
  const isNewLook =
    input.signatureOptions !== undefined && !isDeepStrictEqual(input.signatureOptions, file.signatureOptions);
  if (isRenamed || isNewLook || input.files !== undefined || (input.visibleElements?.length ?? 0) > 0)
    assertDraft(file.status);
  if (input.expiresAt !== undefined) newExpiry(file, input.expiresAt, await ctx.now());
  if (users !== undefined) await changeReleasedSigners(ctx, actor, ref, users);
  if (input.expiresAt !== undefined) await changeExpiry(ctx, actor, ref, input.expiresAt);
  if (input.reminders !== undefined) await changeReminders(ctx, actor, ref, input.reminders);
  if (input.allowDelegation !== undefined) await changeDelegation(ctx, actor, ref, input.allowDelegation);
}

function refOf({ file, uuid }: RequestChange): FileRef {
  const fileUuid = uuid ?? file?.uuid;
  if (file?.fileId !== undefined) return { id: toId(file.fileId) };
  if (fileUuid !== undefined) return { uuid: toUuid(fileUuid) };
  throw invalid("/file", "required", "file.fileId or uuid is required");
}

/** A body may name its file twice, but not two files. */
function assertOneFile(found: File, { file, uuid }: RequestChange): void {
  for (const [pointer, named] of [
    ["/uuid", uuid],
    ["/file/uuid", file?.uuid],
  ] as const) {
    if (named !== undefined && named.toLowerCase() !== found.uuid)
      throw invalid(pointer, "ambiguous", "uuid and file name different documents");
  }
}

/** A client may only move a file from 0 to 1; repeating the current status is allowed. */
function assertStatusMove(file: File, status: number | undefined): void {
  if (status === undefined || status === 1 || (status === 0 && file.status === "draft")) return;
  throw invalid("/status", "not_allowed", "status can be set to 1 only: it moves a draft to its signers");
}

/**
 * Allows or forbids delegation of a released file from now on; existing delegates stay. Throws a `409` for the state.
 */
async function changeDelegation(ctx: Ctx, actor: Actor, ref: FileRef, allowDelegation: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, assertMayRequest(actor));
    const file = await lockOwnFile(tx, actor, ref);
    if (file.allowDelegation === allowDelegation) return;
    if (!isOpen(file, await tx.now())) throw wrongState(file.status);
    await tx.db.update(files).set({ allowDelegation }).where(eq(files.id, file.id));
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.changed",
      data: { changed: ["allowDelegation"], allowDelegation },
    });
  });
}

/** `PATCH /envelopes/{uuid}`: like `updateRequest`, and also the order and names of a draft's files. */
export async function updateEnvelope(
  ctx: Ctx,
  actor: Actor,
  input: EnvelopeChange & { uuid: string },
): Promise<{ fileId: number }> {
  await getOwnEnvelope(ctx, actor, input);
  return updateRequest(ctx, actor, input);
}

/** `DELETE /envelopes/{uuid}`: like `deleteFile`. */
export async function deleteEnvelope(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ message: string }> {
  await getOwnEnvelope(ctx, actor, input);
  return deleteFile(ctx, actor, input);
}
