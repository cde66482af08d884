import { endOf, type Ending } from "@/components/documents/end-of";
import { isAwaited } from "@/components/documents/person-role";
import type { DashboardRow, DashboardSigner } from "@/lib/views/schema";

export interface RowActions {
  mayEdit: boolean;
  mayDownload: boolean;
  mayRemind: boolean;
  /** Signers whose link the requester may pass on. Only the first of many; the document's page has all. */
  linksFor: readonly DashboardSigner[];
  /** How the requester can end the document now. */
  end: Ending | null;
}

const linksAtMost = 4;

/** The viewer's actions on a document of the list, by state. */
export function rowActions({
  status,
  isMine,
  signers,
}: Pick<DashboardRow, "status" | "isMine" | "signers">): RowActions {
  const isRunning = isMine && (status === "able_to_sign" || status === "partially_signed");
  const open = signers.filter(isAwaited);
  return {
    mayEdit: isMine && status === "draft",
    mayDownload: status === "signed",
    mayRemind: isRunning && signers.some((signer) => signer.status === "pending"),
    linksFor: isRunning ? open.slice(0, linksAtMost) : [],
    end: isMine ? endOf(status) : null,
  };
}
