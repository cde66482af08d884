import { and, asc, inArray, sql } from "drizzle-orm";
import { auditPersonalValues } from "@/db/schema/work";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/platform/context";
import type { AccountExport } from "./schema";

type ExportedEvent = AccountExport["requestsMade"][number]["events"][number];

/** An event of a file, and the sign request that it is about, if it names one. */
export interface FileEvent {
  fileId: number;
  signRequestId: number | null;
  event: ExportedEvent;
}

/** The events of the files, oldest first; of those that the account caused also from where, unless that was erased. */
export async function readEvents(ctx: Ctx, accountId: number, fileIds: readonly number[]): Promise<FileEvent[]> {
  if (fileIds.length === 0) return [];
  const [rows, values] = await Promise.all([
    ctx.db
      .select({
        fileId: auditEvents.fileId,
        seq: auditEvents.seq,
        caller: auditEvents.caller,
        signRequestId: sql<number | null>`(${auditEvents.data}->>'signRequestId')::int`,
        at: auditEvents.at,
        type: auditEvents.type,
        mine: sql<boolean>`coalesce((audit_trail.actor->>'accountId')::int = ${accountId}::int, false)`,
      })
      .from(auditEvents)
      .where(inArray(auditEvents.fileId, [...fileIds]))
      .orderBy(asc(auditEvents.fileId), asc(auditEvents.seq)),
    readNetValues(ctx, fileIds),
  ]);
  return rows.map(({ fileId, seq, caller, signRequestId, at, type, mine }) => {
    const valueAt = (path: NetPath): string | null =>
      (mine
        ? (values.get(nameOf({ fileId, seq, caller: null, path })) ??
          values.get(nameOf({ fileId, seq: null, caller, path })))
        : null) ?? null;
    return {
      fileId,
      signRequestId,
      event: { at: at.toISOString(), type, mine, address: valueAt("net.address"), userAgent: valueAt("net.userAgent") },
    };
  });
}

type NetPath = "net.address" | "net.userAgent";

interface ValuePlace {
  fileId: number;
  /** The event; null for a value of a caller. */
  seq: number | null;
  caller: number | null;
  path: string;
}

function nameOf({ fileId, seq, caller, path }: ValuePlace): string {
  return `${fileId} ${seq ?? `caller ${caller}`} ${path}`;
}

/** In one query: looking each value up with its event took most of the time of an export. */
async function readNetValues({ db }: Ctx, fileIds: readonly number[]): Promise<Map<string, string>> {
  const { fileId, seq, caller, path, value } = auditPersonalValues;
  const rows = await db
    .select({ fileId, seq, caller, path, value })
    .from(auditPersonalValues)
    .where(and(inArray(fileId, [...fileIds]), inArray(path, ["net.address", "net.userAgent"])));
  return new Map(rows.map((row) => [nameOf(row), row.value]));
}
