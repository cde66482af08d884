import type { DashboardRow, DashboardSigner } from "@/lib/file-views/schema";
import type { Ending } from "./end-dialog";

export interface RowActNames {
  mayEdit: boolean;
  mayDownload: boolean;
  mayRemind: boolean;
  /** Signers whose link the requester may pass on; of many the first, the document's page has all. */
  linksFor: readonly DashboardSigner[];
  /** How the requester can end it now. */
  end: Ending | null;
}

const linksAtMost = 4;

/** What the viewer can do with a document of the list, by its state. */
export function rowActs({ status, isMine, signers }: Pick<DashboardRow, "status" | "isMine" | "signers">): RowActNames {
  const isRunning = isMine && (status === "able_to_sign" || status === "partially_signed");
  const open = signers.filter((signer) => signer.status === "pending" || signer.status === "waiting");
  return {
    mayEdit: isMine && status === "draft",
    mayDownload: status === "signed",
    mayRemind: isRunning && signers.some((signer) => signer.status === "pending"),
    linksFor: isRunning ? open.slice(0, linksAtMost) : [],
    end: isMine ? endOf(status) : null,
  };
}

function endOf(status: DashboardRow["status"]): Ending | null {
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
