import { and, eq, gt, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { auditEvents } from "@/db/schema/work";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import type { LinkedRequest } from "./find-by-link";

/**
 * Notes `link.opened`, once a signer in 24 hours: the only thing that a GET of a link changes. Mail scanners open links too,
 * so the event proves nothing about a person.
 */
export async function noteOpened(ctx: Ctx, actor: Actor, { signRequest, file }: LinkedRequest): Promise<void> {
  if (await wasNoted(ctx, file.id, signRequest.id)) return;
  await ctx.tx(async (tx) => {
    await tx.db.select({ id: files.id }).from(files).where(eq(files.id, file.id)).for("update");
    if (await wasNoted(tx, file.id, signRequest.id)) return;
    await appendAuditEvent(tx, actor, file.id, { type: "link.opened", data: { signRequestId: signRequest.id } });
  });
}

async function wasNoted(ctx: Ctx, fileId: number, signRequestId: number): Promise<boolean> {
  const isThisSigner = sql`${auditEvents.data} ->> 'signRequestId' = ${String(signRequestId)}`;
  const isRecent = gt(auditEvents.at, sql`now() - interval '24 hours'`);
  const rows = await ctx.db.select({ seq: auditEvents.seq }).from(auditEvents)
    .where(and(eq(auditEvents.fileId, fileId), eq(auditEvents.type, "link.opened"), isThisSigner, isRecent)).limit(1);
  return rows.length > 0;
}
