import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "@/lib/platform/context";
import type { AuditRecord } from "@/lib/records/audit/events";

/**
 * Deletes personal values of audit trails with their salts, so that nobody can try values out on the hashes that stay. `which` chooses among rows `v` of
 * `audit_personal_values`, and may use the common table expressions of `given`, which ends with a comma. Answers, for each file, the record of it for the trail: paths and the events that had such a value, never a value.
 */
export async function eraseValues(tx: Ctx, which: SQL, given: SQL = sql``): Promise<Map<number, AuditRecord>> {
  // Callers that this transaction has read may be erased now.
  tx.held?.clear();
  const { rows } = await tx.db.execute<{ fileId: number; path: string; events: number[] }>(sql`
    with ${given} gone as (delete from audit_personal_values v where ${which} returning v.file_id, v.seq, v.caller, v.path),
    listed as (
      select file_id, path, seq from gone where seq is not null
      union select g.file_id, g.path, e.seq from gone g join audit_events e on e.file_id = g.file_id and e.caller = g.caller where g.seq is null)
    select file_id as "fileId", path, array_agg(seq order by seq) as events from listed group by file_id, path order by file_id, path`);
  const byFile = new Map<number, AuditRecord>();
  for (const { fileId, path, events } of rows) {
    const record = byFile.get(fileId) ?? { erased: [] };
    (record.erased as AuditRecord[]).push({ path, events });
    byFile.set(fileId, record);
  }
  return byFile;
}
