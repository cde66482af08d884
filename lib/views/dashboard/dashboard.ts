import type { SQL } from "drizzle-orm";
import type { FileStatus, SignRequestRole, SignRequestStatus } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import { signerName } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { signerStatusIn } from "@/lib/requests/status";
import { listViewer, printPlace, type ListViewer } from "@/lib/views/list/list-cursor";
import type { Dashboard, DashboardParameters, DashboardRow } from "@/lib/views/schema";
import type { DashboardTab } from "./dashboard-choices";
import { knownZone, readDashboardQuery, type DashboardQuery } from "./dashboard-query";
import { countSql, daysSql, isReadByDay, rowsSql, type DashboardSlice } from "./select-dashboard";

const pageLength = 20;

interface StoredRow {
  id: number;
  uuid: string;
  name: string;
  tab: string;
  status: FileStatus;
  /** The sort order of the list. */
  key: string;
  createdAt: string;
  updatedAt: string;
  deadline: string | null;
  isDueSoon: boolean | null;
  requesterId: number;
  requesterName: string;
  filesCount: number | null;
  ownId: number | null;
  signers: {
    id: number;
    email: string;
    givenName: string | null;
    accountName: string | null;
    role: SignRequestRole;
    status: SignRequestStatus;
  }[];
}

interface Found {
  row: StoredRow;
  linkSealed: Buffer | null;
}

/**
 * The documents page: the count of each tab and one page of a tab, filtered and ordered by the URL. Lists the same documents as
 * `listFiles`, with fewer columns. Pages are keyed by document, so that new documents do not shift pages. Throws `unauthenticated`.
 */
export async function showDashboard(ctx: Ctx, actor: Actor, query: DashboardQuery): Promise<Dashboard> {
  const { account } = accountActor(actor);
  const viewer = listViewer(account);
  const [
    {
      rows: [counts],
    },
    { found, hasMore, hasPrevious },
  ] = await Promise.all([ctx.db.execute<Record<DashboardTab, number>>(countSql(viewer)), readPage(ctx, viewer, query)]);
  if (!counts) throw new Error("the documents were not counted");
  return {
    counts,
    data: found.map((one) => toRow(ctx, actor, account.id, one)),
    next: hasMore ? cursorOf(found.at(-1)) : null,
    previous: hasPrevious ? cursorOf(found[0]) : null,
    mayRequest: account.role !== "signer",
  };
}

/** The same for an API client, whose mistakes are rejected instead of ignored. Throws `validation_failed` for a cursor of another order. */
export async function showDashboardByQuery(
  ctx: Ctx,
  actor: Actor,
  parameters: DashboardParameters,
): Promise<Dashboard> {
  const query = readDashboardQuery(parameters);
  for (const name of ["before", "after"] as const) {
    if (parameters[name] && !query[name])
      throw invalid(`/query/${name}`, "format", "Give one cursor, of a page in the same order");
  }
  if (parameters.zone && parameters.zone !== "UTC" && knownZone(parameters.zone) === "UTC")
    throw invalid("/query/zone", "format", "Not a time zone of the IANA database");
  return showDashboard(ctx, actor, query);
}

interface FoundPage {
  found: Found[];
  hasMore: boolean;
  hasPrevious: boolean;
}

async function readPage(ctx: Ctx, viewer: ListViewer, { before, after, ...query }: DashboardQuery): Promise<FoundPage> {
  const read = (slice: Pick<DashboardSlice, "from" | "direction">) =>
    readRows(ctx, viewer, { ...query, limit: pageLength + 1, ...slice });
  if (after) {
    const ahead = await read({ from: after, direction: "back" });
    if (ahead.length > pageLength)
      return { found: ahead.slice(0, pageLength).reverse(), hasMore: true, hasPrevious: true };
  }
  const behind = before ? await read({ from: before, direction: "forward" }) : [];
  if (behind.length > 0)
    return { found: behind.slice(0, pageLength), hasMore: behind.length > pageLength, hasPrevious: true };
  // The first page, also for a cursor beyond the last document.
  const first = await read({ from: null, direction: "forward" });
  return { found: first.slice(0, pageLength), hasMore: first.length > pageLength, hasPrevious: false };
}

async function readRows(ctx: Ctx, viewer: ListViewer, slice: DashboardSlice): Promise<Found[]> {
  if (!isReadByDay(slice)) return readSlice(ctx, viewer, slice);
  const found: Found[] = [];
  // The tallies include documents that have just expired, so some days may be empty.
  for (let past: string | null = null; found.length < slice.limit;) {
    const days: string[] = await readDays(ctx, daysSql(viewer, slice, past));
    if (days.length === 0) break;
    found.push(...(await readSlice(ctx, viewer, { ...slice, limit: slice.limit - found.length }, days)));
    past = days.at(-1) ?? null;
  }
  return found;
}

async function readDays(ctx: Ctx, query: SQL): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ day: string }>(query);
  return rows.map(({ day }) => day);
}

async function readSlice(
  ctx: Ctx,
  viewer: ListViewer,
  slice: DashboardSlice,
  days: readonly string[] | null = null,
): Promise<Found[]> {
  const { rows } = await ctx.db.execute<{ row: StoredRow; link_sealed: Buffer | null }>(rowsSql(viewer, slice, days));
  return rows.map(({ row, link_sealed }) => ({ row, linkSealed: link_sealed }));
}

/** A token without scope `sign` gets no sign link. */
function maySign(actor: Actor): boolean {
  return actor.kind !== "account" || actor.scopes.includes("sign");
}

function cursorOf(found: Found | undefined): string | null {
  return found ? printPlace({ value: found.row.key, id: found.row.id }) : null;
}

function toRow(ctx: Ctx, actor: Actor, accountId: number, { row, linkSealed }: Found): DashboardRow {
  const isMine = row.requesterId === accountId;
  const deadline = row.status === "expired" || row.deadline === null ? null : new Date(row.deadline).toISOString();
  return {
    fileId: row.id,
    uuid: row.uuid,
    name: row.name,
    // Deleting a signed document hides it from its requester only.
    status: row.status === "deleted" ? "signed" : row.status,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    deadline,
    isDueSoon: deadline !== null && row.isDueSoon === true,
    isMine,
    requesterName: row.requesterName,
    ...(row.filesCount === null ? {} : { filesCount: row.filesCount }),
    signers: row.signers.map((signer) => ({
      signRequestId: signer.id,
      name: signerName(signer),
      role: signer.role,
      status: signerStatusIn(row.status, signer),
      me: signer.id === row.ownId,
    })),
    signLink: row.tab === "to_sign" && linkSealed && maySign(actor) ? revealLink(ctx, linkSealed) : null,
  };
}
