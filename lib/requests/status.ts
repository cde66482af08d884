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

/** The state after `action`, or null when the action is not possible in `from`. */
export function nextSignRequestStatus(action: SignRequestAction, from: SignRequestStatus): SignRequestStatus | null {
  const rule = transitions[action];
  return rule.from.includes(from) ? rule.to : null;
}

/** The signer's state that holds with this state of the file, which `statusAt` says: the clock's job may not have written either yet. */
export function signerStatusIn(file: FileStatus, signer: SignRequestStatus): SignRequestStatus {
  return (file === "expired" ? nextSignRequestStatus("expire", signer) : null) ?? signer;
}

/** The states that `action` may start from, for the condition of an UPDATE. */
export function statesBefore(action: SignRequestAction): SignRequestStatus[] {
  return [...transitions[action].from];
}

/** A signer in one of these states will not sign any more. */
export function isFinished(signer: Pick<SignRequest, "status">): boolean {
  return ["signed", "declined", "cancelled"].includes(signer.status);
}
