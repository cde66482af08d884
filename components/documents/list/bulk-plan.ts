import type { Method } from "@/components/api/call";
import type { DashboardRow } from "@/lib/views/schema";
import { rowActions } from "./row-actions";

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
