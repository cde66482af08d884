import type { FileStatus, SignRequest, SignRequestStatus } from "@/db/schema/files";

/** Transitions of one signer's request (docs/spec/api.md#states). */
export type SignRequestAction = "notify" | "wait" | "sign" | "decline" | "cancel" | "expire";

const transitions: Record<SignRequestAction, { from: readonly SignRequestStatus[]; to: SignRequestStatus }> = {
  notify: { from: ["draft", "waiting", "pending", "expired"], to: "pending" },
  wait: { from: ["draft", "pending", "waiting", "expired"], to: "waiting" },
  sign: { from: ["pending"], to: "signed" },
  decline: { from: ["pending"], to: "declined" },
  cancel: { from: ["draft", "pending", "waiting"], to: "cancelled" },
  expire: { from: ["pending", "waiting"], to: "expired" },
};

/** The state after `action`, or null when the action is not allowed in `from`. */
export function nextSignRequestStatus(action: SignRequestAction, from: SignRequestStatus): SignRequestStatus | null {
  const rule = transitions[action];
  return rule.from.includes(from) ? rule.to : null;
}

/** The signer's state given the file's state from `statusAt`, for the time before the expiry job has written either. */
export function signerStatusIn(file: FileStatus, signer: SignRequestStatus): SignRequestStatus {
  return (file === "expired" ? nextSignRequestStatus("expire", signer) : null) ?? signer;
}

/** The states that allow `action`, for the condition of an UPDATE. */
export function statesBefore(action: SignRequestAction): SignRequestStatus[] {
  return [...transitions[action].from];
}

/** True for states in which a signer can no longer sign. */
export function isFinished(signer: Pick<SignRequest, "status">): boolean {
  return ["signed", "declined", "cancelled"].includes(signer.status);
}
