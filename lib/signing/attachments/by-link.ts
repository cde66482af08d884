import { and, eq } from "drizzle-orm";
import { attachments, type Attachment, type AttachmentRequest } from "@/db/schema/files";
import { emailUnproved, isAccountOf } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import {
  findVisibleAttachment,
  openAttachment,
  readVisibleAttachments,
  type AttachmentContent,
} from "@/lib/documents/attachments/read";
import { assertNotHeld, removeBlobs } from "@/lib/documents/delete";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { NewAuditEvent } from "@/lib/records/audit/events";
import { getByLink, type LinkedRequest } from "@/lib/requests/links/find-by-link";
import { lockForSigning } from "@/lib/signing/commit";
import { findAttempt } from "@/lib/signing/proof/may-sign";

/** The files that a person is asked for, and those they have added. Throws what `getOwnByLink` throws. */
export async function listAttachmentsByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string },
): Promise<{ requests: AttachmentRequest[]; added: Attachment[] }> {
  const linked = await getOwnByLink(ctx, actor, input.u);
  return {
    requests: linked.signRequest.attachmentRequests,
    added: await readVisibleAttachments(ctx, { ...linked, isRequester: false }),
  };
}

/** One of the person's own attachments. Throws `integrity_error`, and what `getOwnByLink` throws. */
export async function downloadAttachmentByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; id: number },
): Promise<AttachmentContent> {
  return openAttachment(ctx, actor, await findAttachmentByLink(ctx, actor, input));
}

/** Throws `not_found`, and what `getOwnByLink` throws. */
export async function findAttachmentByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; id: number },
): Promise<Attachment> {
  const linked = await getOwnByLink(ctx, actor, input.u);
  return findVisibleAttachment(ctx, { ...linked, isRequester: false }, input.id);
}

/**
 * Like `getByLink`, but the link alone is not enough: attachments may be identity documents. The person has
 * identified as a guest, or is logged in with a proved address. Throws `unauthenticated`, `email_unproved`, and what
 * `getByLink` throws.
 */
async function getOwnByLink(ctx: Ctx, actor: Actor, u: string): Promise<LinkedRequest> {
  if (actor.kind !== "account" && actor.kind !== "guest") throw new DomainError("unauthenticated");
  const linked = await getByLink(ctx, actor, u);
  assertIdentified(actor, linked);
  return linked;
}

/** Throws `email_unproved` for people who could not see the attachments. */
export function assertIdentified(actor: Actor, { signRequest }: Pick<LinkedRequest, "signRequest">): void {
  if (!isIdentified(actor, { signRequest })) throw emailUnproved();
}

/** An unproved address may have been registered by somebody else, as with a forwarded link of another request. */
export function isIdentified(actor: Actor, { signRequest }: Pick<LinkedRequest, "signRequest">): boolean {
  return actor.kind === "guest" || (actor.kind === "account" && isAccountOf(actor.account, signRequest));
}

/**
 * For the page of a link; the caller has checked that the visitor is nobody else. Empty until the person is identified.
 */
export async function readOwnAttachments(ctx: Ctx, actor: Actor, linked: LinkedRequest): Promise<Attachment[]> {
  const isAsked = linked.signRequest.attachmentRequests.length > 0;
  return isAsked && isIdentified(actor, linked) ? readVisibleAttachments(ctx, { ...linked, isRequester: false }) : [];
}

/**
 * `DELETE /sign/uuid/{u}/attachments/{id}`: the person removes one of their files before signing or approving. Throws
 * `not_found`, `document_on_hold`, and what `findAttempt` throws.
 */
export async function removeAttachment(ctx: Ctx, actor: Actor, input: { u: string; id: number }): Promise<void> {
  const attempt = await findAttempt(ctx, actor, { link: input.u }, ["signer", "approver"]);
  assertIdentified(attempt.actor, attempt);
  const gone = await ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, attempt);
    assertNotHeld(file);
    const [removed] = await tx.db
      .delete(attachments)
      .where(and(eq(attachments.id, input.id), eq(attachments.signRequestId, signRequest.id)))
      .returning();
    if (!removed) throw new DomainError("not_found");
    await appendAuditEvent(tx, attempt.actor, file.id, removedEvent(removed));
    await markDone(tx, {});
    return removed;
  });
  await removeBlobs(ctx, [blobKey(gone.uuid, gone.sha256)]);
}

export function removedEvent({ id, signRequestId, sha256 }: Attachment): NewAuditEvent {
  return { type: "attachment.removed", data: { signRequestId, attachmentId: id, sha256 } };
}
