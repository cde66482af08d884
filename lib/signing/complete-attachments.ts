import { asc, eq } from "drizzle-orm";
import { attachments, type SignRequest } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { DomainError, violationAt } from "@/lib/platform/errors";
import type { AuditRecord } from "@/lib/records/audit/events";

/**
 * The attachments of a person who signs or approves, as the trail records them: hashes, sizes and types, no names.
 * Throws `attachment_missing` with each required request that has no file. Within the transaction that signs or
 * approves, the file's lock keeps them unchanged.
 */
export async function completeAttachments(
  ctx: Pick<Ctx, "db">,
  { id, attachmentRequests }: Pick<SignRequest, "id" | "attachmentRequests">,
): Promise<AuditRecord[]> {
  if (attachmentRequests.length === 0) return [];
  const added = await ctx.db
    .select()
    .from(attachments)
    .where(eq(attachments.signRequestId, id))
    .orderBy(asc(attachments.id));
  const missing = attachmentRequests.filter(
    (request) =>
      request.required && !added.some(({ requestId, label }) => requestId === request.id && label === request.label),
  );
  if (missing.length > 0) {
    const violations = missing.map(({ id: requestId, label }) =>
      violationAt(`/attachments/${requestId}`, "required", `A file for “${label}” is missing`),
    );
    throw new DomainError("attachment_missing", {
      detail: violations.map(({ detail }) => detail).join("; "),
      violations,
    });
  }
  return added.map(({ id: attachmentId, sha256, size, type }) => ({ attachmentId, sha256, size, type }));
}
