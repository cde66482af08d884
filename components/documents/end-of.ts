import type { DashboardRow } from "@/lib/views/schema";

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
