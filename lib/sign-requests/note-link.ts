import { and, eq, gt, sql } from "drizzle-orm";
import { files, type File, type SignRequest } from "@/db/schema/files";
import { auditEvents } from "@/db/schema/work";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";

/** One signer's request and its file. */
interface NamedByLink {
  signRequest: Pick<SignRequest, "id">;
  file: Pick<File, "id">;
}

interface LinkEvent {
  type: "link.opened" | "link.wrong_account";
  data: { signRequestId: number; accountId?: number };
}

/**
 * Notes `link.opened`, once a signer in 24 hours: the only thing that a GET of a link changes. Mail scanners open links too,
 * so the event proves nothing about a person.
 */
export async function noteOpened(ctx: Ctx, actor: Actor, { signRequest, file }: NamedByLink): Promise<void> {
  await noteDaily(ctx, actor, file.id, { type: "link.opened", data: { signRequestId: signRequest.id } });
}

/** Notes that another account tried to act by a signer's link, once an account in 24 hours. */
export async function noteWrongAccount(ctx: Ctx, actor: Actor, { signRequest, file }: NamedByLink): Promise<void> {
  if (actor.kind !== "account") return;
  await noteDaily(ctx, actor, file.id, { type: "link.wrong_account", data: { signRequestId: signRequest.id, accountId: actor.account.id } });
}

async function noteDaily(ctx: Ctx, actor: Actor, fileId: number, event: LinkEvent): Promise<void> {
  if (await wasNoted(ctx, fileId, event)) return;
  await ctx.tx(async (tx) => {
    await tx.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    if (await wasNoted(tx, fileId, event)) return;
    await appendAuditEvent(tx, actor, fileId, event);
  });
}

async function wasNoted(ctx: Ctx, fileId: number, { type, data }: LinkEvent): Promise<boolean> {
  const isTheSame = sql`${auditEvents.data} @> ${JSON.stringify(data)}::jsonb`;
  const isRecent = gt(auditEvents.at, sql`now() - interval '24 hours'`);
  const rows = await ctx.db.select({ seq: auditEvents.seq }).from(auditEvents)
    .where(and(eq(auditEvents.fileId, fileId), eq(auditEvents.type, type), isTheSame, isRecent)).limit(1);
  return rows.length > 0;
}
