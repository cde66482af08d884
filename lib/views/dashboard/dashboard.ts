import { sql, type SQL } from "drizzle-orm";
import type { FileStatus, SignRequestRole, SignRequestStatus } from "@/db/schema/files";
import { accountActor, mayRequest } from "@/lib/accounts/actor";
import { signerName } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { invalid } from "@/lib/platform/errors";
import { mayLearnLinks, revealLink } from "@/lib/requests/signers/signer-language";
import { signerStatusIn } from "@/lib/requests/state/status";
import type { DashboardOrder, DashboardTab } from "@/lib/views/dashboard-choices";
import { printCursor, readCursor } from "@/lib/views/list/list-cursor";
import { isSearch, searchDocuments } from "@/lib/views/list/search-documents";
import {
  asParameter,
  listValues,
  listViewer,
  pageSql,
  type Cursor,
  type DocumentList,
  type ListViewer,
  type Sorting,
} from "@/lib/views/list/select-documents";
import { chosenSql } from "@/lib/views/read-records";
import type { Dashboard, DashboardParameters, DashboardRow } from "@/lib/views/schema";
import { knownZone, madeBetween, readDashboardQuery, type DashboardQuery } from "./dashboard-query";
import { countSql, daysSql, isReadByDay, rowsSql } from "./select-dashboard";

const pageLength = 20;

/** Times are as Postgres prints them in JSON. */
interface StoredRow {
  id: number;
  uuid: string;
  name: string;
  tab: string;
  status: FileStatus;
  createdAt: string;
  updatedAt: string;
  deadline: string | null;
  isDueSoon: boolean;
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

interface Found extends StoredRow {
  linkSealed: Buffer | null;
}

/**
 * The documents page: the count of each tab and one page of a tab, filtered and ordered by the URL. Lists the same
 * documents as `listFiles`, with fewer columns. Pages are keyed by document, so that new documents do not shift pages.
 * A cursor that is not of this order is ignored. Throws `unauthenticated`.
 */
export async function showDashboard(ctx: Ctx, actor: Actor, query: DashboardQuery): Promise<Dashboard> {
  const { account } = accountActor(actor);
  const list = documentsOf(listViewer(account), query);
  const [
    {
      rows: [counts],
    },
    { found, hasMore, hasPrevious },
  ] = await Promise.all([
    ctx.db.execute<Record<DashboardTab, number>>(countSql(list.viewer)),
    readPage(ctx, list, cursorsOf(ctx, query)),
  ]);
  if (!counts) throw new Error("the documents were not counted");
  const cursorOf = (row: Found | undefined) => (row ? printCursor(ctx, scopeOf(query), list.sorting.by, row) : null);
  return {
    counts,
    data: found.map((row) => toRow(ctx, actor, account.id, row)),
    next: hasMore ? cursorOf(found.at(-1)) : null,
    previous: hasPrevious ? cursorOf(found[0]) : null,
    mayRequest: mayRequest(account.role),
  };
}

/**
 * Like `showDashboard`, for an API client, whose mistakes are rejected instead of ignored. Throws `validation_failed`
 * for a cursor of another order.
 */
export async function showDashboardByQuery(
  ctx: Ctx,
  actor: Actor,
  parameters: DashboardParameters,
): Promise<Dashboard> {
  const query = readDashboardQuery(parameters);
  const cursors = cursorsOf(ctx, query);
  for (const name of ["before", "after"] as const) {
    if (parameters[name] && !cursors[name])
      throw invalid(`/query/${name}`, "format", "Give one cursor, of a page in the same order");
  }
  if (parameters.zone && parameters.zone !== "UTC" && knownZone(parameters.zone) === "UTC")
    throw invalid("/query/zone", "format", "Not a time zone of the IANA database");
  return showDashboard(ctx, actor, query);
}

const sortings: Record<DashboardOrder, Sorting> = {
  newest: { by: "created_at", direction: "desc" },
  oldest: { by: "created_at", direction: "asc" },
  name: { by: "name", direction: "asc" },
  deadline: { by: "deadline", direction: "asc" },
};

function documentsOf(viewer: ListViewer, { tab, filters, order }: DashboardQuery): DocumentList {
  const { q, signer, by, due, bulkSend, state } = filters;
  const { since, until } = madeBetween(filters);
  return {
    viewer,
    sorting: sortings[order],
    filters: {
      ...{ q, signer, by, due, bulkSend },
      tab: tab === "all" ? undefined : tab,
      // Deleting a signed document hides it from its requester only.
      statuses: state === "" ? undefined : state === "signed" ? ["signed", "deleted"] : [state],
      from: since?.toISOString(),
      until: until?.toISOString(),
    },
  };
}

/** A cursor is valid in the same order, with any filters. */
function scopeOf({ order }: DashboardQuery): unknown[] {
  return ["dashboard", order];
}

interface Cursors {
  before: Cursor | null;
  after: Cursor | null;
}

/** Of two, `before` counts. */
function cursorsOf(ctx: Ctx, query: DashboardQuery): Cursors {
  const before = readCursor(ctx, scopeOf(query), query.before);
  return { before, after: before ? null : readCursor(ctx, scopeOf(query), query.after) };
}

interface FoundPage {
  found: Found[];
  hasMore: boolean;
  hasPrevious: boolean;
}

async function readPage(ctx: Ctx, list: DocumentList, { before, after }: Cursors): Promise<FoundPage> {
  const { by, direction } = list.sorting;
  if (after) {
    const back: Sorting = { by, direction: direction === "asc" ? "desc" : "asc" };
    const ahead = await readRows(ctx, { ...list, sorting: back }, after);
    if (ahead.length > pageLength)
      return { found: ahead.slice(0, pageLength).reverse(), hasMore: true, hasPrevious: true };
  }
  const behind = before ? await readRows(ctx, list, before) : [];
  // The first page, also for a cursor beyond the last document.
  const rows = behind.length > 0 ? behind : await readRows(ctx, list, null);
  return { found: rows.slice(0, pageLength), hasMore: rows.length > pageLength, hasPrevious: behind.length > 0 };
}

/** One more than a page shows whether there are more. */
async function readRows(ctx: Ctx, list: DocumentList, after: Cursor | null, limit = pageLength + 1): Promise<Found[]> {
  if (isSearch(list)) {
    // The signers of each result are compared, which takes long for a signer of very many documents. Tabs may have few.
    // Decision 49 has the cost of a search that finds very many documents of a tab.
    const walk = list.filters.signer && list.sorting.by === "created_at" ? "whole" : null;
    const { ids } = await searchDocuments(ctx, list, { limit, after, walk, isCounted: false });
    return readColumns(ctx, list, chosenSql(sql`${sql.param(ids)}`));
  }
  if (isReadByDay(list)) return readByDay(ctx, list, after, limit);
  const slice = { isAfterCursor: after !== null, depth: limit };
  return readColumns(ctx, list, pageSql(list, slice, asParameter(listValues(list, { limit, after }))));
}

async function readByDay(ctx: Ctx, list: DocumentList, after: Cursor | null, all: number): Promise<Found[]> {
  const found: Found[] = [];
  // The tallies include documents that have just expired, so some days may be empty.
  for (let past: string | null = null; found.length < all;) {
    const limit = all - found.length;
    const { rows } = await ctx.db.execute<{ day: string }>(daysSql(list, { after, limit, past }));
    const days: string[] = rows.map(({ day }) => day);
    if (days.length === 0) break;
    const slice = { isAfterCursor: after !== null, days: "each" as const, depth: limit };
    const page = pageSql(list, slice, asParameter(listValues(list, { limit, after, days })));
    found.push(...(await readColumns(ctx, list, page)));
    past = days.at(-1) ?? null;
  }
  return found;
}

async function readColumns(ctx: Ctx, { viewer }: DocumentList, page: SQL): Promise<Found[]> {
  const { rows } = await ctx.db.execute<{ row: StoredRow; link_sealed: Buffer | null }>(rowsSql(viewer, page));
  return rows.map(({ row, link_sealed }) => ({ ...row, linkSealed: link_sealed }));
}

function toRow(ctx: Ctx, actor: Actor, accountId: number, row: Found): DashboardRow {
  const isMine = row.requesterId === accountId;
  const deadline = row.deadline === null ? null : new Date(row.deadline).toISOString();
  return {
    fileId: row.id,
    uuid: row.uuid,
    name: row.name,
    status: row.status === "deleted" ? "signed" : row.status,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    deadline,
    isDueSoon: row.isDueSoon,
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
    signLink: row.tab === "to_sign" && row.linkSealed && mayLearnLinks(actor) ? revealLink(ctx, row.linkSealed) : null,
  };
}
