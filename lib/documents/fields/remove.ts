import { eq } from "drizzle-orm";
import { fields } from "@/db/schema/files";
import { lockOwnPdf } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { describeField } from "./add";
import { getField } from "./change";
import { assertVersion, readTag } from "./version";

/** Takes a field out of a draft. Requester only. Answers the tag of those that are left. Throws `not_found` (also the second time), `file_not_draft`, `version_conflict`. */
export async function removeField(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; elementId: number; ifMatch?: string | null },
): Promise<{ tag: string }> {
  const [uuid, fieldId] = [toUuid(input.uuid), toId(input.elementId)];
  return ctx.tx(async (tx) => {
    const file = await lockOwnPdf(tx, actor, { uuid });
    const field = await getField(tx, file, fieldId);
    assertDraft(file.status);
    await assertVersion(tx, file, input.ifMatch);
    await tx.db.delete(fields).where(eq(fields.id, fieldId));
    await appendAuditEvent(tx, actor, file.id, { type: "element.deleted", data: describeField(field) });
    await markDone(tx, {});
    return { tag: await readTag(tx, file) };
  });
}
