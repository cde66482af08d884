import { isDatabaseLost } from "@/db/lost-database";

/** Error codes unrelated to the job: the disk is full, or the database, a process of the PDF engine or a key service is away. */
const passingCodes = new Set<unknown>([
  "unavailable",
  "storage_full",
  "engine_unavailable",
  "key_unavailable",
  "ENOSPC",
  "EDQUOT",
  "53100",
]);

/** Whether an error says nothing about the work itself: it is worth a repetition, and counts as no try. */
export function isPassing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && passingCodes.has(cause.code)) return true;
  }
  return isDatabaseLost(error);
}
