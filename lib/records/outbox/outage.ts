import { isDatabaseLost } from "@/db/lost-database";

/** Codes of errors that a retry outlasts: the disk is full, or the database, a process of the PDF engine or a key service is unavailable. */
const outageCodes = new Set<unknown>([
  "unavailable",
  "storage_full",
  "engine_unavailable",
  "key_unavailable",
  "ENOSPC",
  "EDQUOT",
  "53100",
]);

/** Whether the machine or a service failed rather than the work itself. The work is then retried, and this attempt does not count. */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && outageCodes.has(cause.code)) return true;
  }
  return isDatabaseLost(error);
}
