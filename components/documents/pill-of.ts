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
