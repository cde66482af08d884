import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStaysActing } from "@/lib/accounts/still-acting";
import { lockOwnFile, type FileRef } from "@/lib/documents/access";
import { isOpen, wrongState } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { appendAuditEvent } from "@/lib/records/audit/append";

/** Allows or forbids delegation of a released file from now on; delegates who were named stay. Throws a `409` for the state. */
export async function changeDelegation(ctx: Ctx, actor: Actor, ref: FileRef, allowDelegation: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    await assertStaysActing(tx, assertMayRequest(actor));
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
