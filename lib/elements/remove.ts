import { eq } from "drizzle-orm";
import { elements } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { lockOwnFile } from "@/lib/files/access";
import { toId, toUuid } from "@/lib/files/identifiers";
import { assertDraft } from "@/lib/files/status";
import { getElement } from "./change";
import { describeElement } from "./describe";

/** Takes a box out of a draft. Requester only. Throws `not_found` (also the second time), `file_not_draft`. */
export async function removeElement(ctx: Ctx, actor: Actor, input: { uuid: string; elementId: number }): Promise<{ message: string }> {
  const [uuid, elementId] = [toUuid(input.uuid), toId(input.elementId)];
  await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    const element = await getElement(tx, file, elementId);
    assertDraft(file.status);
    await tx.db.delete(elements).where(eq(elements.id, elementId));
    await appendAuditEvent(tx, actor, file.id, { type: "element.deleted", data: describeElement(element) });
  });
  return { message: "The element is gone." };
}
