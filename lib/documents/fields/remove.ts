import { eq } from "drizzle-orm";
import { elements } from "@/db/schema/files";
import { lockOwnFile } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { describeElement } from "./add";
import { getElement } from "./change";
import { assertVersion, readTag } from "./version";

/** Takes a box out of a draft. Requester only. Answers the tag of those that are left. Throws `not_found` (also the second time), `file_not_draft`, `version_conflict`. */
export async function removeElement(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; elementId: number; ifMatch?: string | null },
): Promise<{ tag: string }> {
  const [uuid, elementId] = [toUuid(input.uuid), toId(input.elementId)];
  return ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    const element = await getElement(tx, file, elementId);
    assertDraft(file.status);
    await assertVersion(tx, file, input.ifMatch);
    await tx.db.delete(elements).where(eq(elements.id, elementId));
    await appendAuditEvent(tx, actor, file.id, { type: "element.deleted", data: describeElement(element) });
    await markDone(tx, {});
    return { tag: await readTag(tx, file) };
  });
}
