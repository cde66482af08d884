import type { Status } from "@/components/ui/pill";
import { isAsked } from "@/lib/records/events/status";
import type { DashboardRow, FileWire, Progress, SignerWire } from "@/lib/views/schema";

/** The pill for a document's state; `isMyTurn` if the viewer has to sign. */
export function pillOf(status: DashboardRow["status"], isMyTurn: boolean): Status {
  switch (status) {
    case "draft":
      return "draft";
    case "able_to_sign":
    case "partially_signed":
      return isMyTurn ? "your_turn" : "waiting";
    case "signing_in_progress":
      return "finishing";
    case "signed":
    case "deleted":
      return "completed";
    case "declined":
      return "declined";
    case "cancelled":
      return "cancelled";
    case "expired":
      return "expired";
  }
}

/** The pill for one signer's state. */
export function signerPillOf(
  status: SignerWire["status"],
  { opened = false, sent = false }: { opened?: boolean; sent?: boolean } = {},
): Status {
  switch (status) {
    case "draft":
      return "draft";
    case "pending":
      return opened ? "opened" : sent ? "sent" : "waiting";
    case "waiting":
      return "waiting";
    case "signed":
    case "approved":
    case "viewed":
    case "copied":
      return status;
    case "declined":
      return "declined";
    case "cancelled":
      return "cancelled";
    case "expired":
      return "expired";
  }
}

type Person = Pick<SignerWire, "role" | "status">;

const done: readonly SignerWire["status"][] = ["signed", "approved", "viewed"];

function isDone({ status }: Pick<Person, "status">): boolean {
  return done.includes(status);
}

/** Whether the document waits for this person now or later. */
export function isAwaited(person: Person): boolean {
  return isAsked(person) && (person.status === "pending" || person.status === "waiting");
}

/** Withdraws a running document, or deletes any other. */
export type Ending = "withdraw" | "draft" | "signed" | "ended";

/** How its requester can end a document in this state; null while it is being sealed. */
export function endOf(status: DashboardRow["status"]): Ending | null {
  switch (status) {
    case "draft":
      return "draft";
    case "able_to_sign":
    case "partially_signed":
      return "withdraw";
    case "signed":
      return "signed";
    case "declined":
    case "cancelled":
    case "expired":
      return "ended";
    default:
      return null;
  }
}

/** A document with its progress, for its page. */
export interface DocumentFacts {
  file: FileWire;
  progress: Progress;
  isRequester: boolean;
}

export interface SignerFacts {
  /** Counted from 1. */
  number: number;
  signer: SignerWire;
  progress: Progress["signers"][number] | null;
}

export function signerFacts({ file, progress }: Pick<DocumentFacts, "file" | "progress">): SignerFacts[] {
  return file.signers.map((signer, index) => ({
    number: index + 1,
    signer,
    progress: progress.signers.find(({ signRequestId }) => signRequestId === signer.signRequestId) ?? null,
  }));
}

/** How many of the signers and approvers are done, and the message of that count: approvers do not sign. */
export function doneCount({ file }: Pick<DocumentFacts, "file">): {
  done: number;
  total: number;
  text: "signedOf" | "doneOf";
} {
  const acting = file.signers.filter(isAsked);
  const isSigning = acting.every(({ role }) => role === "signer");
  return { done: acting.filter(isDone).length, total: acting.length, text: isSigning ? "signedOf" : "doneOf" };
}

/** The state of a document after one of its signers is withdrawn (docs/spec/api.md#states). */
export function afterWithdrawal(
  { file }: Pick<DocumentFacts, "file">,
  signRequestId: number,
): "draft" | "finished" | "goes_on" {
  const others = file.signers.filter((signer) => signer.signRequestId !== signRequestId);
  if (others.length === 0) return "draft";
  return others.filter(isAsked).every(isDone) ? "finished" : "goes_on";
}
