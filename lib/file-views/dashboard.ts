import type { FileStatus, SignRequestStatus } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { revealLink } from "@/lib/sign-requests/link";
import { nextSignRequestStatus } from "@/lib/sign-requests/status";
import { printCursor, type DashboardQuery } from "./dashboard-query";
import { signerName } from "./record";
import type { Dashboard, DashboardRow, DashboardTab } from "./schema";
import { countSql, dashboardViewer, rowsSql, type DashboardSlice, type DashboardViewer } from "./select-dashboard";

const pageLength = 20;

interface StoredRow {
  id: number;
  uuid: string;
  name: string;
  tab: string;
  status: FileStatus;
  createdAt: string;
  updatedAt: string;
  requesterId: number;
  requesterName: string;
  ownId: number | null;
  signers: { id: number; email: string; givenName: string | null; accountName: string | null; status: SignRequestStatus }[];
}

interface Found {
  row: StoredRow;
  linkSealed: Buffer | null;
}

/**
 * What the documents page shows: how many documents each tab holds and one page of a tab, newest first. The same documents as
 * `listFiles`, read leaner. Pages are keyed by document, so that a new one moves nothing between pages. Throws `unauthenticated`.
 */
export async function showDashboard(ctx: Ctx, actor: Actor, query: DashboardQuery): Promise<Dashboard> {
  const { account } = accountActor(actor);
  const viewer = dashboardViewer(account);
  const { rows: [counts] } = await ctx.db.execute<Record<DashboardTab, number>>(countSql(viewer));
  if (!counts) throw new Error("the documents were not counted");
  const { found, hasOlder, hasNewer } = await readPage(ctx, viewer, query);
  return {
    counts,
    rows: found.map((one) => toRow(ctx, account.id, one)),
    older: hasOlder ? cursorOf(found.at(-1)) : null,
    newer: hasNewer ? cursorOf(found[0]) : null,
    mayRequest: account.role !== "signer",
  };
}

interface FoundPage {
  found: Found[];
  hasOlder: boolean;
  hasNewer: boolean;
}

async function readPage(ctx: Ctx, viewer: DashboardViewer, query: DashboardQuery): Promise<FoundPage> {
  const read = (slice: Pick<DashboardSlice, "from" | "direction">) => readRows(ctx, viewer, { tab: query.tab, q: query.q, limit: pageLength + 1, ...slice });
  if (query.after) {
    const newer = await read({ from: query.after, direction: "newer" });
    if (newer.length > pageLength) return { found: newer.slice(0, pageLength).reverse(), hasOlder: true, hasNewer: true };
  }
  const older = query.before ? await read({ from: query.before, direction: "older" }) : [];
  if (older.length > 0) return { found: older.slice(0, pageLength), hasOlder: older.length > pageLength, hasNewer: true };
  // The first page, also for a cursor that nothing lies beyond any more.
  const newest = await read({ from: null, direction: "older" });
  return { found: newest.slice(0, pageLength), hasOlder: newest.length > pageLength, hasNewer: false };
}

async function readRows(ctx: Ctx, viewer: DashboardViewer, slice: DashboardSlice): Promise<Found[]> {
  const { rows } = await ctx.db.execute<{ row: StoredRow; link_sealed: Buffer | null }>(rowsSql(viewer, slice));
  return rows.map(({ row, link_sealed }) => ({ row, linkSealed: link_sealed }));
}

function cursorOf(found: Found | undefined): string | null {
  return found ? printCursor({ createdAt: new Date(found.row.createdAt), id: found.row.id }) : null;
}

function toRow(ctx: Ctx, accountId: number, { row, linkSealed }: Found): DashboardRow {
  const isMine = row.requesterId === accountId;
  return {
    uuid: row.uuid,
    name: row.name,
    // A requester's deletion hides a signed document from them alone.
    status: row.status === "deleted" ? "signed" : row.status,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    isMine,
    requesterName: row.requesterName,
    signers: row.signers.map((signer) => ({
      name: signerName(signer),
      status: row.status === "expired" ? (nextSignRequestStatus("expire", signer.status) ?? signer.status) : signer.status,
      me: signer.id === row.ownId,
    })),
    signLink: row.tab === "to_sign" && linkSealed ? revealLink(ctx, linkSealed) : null,
  };
}
