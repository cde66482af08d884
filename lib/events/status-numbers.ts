import type { FileStatus } from "@/db/schema/files";

/** The integers of the wire (docs/spec/api.md#states); in the code a state is a word. */
export const statusNumbers: Record<FileStatus, number> = {
  draft: 0,
  able_to_sign: 1,
  partially_signed: 2,
  signed: 3,
  deleted: 4,
  signing_in_progress: 5,
  declined: 6,
  cancelled: 7,
  expired: 8,
};
