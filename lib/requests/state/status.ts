import {
  statusesOfRole,
  type FileStatus,
  type SignRequest,
  type SignRequestRole,
  type SignRequestStatus,
} from "@/db/schema/files";
import { doneStatuses } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { isAsked } from "@/lib/records/events/status";

/** Transitions of one person's request (docs/spec/api.md#states). */
export type SignRequestAction =
  | "notify"
  | "wait"
  | "sign"
  | "approve"
  | "view"
  | "copy"
  | "decline"
  | "cancel"
  | "expire";

interface Transition {
  roles: readonly SignRequestRole[];
  from: readonly SignRequestStatus[];
  to: SignRequestStatus;
}

const acting = ["signer", "approver", "viewer"] as const;

const transitions: Record<SignRequestAction, Transition> = {
  notify: { roles: acting, from: ["draft", "waiting", "pending", "expired"], to: "pending" },
  wait: { roles: [...acting, "cc"], from: ["draft", "pending", "waiting", "expired"], to: "waiting" },
  sign: { roles: ["signer"], from: ["pending"], to: "signed" },
  approve: { roles: ["approver"], from: ["pending"], to: "approved" },
  view: { roles: ["viewer"], from: ["pending"], to: "viewed" },
  copy: { roles: ["cc"], from: ["draft", "waiting", "copied"], to: "copied" },
  decline: { roles: ["signer", "approver"], from: ["pending"], to: "declined" },
  cancel: { roles: [...acting, "cc"], from: ["draft", "pending", "waiting"], to: "cancelled" },
  expire: { roles: [...acting, "cc"], from: ["pending", "waiting"], to: "expired" },
};

type Stated = Pick<SignRequest, "role" | "status">;

/** The state after `action`, or null when the action is not allowed to this role in this state. */
export function nextSignRequestStatus(action: SignRequestAction, { role, status }: Stated): SignRequestStatus | null {
  const { roles, from, to } = transitions[action];
  return roles.includes(role) && from.includes(status) && canBe(role, status) ? to : null;
}

/** Whether a person of this role can be in this state. */
export function canBe(role: SignRequestRole, status: SignRequestStatus): boolean {
  return (statusesOfRole[role] as readonly SignRequestStatus[]).includes(status);
}

/** The person's state given the file's state from `statusAt`, for the time before the expiry job has written either. */
export function signerStatusIn(file: FileStatus, signer: Stated): SignRequestStatus {
  return (file === "expired" ? nextSignRequestStatus("expire", signer) : null) ?? signer.status;
}

/** The states that allow `action`, for the condition of an UPDATE. */
export function statesBefore(action: SignRequestAction): SignRequestStatus[] {
  return [...transitions[action].from];
}

/** Whether people of this role decide something: they can be asked for files, and may delegate. */
export function decides(role: SignRequestRole): boolean {
  return role === "signer" || role === "approver";
}

/** Whether this person has signed, approved or read the document. */
export function isDone({ status }: Pick<SignRequest, "status">): boolean {
  return doneStatuses.includes(status);
}

/**
 * Whether somebody else can take this person's place: they have not acted. A CC never does, and one who got a copy may
 * have a wrong address.
 */
export function isReplaceable({ status }: Pick<SignRequest, "status">): boolean {
  return status === "pending" || status === "waiting" || status === "copied";
}

/** Whether the document no longer waits for this person, or never did. */
export function isFinished(person: Stated): boolean {
  return !isAsked(person) || isDone(person) || person.status === "declined" || person.status === "cancelled";
}

const askedFor: Record<SignRequestRole, string> = {
  signer: "This person is asked for a signature.",
  approver: "This person is asked for an approval.",
  viewer: "This person is asked to read the document.",
  cc: "This person only gets copies.",
};

/** The refusal of an action before the signer's turn, while earlier steps are not done. */
export function notYourTurn(): DomainError {
  return new DomainError("not_your_turn", {
    detail: "It is not your turn to sign yet. We will e-mail you when it is.",
  });
}

/** The refusal of an action that this role does not have. */
export function wrongRole(role: SignRequestRole): DomainError {
  return new DomainError("wrong_role", { detail: askedFor[role] });
}
