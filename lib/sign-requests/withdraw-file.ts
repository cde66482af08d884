import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { lockOwnFile } from "@/lib/files/access";
import { toId } from "@/lib/files/identifiers";
import { assertMayAct } from "@/lib/files/status";
import { markDone } from "@/lib/idempotency/mark-done";
import { readActiveSigners } from "./active-signers";
import { queueMail } from "./queue-mail";
import { statesBefore } from "./status";

/** The requester withdraws the whole request: nobody can sign any more, told signers are told. Throws `not_found`, `409` naming the state. */
export async function withdrawFile(ctx: Ctx, actor: Actor, input: { fileId: number }): Promise<{ fileId: number }> {
  const fileId = toId(input.fileId);
  await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { id: fileId });
    assertMayAct("withdraw", file.status);
    const signers = await readActiveSigners(tx, file.id);
    await tx.db
      .update(files)
      .set({ status: "cancelled", closedAt: sql`now()` })
      .where(eq(files.id, file.id));
    await cancelUnfinished(tx, file.id);
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.cancelled",
      doc: { sha256: file.sha256, revision: file.revision },
      data: { from: file.status },
    });
    for (const signer of signers) {
      if (signer.toldAt && signer.notify)
        await queueMail(tx, actor, file, "withdrawal", { signRequestId: signer.id }, file.preparation);
    }
    await markDone(tx, { fileId });
  });
  ctx.wakeOutbox();
  return { fileId };
}

/** Everybody who has neither signed nor declined will not sign any more. */
export async function cancelUnfinished(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.db
    .update(signRequests)
    .set({ status: "cancelled", closedAt: sql`now()` })
    .where(
      and(
        eq(signRequests.fileId, fileId),
        isNull(signRequests.removedAt),
        inArray(signRequests.status, statesBefore("cancel")),
      ),
    );
}
