import type { SignRequest, SignRequestStatus } from "@/db/schema/files";

/** What happens to one signer's request (docs/spec/api.md#states). */
export type SignRequestAct = "tell" | "wait" | "sign" | "decline" | "cancel" | "expire";

const transitions: Record<SignRequestAct, { from: readonly SignRequestStatus[]; to: SignRequestStatus }> = {
  tell: { from: ["draft", "waiting", "pending", "expired"], to: "pending" },
  wait: { from: ["draft", "pending", "waiting", "expired"], to: "waiting" },
  sign: { from: ["pending"], to: "signed" },
  decline: { from: ["pending"], to: "declined" },
  cancel: { from: ["draft", "pending", "waiting"], to: "cancelled" },
  expire: { from: ["pending", "waiting"], to: "expired" },
};

/** The state after `act`, or null when the act is not possible in `from`. */
export function nextSignRequestStatus(act: SignRequestAct, from: SignRequestStatus): SignRequestStatus | null {
  const rule = transitions[act];
  return rule.from.includes(from) ? rule.to : null;
}

/** The states that `act` may start from, for the condition of an UPDATE. */
export function statesBefore(act: SignRequestAct): SignRequestStatus[] {
  return [...transitions[act].from];
}

/** A signer in one of these states will not sign any more. */
export function isFinished(signer: Pick<SignRequest, "status">): boolean {
  return ["signed", "declined", "cancelled"].includes(signer.status);
}
