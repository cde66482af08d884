import { asc, inArray, sql } from "drizzle-orm";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/context";
import type { AccountExport } from "./schema";

export type ExportedEvent = AccountExport["requestsMade"][number]["events"][number];

/** An event of a file, and the sign request that it is about, if it names one. */
export interface FileEvent {
  fileId: number;
  signRequestId: number | null;
  event: ExportedEvent;
}

/** The events of the files, oldest first; of those that the account caused also from where, unless that was erased. */
export async function readEvents(ctx: Ctx, accountId: number, fileIds: readonly number[]): Promise<FileEvent[]> {
  if (fileIds.length === 0) return [];
  const isMine = sql<boolean>`coalesce((audit_trail.actor->>'accountId')::int = ${accountId}::int, false)`;
  const valueAt = (path: string) => sql<string | null>`(
    select p.value from audit_personal_values p where p.file_id = audit_trail.file_id and (p.seq = audit_trail.seq or p.caller = audit_trail.caller) and p.path = ${path} and ${isMine} limit 1)`;
  const rows = await ctx.db
    .select({
      fileId: auditEvents.fileId,
      signRequestId: sql<number | null>`(${auditEvents.data}->>'signRequestId')::int`,
      at: auditEvents.at,
      type: auditEvents.type,
      mine: isMine,
      address: valueAt("net.address"),
      userAgent: valueAt("net.userAgent"),
    })
    .from(auditEvents)
    .where(inArray(auditEvents.fileId, [...fileIds]))
    .orderBy(asc(auditEvents.fileId), asc(auditEvents.seq));
  return rows.map(({ fileId, signRequestId, at, ...event }) => ({
    fileId,
    signRequestId,
    event: { ...event, at: at.toISOString() },
  }));
}
