import { asc, eq } from "drizzle-orm";
import { auditEvents, type AuditEvent } from "@/db/views";
import type { Ctx } from "@/lib/context";
import { firstBreak } from "./chain";

/** The events of a file, oldest first. The caller has authorised the reader. */
export async function readTrail(ctx: Ctx, fileId: number): Promise<AuditEvent[]> {
  return ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, fileId)).orderBy(asc(auditEvents.seq));
}

/** The first event at which the stored chain of a file does not hold; null when it is whole (invariant I4). */
export function trailBreaksAt(
  file: { uuid: string; originalSha256: string },
  events: readonly AuditEvent[],
): number | null {
  return firstBreak(
    file.uuid,
    file.originalSha256,
    events.map((event) => ({
      v: event.v,
      file: file.uuid,
      seq: event.seq,
      type: event.type,
      at: event.at.toISOString(),
      actor: event.actor,
      auth: event.auth,
      net: event.net,
      doc: event.doc,
      data: event.data,
      prev: event.prev,
      hash: event.hash,
    })),
  );
}
