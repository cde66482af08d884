import { isDatabaseLost } from "@/db/lost-database";

/** Error codes unrelated to the job: the disk is full, or the database, a process of the PDF engine or a key service is unavailable. */
const transientCodes = new Set<unknown>([
  "unavailable",
  "storage_full",
  "engine_unavailable",
  "key_unavailable",
  "ENOSPC",
  "EDQUOT",
  "53100",
]);

/** Whether an error is unrelated to the work itself. The work is then retried, and this attempt does not count. */
export function isTransient(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && transientCodes.has(cause.code)) return true;
  }
  return isDatabaseLost(error);
}
