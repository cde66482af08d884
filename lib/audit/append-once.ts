import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { auditEvents } from "@/db/views";
import type { Actor, Ctx } from "@/lib/context";
import { appendAuditEvent } from "./append";
import type { NewAuditEvent } from "./events";

/** An event that says nothing new when it happens again: its type and data are its identity. */
export interface RepeatableEvent {
  type: NewAuditEvent["type"];
  data: Record<string, number | string>;
  doc?: NonNullable<NewAuditEvent["doc"]>;
}

/** Appends an event unless the file's trail says it already; true when it was appended. Call it outside a transaction that the refusal of the act rolls back. */
export async function appendOnce(ctx: Ctx, actor: Actor, fileId: number, event: RepeatableEvent): Promise<boolean> {
  return appendUnless(ctx, actor, fileId, event, undefined);
}

/** Appends an event that others can cause as often as they like, once in 24 hours: nobody may write at will into somebody's trail. True when it was appended. */
export async function appendDaily(ctx: Ctx, actor: Actor, fileId: number, event: RepeatableEvent): Promise<boolean> {
  return appendUnless(ctx, actor, fileId, event, gt(auditEvents.at, sql`now() - interval '24 hours'`));
}

async function appendUnless(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  event: RepeatableEvent,
  isRecent: SQL | undefined,
): Promise<boolean> {
  if (await wasAppended(ctx, fileId, event, isRecent)) return false;
  return ctx.tx(async (tx) => {
    await tx.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    if (await wasAppended(tx, fileId, event, isRecent)) return false;
    await appendAuditEvent(tx, actor, fileId, event);
    return true;
  });
}

async function wasAppended(
  ctx: Ctx,
  fileId: number,
  { type, data }: RepeatableEvent,
  isRecent: SQL | undefined,
): Promise<boolean> {
  const isTheSame = sql`${auditEvents.data} = ${JSON.stringify(data)}::jsonb`;
  const rows = await ctx.db
    .select({ seq: auditEvents.seq })
    .from(auditEvents)
    .where(and(eq(auditEvents.fileId, fileId), eq(auditEvents.type, type), isTheSame, isRecent))
    .limit(1);
  return rows.length > 0;
}
