import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import { elements, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import type { CurrentFile } from "@/lib/files/current-file";
import { elementFieldName, signatureFieldName } from "@/lib/pdf/fields/field-names";

/**
 * The fields that stay empty because their signer was withdrawn after the preparation; the seal locks them (docs/spec/signing.md#completion). Who
 * was removed before it, or by making it anew, has no field.
 */
export async function withdrawnFields(ctx: Ctx, { file, segments }: CurrentFile): Promise<string[]> {
  const preparedAt = segments.find((segment) => segment.kind === "preparation")?.createdAt;
  if (!preparedAt) return [];
  const hasFields = or(isNull(signRequests.removedAt), gt(signRequests.removedAt, preparedAt));
  const rows = await ctx.db
    .select({ signRequestId: signRequests.id, elementId: elements.id })
    .from(signRequests)
    .leftJoin(elements, eq(elements.signRequestId, signRequests.id))
    .where(and(eq(signRequests.fileId, file.id), ne(signRequests.status, "signed"), hasFields));
  const names = rows.flatMap(({ signRequestId, elementId }) => [
    signatureFieldName(file.uuid, signRequestId),
    ...(elementId === null ? [] : [elementFieldName(file.uuid, signRequestId, elementId)]),
  ]);
  return [...new Set(names)].sort();
}
