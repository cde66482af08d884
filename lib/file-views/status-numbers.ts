import type { FileStatus } from "@/db/schema/files";

/** The integers of the wire; nothing else knows them. */
export const statusNumbers: Record<FileStatus, number> = {
  draft: 0, able_to_sign: 1, partially_signed: 2, signed: 3, deleted: 4, signing_in_progress: 5, declined: 6, cancelled: 7, expired: 8,
};
