import { and, eq } from "drizzle-orm";
import { attachments, type Attachment } from "@/db/schema/files";
import { removeBlobs } from "@/lib/documents/storage/remove-blobs";
import { blobKey } from "@/lib/platform/blobs/blob-key";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { NewAuditEvent } from "@/lib/records/audit/events";
import { lockForSigning } from "@/lib/signing/commit";
import { findAttempt } from "@/lib/signing/proof/may-sign";

/**
 * `DELETE /sign/uuid/{u}/attachments/{id}`: the person removes an own file before signing or approving. Throws `not_found`, and what
 * `findAttempt` throws.
 */
export async function removeAttachment(ctx: Ctx, actor: Actor, input: { u: string; id: number }): Promise<void> {
  const attempt = await findAttempt(ctx, actor, { link: input.u }, ["signer", "approver"]);
  const gone = await ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, attempt);
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
