import type { Method } from "@/components/api/call";
import { endOf, isAwaited, type Ending } from "@/components/documents/document-states";
import { isRunning } from "@/lib/records/events/status";
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
  const isWaiting = isMine && isRunning(status);
  const open = signers.filter(isAwaited);
  return {
    mayEdit: isMine && status === "draft",
    mayDownload: status === "signed",
    mayRemind: isWaiting && signers.some((signer) => signer.status === "pending"),
    linksFor: isWaiting ? open.slice(0, linksAtMost) : [],
    end: isMine ? endOf(status) : null,
  };
}

/** Actions on several documents at once, besides downloading. */
export type BulkAction = "remind" | "withdraw" | "draft";
export const bulkActions: readonly BulkAction[] = ["remind", "withdraw", "draft"];

/** The documents that an action applies to. */
export function rowsFor(action: BulkAction, rows: readonly DashboardRow[]): DashboardRow[] {
  return rows.filter((row) => {
    const { mayRemind, end } = rowActions(row);
    return action === "remind" ? mayRemind : end === action;
  });
}

interface Call {
  method: Method;
  path: string;
  json?: unknown;
}

/** The request that does it to one document. */
export function callFor(action: BulkAction, { uuid, fileId }: Pick<DashboardRow, "uuid" | "fileId">): Call {
  switch (action) {
    case "remind":
      return { method: "POST", path: "/notify/signers", json: { fileId } };
    case "withdraw":
      return { method: "DELETE", path: `/sign/file_id/${fileId}` };
    case "draft":
      return { method: "DELETE", path: `/file/${uuid}` };
  }
}

export function archiveHref(rows: readonly Pick<DashboardRow, "uuid">[]): string {
  return `/api/v1/file/archive?${rows.map(({ uuid }) => `uuid=${uuid}`).join("&")}`;
}
