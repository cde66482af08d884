import type { Status } from "@/components/ui/pill";
import type { DashboardRow, FileWire, SignerWire } from "@/lib/views/schema";

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

const statusesOfWire = [
  "draft",
  "able_to_sign",
  "partially_signed",
  "signed",
  "deleted",
  "signing_in_progress",
  "declined",
  "cancelled",
  "expired",
] as const;

/** The state for the integer on the wire (docs/spec/api.md#states). */
export function statusOfWire(status: FileWire["status"]): DashboardRow["status"] {
  return statusesOfWire[status] ?? "draft";
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

/** Whether the document waits for people of this role. A CC only gets copies. */
export function acts({ role }: Pick<Person, "role">): boolean {
  return role !== "cc";
}

/** Whether this person has signed, approved or read the document. */
export function hasActed({ status }: Pick<Person, "status">): boolean {
  return done.includes(status);
}

/** Whether the document waits for this person now or later. */
export function isAwaited(person: Person): boolean {
  return acts(person) && (person.status === "pending" || person.status === "waiting");
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
