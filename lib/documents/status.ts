import type { File, FileStatus, SignRequestStatus } from "@/db/schema/files";
import { runningStatuses, statusesSql, unfinishedStatuses } from "@/db/schema/request-facts";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import { isRunning } from "@/lib/records/events/status";

/** Transitions of a file from one state to the next (docs/spec/api.md#states). */
export type FileAction =
  | "release"
  | "prepare_again"
  | "sign"
  | "sign_last"
  | "finish"
  | "decline"
  | "withdraw"
  | "expire"
  | "revive"
  | "withdraw_signer"
  | "delete";

const transitions: Record<FileAction, { [from in FileStatus]?: readonly FileStatus[] }> = {
  release: { draft: ["able_to_sign"] },
  prepare_again: { able_to_sign: ["able_to_sign"] },
  sign: { able_to_sign: ["partially_signed"], partially_signed: ["partially_signed"] },
  sign_last: { able_to_sign: ["signing_in_progress"], partially_signed: ["signing_in_progress"] },
  finish: { signing_in_progress: ["signed"] },
  decline: { able_to_sign: ["declined"], partially_signed: ["declined"] },
  withdraw: { able_to_sign: ["cancelled"], partially_signed: ["cancelled"] },
  expire: { able_to_sign: ["expired"], partially_signed: ["expired"] },
  revive: { expired: ["able_to_sign", "partially_signed"] },
  withdraw_signer: {
    draft: ["draft"],
    able_to_sign: ["able_to_sign", "draft"],
    partially_signed: ["partially_signed", "signing_in_progress"],
  },
  delete: {
    draft: ["deleted"],
    signed: ["deleted"],
    declined: ["deleted"],
    cancelled: ["deleted"],
    expired: ["deleted"],
  },
};

/** The possible states after `action` in the state `from`. Empty if the action is refused there. */
export function nextStatuses(action: FileAction, from: FileStatus): readonly FileStatus[] {
  return transitions[action][from] ?? [];
}

/** Throws a `409` with the state if `action` is not possible in it, `404` for a deleted file. */
export function assertActionAllowed(action: FileAction, from: FileStatus): void {
  if (nextStatuses(action, from).length === 0) throw wrongState(from);
}

/** Only a draft may be changed. Throws a `409` with the state, `404` for a deleted file. */
export function assertDraft(from: FileStatus): void {
  if (from === "draft") return;
  if (from === "deleted") throw new DomainError("not_found");
  throw new DomainError("file_not_draft", {
    detail: `The document is ${statusDetails[from]}; this can be changed in a draft only.`,
  });
}

/** `statusText` of the API, which is frozen. */
export const statusNames: Record<FileStatus, string> = {
  draft: "draft",
  able_to_sign: "able to sign",
  partially_signed: "partially signed",
  signed: "signed",
  deleted: "deleted",
  signing_in_progress: "signing in progress",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
};

/** As `statusNames`, to complete "The document is …" in the details of problems. */
export const statusDetails: Record<FileStatus, string> = {
  ...statusNames,
  able_to_sign: "waiting for signatures",
  signing_in_progress: "being sealed",
};

const refusals: Record<FileStatus, ErrorCode> = {
  draft: "file_not_released",
  able_to_sign: "file_not_draft",
  partially_signed: "file_already_signed",
  signing_in_progress: "file_already_signed",
  signed: "file_closed",
  declined: "file_closed",
  cancelled: "file_closed",
  expired: "file_closed",
  deleted: "not_found",
};

/** The refusal of an action that the state does not allow. */
export function wrongState(status: FileStatus): DomainError {
  if (status === "deleted") return new DomainError("not_found");
  return new DomainError(refusals[status], { detail: `The document is ${statusDetails[status]}.` });
}

type TimedFile = Pick<File, "status" | "expiresAt">;

/**
 * The state at `now`: a running file past its expiry is expired, even before the scheduled job has stored that. Every
 * decision that depends on a file's state uses this function.
 */
export function statusAt({ status, expiresAt }: TimedFile, now: Date): FileStatus {
  return isRunning(status) && expiresAt !== null && expiresAt.getTime() <= now.getTime() ? "expired" : status;
}

/** `isRunning` as SQL for a row of `files`. It is also the condition of the index `files_open`. */
export function isRunningSql(file: string): string {
  return `${file}.status in ${statusesSql(runningStatuses)}`;
}

/**
 * Whether `statusAt` and the stored state differ, as SQL. `statement_timestamp()` allows the planner to use an index on
 * `expires_at`. `clock_timestamp()` is the time of `ctx.now()`.
 */
export function isOverdueSql(
  file: string,
  clock: "clock_timestamp()" | "statement_timestamp()" = "clock_timestamp()",
): string {
  return `${isRunningSql(file)} and ${file}.expires_at <= ${clock}`;
}

/** `statusAt` as SQL, so that filters and sort orders match the displayed state. */
export function statusNowSql(file: string): string {
  return `case when ${isOverdueSql(file)} then 'expired' else ${file}.status end`;
}

/** As SQL: `open` for a draft and until a document is complete or has ended, then `signed` or `ended`. */
export function groupNowSql(file: string): string {
  const open = statusesSql(["draft", ...unfinishedStatuses]);
  return `case when (${statusNowSql(file)}) in ${open} then 'open' when ${file}.status = 'signed' then 'signed' else 'ended' end`;
}

/** The file with its state at `now`. */
export function fileAt<Timed extends TimedFile>(file: Timed, now: Date): Timed {
  return { ...file, status: statusAt(file, now) };
}

/** Open: signers may still sign or decline. */
export function isOpen(file: TimedFile, now: Date): boolean {
  return isRunning(statusAt(file, now));
}

export function isPastExpiry(file: TimedFile, now: Date): boolean {
  return statusAt(file, now) === "expired";
}

/** The states of a person who has signed, approved or read. */
export const doneStatuses: readonly SignRequestStatus[] = ["signed", "approved", "viewed"];

/**
 * The state after a signer was withdrawn. `remaining` are the states of all other people the document waits or waited
 * for.
 */
export function statusAfterWithdrawal(from: FileStatus, remaining: readonly SignRequestStatus[]): FileStatus {
  if (from === "draft") return "draft";
  if (remaining.length === 0) return "draft";
  return remaining.every((status) => doneStatuses.includes(status)) ? "signing_in_progress" : from;
}
