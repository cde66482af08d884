import type { FileStatus, SignRequestRole } from "@/db/schema/files";
import { runningStatuses, unfinishedStatuses } from "@/db/schema/request-facts";

/** The API's status integers (docs/spec/api.md#states); the code uses names. */
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

const states = new Map(Object.entries(statusNumbers).map(([state, number]) => [number, state as FileStatus]));

/** The state for an API status. Throws for an unknown number. */
export function statusOf(number: number): FileStatus {
  const state = states.get(number);
  if (state === undefined) throw new Error(`no state has the number ${number}`);
  return state;
}

/** Whether signers may still sign or decline. */
export function isRunning(status: FileStatus): boolean {
  return runningStatuses.includes(status);
}

/** Whether the document may change without its requester: signers sign or decline, or the service seals it. */
export function isUnfinished(status: FileStatus): boolean {
  return unfinishedStatuses.includes(status);
}

/** Whether the document waits for people of this role. A CC only gets copies. */
export function isAsked({ role }: { role: SignRequestRole }): boolean {
  return role !== "cc";
}
