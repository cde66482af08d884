import type { BulkState } from "@/db/schema/bulk";
import { DomainError } from "@/lib/platform/errors";

export type BulkAction = "pause" | "resume" | "cancel" | "retry";

/** `true`: changes the batch. `false`: it is done already, and nothing happens. Left out: refused. */
const allowed: Readonly<Record<BulkAction, Partial<Record<BulkState, boolean>>>> = {
  pause: { running: true, paused: false },
  resume: { paused: true, running: false },
  cancel: { running: true, paused: true, cancelled: false },
  retry: { running: true, paused: true, completed: true, cancelled: true },
};

/** Whether the action changes a batch in this state. Throws `file_closed` where it cannot be done. */
export function assertBulkAction(action: BulkAction, state: BulkState): boolean {
  const result = allowed[action][state];
  if (result === undefined) throw new DomainError("file_closed", { detail: `The batch is ${state}` });
  return result;
}
