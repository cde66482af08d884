import { sql, type SQL } from "drizzle-orm";

/** Whether the document `f` was made by one of the viewer's own bulk sends. Nobody else learns of it, and somebody else's has no documents. */
export function ofBulkSendSql({ bulkSendId, accountId }: { bulkSendId: SQL; accountId: SQL }): SQL {
  return sql`f.id = any(array(select r.file_id from bulk_rows r join bulk_sends b on b.id = r.bulk_send_id
    where b.id = ${bulkSendId}::bigint and b.owner_id = ${accountId}::int and r.file_id is not null))`;
}
