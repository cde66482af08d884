import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { files, signRequests, type File } from "@/db/schema/files";
import { isPastExpiry } from "@/lib/documents/status";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { queueMail } from "./notices/notify";
import { statesBefore } from "./status";

/** Expires a file whose `expiresAt` has passed before all signers signed. Any other file is left unchanged. */
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

/** Reads and locks the file until the transaction ends. The caller has authorised the actor. */
export async function lockFile(ctx: Ctx, fileId: number): Promise<File> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId)).for("update");
  if (!file) throw new DomainError("not_found");
  return file;
}
