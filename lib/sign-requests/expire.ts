import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { systemActor, type Ctx } from "@/lib/context";
import { isPastExpiry } from "@/lib/files/status";
import { lockFile } from "./lock-file";
import { queueMail } from "./queue-mail";
import { statesBefore } from "./status";

/** The clock's act: a file whose `expiresAt` has passed before all signed expires. Anything else is left as it is. */
export async function expireFile(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file.status === "expired" || !isPastExpiry(file, await tx.now())) return;
    await tx.db
      .update(files)
      .set({ status: "expired", closedAt: sql`now()` })
      .where(eq(files.id, file.id));
    await tx.db
      .update(signRequests)
      .set({ status: "expired" })
      .where(
        and(
          eq(signRequests.fileId, file.id),
          isNull(signRequests.removedAt),
          inArray(signRequests.status, statesBefore("expire")),
        ),
      );
    await appendAuditEvent(tx, systemActor, file.id, {
      type: "file.expired",
      doc: { sha256: file.sha256, revision: file.revision },
      data: { from: file.status },
    });
    await queueMail(tx, systemActor, file, "expiry", { accountId: file.requesterId }, file.expiresAt?.getTime() ?? 0);
  });
  ctx.wakeOutbox();
}
