import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { files, signRequests, type File } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { lockOwnFile, type FileRef } from "@/lib/files/access";
import { isOpen, wrongState } from "@/lib/files/status";
import { readActiveSigners } from "./active-signers";
import { enqueueExpiry } from "./enqueue-expiry";
import { readExpiry } from "./expiry-date";
import { whoseTurn } from "./turn";

/** Gives a released file another end. An expired one runs again, with the same links and no new mail. Throws `409` naming the state. */
export async function changeExpiry(ctx: Ctx, actor: Actor, ref: FileRef, given: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, ref);
    const expiresAt = newExpiry(file, given, await tx.now());
    if (!expiresAt) return;
    if (file.status === "expired") await revive(tx, file);
    await tx.db.update(files).set({ expiresAt, expiryIsDefault: false }).where(eq(files.id, file.id));
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.changed",
      data: { changed: ["expiresAt"], expiresAt: expiresAt.toISOString(), from: file.status },
    });
    await enqueueExpiry(tx, { id: file.id, expiresAt });
  });
  ctx.wakeOutbox();
}

/** The end that a released file is given; null when it is the one it has. Throws `validation_failed`, and the `409` of a state that has no end. */
export function newExpiry(file: Pick<File, "status" | "expiresAt">, given: string, now: Date): Date | null {
  if (file.expiresAt?.getTime() === new Date(given).getTime()) return null;
  if (file.status !== "expired" && !isOpen(file, now)) throw wrongState(file.status);
  return readExpiry(given, now);
}

async function revive(ctx: Ctx, file: File): Promise<void> {
  const signers = await readActiveSigners(ctx, file.id);
  const status = signers.some((signer) => signer.status === "signed") ? "partially_signed" : "able_to_sign";
  await ctx.db.update(files).set({ status, closedAt: null }).where(eq(files.id, file.id));
  const inTurn = whoseTurn(signers).map((signer) => signer.id);
  await ctx.db
    .update(signRequests)
    .set({ status: "waiting" })
    .where(and(eq(signRequests.fileId, file.id), isNull(signRequests.removedAt), eq(signRequests.status, "expired")));
  if (inTurn.length > 0)
    await ctx.db
      .update(signRequests)
      .set({ status: "pending", toldAt: sql`coalesce(${signRequests.toldAt}, now())` })
      .where(inArray(signRequests.id, inTurn));
}
