import { sql } from "drizzle-orm";
import type { FileStatus } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { invalid } from "@/lib/platform/errors";
import { statusNumbers } from "@/lib/records/events/status";
import { byIds, readRecords, type RecordPage, type RecordSelection } from "@/lib/views/read-records";
import type { FileRecord } from "@/lib/views/record";
import { standardLength, type FileWire, type ListAnswer, type ListMark, type ListQuery } from "@/lib/views/schema";
import { ownLinkOf, readOwnLinks, viewerOf } from "@/lib/views/show";
import { viewOf } from "@/lib/views/viewer";
import { toFileWire } from "@/lib/views/wire";
import { printCursor, readCursor } from "./list-cursor";
import { countFound, isSearch, isSearchAlone, searchDocuments } from "./search-documents";
import {
  asParameter,
  asPlaceholder,
  isTallied,
  isWholeByTime,
  listValues,
  listViewer,
  ownName,
  pageSql,
  totalSql,
  usedFilters,
  viewerNames,
  type Cursor,
  type DocumentList,
  type Slice,
} from "./select-documents";

const noLinks = { current: null, next: null, prev: null, last: null, first: null };

/**
 * Files that the caller requested or was notified of, newest first by default; drafts only of their own. By page number
 * with total and links, or by cursor, whose cost does not grow with the list. Throws `validation_failed`.
 */
export async function listFiles(ctx: Ctx, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const acting = accountActor(actor);
  if (query.cursor === undefined) return listPage(ctx, acting, query);
  if (query.page !== undefined)
    throw invalid("/query/page", "ambiguous", "page and cursor are two ways through a list; give one of them");
  return listFromCursor(ctx, acting, query, query.cursor);
}

/** Like `listFiles`, with envelopes only. */
export async function listEnvelopes(ctx: Ctx, actor: Actor, query: Omit<ListQuery, "kind">): Promise<ListAnswer> {
  return listFiles(ctx, actor, { ...query, kind: "envelope" });
}

/**
 * `GET /file/list/mark`: a text that changes whenever the caller's list changes. Cheap enough to poll every few
 * seconds: the event log position for the caller's own documents, and the number of counted changes for others.
 * Throws `unauthenticated`.
 */
export async function showListMark(ctx: Ctx, actor: Actor): Promise<ListMark> {
  const { account } = accountActor(actor);
  const viewer = listViewer(account);
  const give = asParameter({ ...viewer });
  // The tallies of the address count all its requests.
  const names = isTallied(viewer) ? viewerNames(give) : sql`array[${ownName(give)}]`;
  const {
    rows: [found],
  } = await ctx.db.execute<{ position: string; changes: string; only: string | null }>(sql`select
    coalesce((select position from event_counters where account_id = ${account.id}::int), 0) as position,
    coalesce((select sum(changes) from list_tallies where viewer = any(${names})), 0) as changes,
    (select '.' || f.status || '.' || s.status from sign_requests s join files f on f.id = s.file_id where s.id = ${viewer.onlyRequest}::int) as only`);
  if (!found) throw new Error("the mark was not read");
  return { mark: `${found.position}.${found.changes}${found.only ?? ""}` };
}

/** Newest first; names and states from the first to the last. */
function documentsOf({ account }: AccountActor, query: ListQuery): DocumentList {
  const { status, q, kind, bulkSend, from, to, sortBy: by = "created_at" } = query;
  const numbers = [status ?? []].flat();
  const statuses = (Object.keys(statusNumbers) as FileStatus[]).filter((name) => numbers.includes(statusNumbers[name]));
  return {
    viewer: listViewer(account),
    filters: { q, kind, bulkSend, from, to, statuses: status === undefined ? undefined : statuses },
    sorting: { by, direction: query.sortDirection ?? (by === "created_at" ? "desc" : "asc") },
  };
}

async function listPage(ctx: Ctx, actor: AccountActor, query: ListQuery): Promise<ListAnswer> {
  const [page, length, list] = [query.page ?? 1, lengthOf(query), documentsOf(actor, query)];
  const { files, hasSigningKey, total } = await readPage(ctx, list, { length, offset: (page - 1) * length });
  const last = page * length < total ? files.at(-1) : undefined;
  return {
    data: await toWire(ctx, actor, files, hasSigningKey),
    pagination: {
      total,
      ...pageLinks(`${ctx.publicUrl}/api/v1/file/list`, query, { page, length, total }),
      nextCursor: last ? printCursor(ctx, scopeOf(list), list.sorting.by, last) : null,
    },
  };
}

/**
 * An unfiltered list by time is counted and paged by its tallies, a search by its index; any other list is counted and
 * scanned.
 */
async function readPage(
  ctx: Ctx,
  list: DocumentList,
  { length, offset }: { length: number; offset: number },
): Promise<RecordPage & { total: number }> {
  if (isSearch(list)) {
    const walk = offset === 0 && isSearchAlone(list) ? "filtered" : null;
    const found = await searchDocuments(ctx, list, { limit: length, offset, after: null, walk, isCounted: true });
    const [page, total] = await Promise.all([readByIds(ctx, list, found.ids), found.total ?? countFound(ctx, list)]);
    return { ...page, total };
  }
  if (offset === 0 || !isWholeByTime(list)) {
    const selection = selectList(list, { depth: offset === 0 ? frontLength : null }, true);
    const read = await readRecords(ctx, selection, listValues(list, { limit: length, offset }));
    return { ...read, total: read.total ?? 0 };
  }
  const { total, start } = await findPage(ctx, list, offset);
  if (start === null) return { ...(await readByIds(ctx, list, [])), total };
  const selection = selectList(list, { days: "from", depth: roundedUp(length + start.offset) });
  return { ...(await readRecords(ctx, selection, listValues(list, { limit: length, ...start }))), total };
}

async function listFromCursor(ctx: Ctx, actor: AccountActor, query: ListQuery, cursor: string): Promise<ListAnswer> {
  const [length, list] = [lengthOf(query), documentsOf(actor, query)];
  const scope = scopeOf(list);
  const after = readCursor(ctx, scope, cursor);
  if (cursor !== "" && !after)
    throw invalid(
      "/query/cursor",
      "cursor_invalid",
      "cursor was not issued by this list; repeat its sorting and filters with it",
    );
  // One more than requested shows whether there are more.
  const { files, hasSigningKey } = await readFrom(ctx, list, { limit: length + 1, after });
  const shown = files.slice(0, length);
  const last = files.length > length ? shown.at(-1) : undefined;
  return {
    data: await toWire(ctx, actor, shown, hasSigningKey),
    pagination: { ...noLinks, nextCursor: last ? printCursor(ctx, scope, list.sorting.by, last) : null },
  };
}

async function readFrom(
  ctx: Ctx,
  list: DocumentList,
  page: { limit: number; after: Cursor | null },
): Promise<RecordPage> {
  if (!isSearch(list)) {
    const selection = selectList(list, { isAfterCursor: page.after !== null, depth: frontLength });
    return readRecords(ctx, selection, listValues(list, page));
  }
  const { ids } = await searchDocuments(ctx, list, { ...page, walk: "filtered", isCounted: false });
  return readByIds(ctx, list, ids);
}

function readByIds(ctx: Ctx, { viewer: { accountId } }: DocumentList, ids: readonly number[]): Promise<RecordPage> {
  return readRecords(ctx, byIds, { ids, accountId });
}

/** More than any page holds, plus one to show whether there are more. */
const frontLength = 101;

/** Beyond the front of a list by time, depths are rounded up, because each is a separate statement. */
function roundedUp(files: number): number {
  return frontLength * 2 ** Math.ceil(Math.log2(Math.max(files / frontLength, 1)));
}

/** `isCounted`: with the length of the whole list. */
function selectList(list: DocumentList, slice: Slice, isCounted = false): RecordSelection {
  const { by, direction } = list.sorting;
  return {
    name: [
      "list",
      isTallied(list.viewer),
      ...Object.values(slice).map(String),
      by,
      direction,
      ...usedFilters(list),
      isCounted,
    ].join("-"),
    toSql: () => pageSql(list, slice, asPlaceholder),
    ...(isCounted && { totalSql: () => totalSql(list, asPlaceholder) }),
  };
}

/** A cursor is valid in the same order and with the same filters. */
function scopeOf(list: DocumentList): unknown[] {
  const { by, direction } = list.sorting;
  return [by, direction, ...usedFilters(list).map((name) => [name, list.filters[name]])];
}

/** The value under any of its names; throws `validation_failed` when two names conflict. */
function lengthOf({ length, limit, per_page: perPage }: ListQuery): number {
  const given = [length, limit, perPage].filter((one) => one !== undefined);
  if (new Set(given).size > 1)
    throw invalid(
      perPage === undefined ? "/query/limit" : "/query/per_page",
      "ambiguous",
      "limit and per_page are other names of length; give one of them",
    );
  return given[0] ?? standardLength;
}

async function toWire(
  ctx: Ctx,
  actor: AccountActor,
  files: readonly FileRecord[],
  hasSigningKey: boolean,
): Promise<FileWire[]> {
  const viewer = viewerOf(actor, hasSigningKey);
  const seen = files.flatMap((file) => {
    const view = viewOf(viewer, file);
    return view && view.role !== "stranger" ? [{ file, view }] : [];
  });
  const links = await readOwnLinks(
    ctx,
    actor,
    seen.map(({ view }) => view),
  );
  return seen.map(({ file, view }) => {
    const facts = { publicUrl: ctx.publicUrl, viewer, ownLink: ownLinkOf(view, links) };
    const { files: _files, ...wire } = toFileWire(file, view, facts);
    return wire;
  });
}

/**
 * Finds a page by the tallies of its days instead of scanning: a page in the middle of a million documents is as fast
 * as the first. `offset` counts documents in the list's order. `start`: the day on which the page starts, and how many
 * documents of it come before. Null beyond the end.
 */
async function findPage(ctx: Ctx, { viewer, sorting }: DocumentList, offset: number) {
  const {
    rows: [row],
  } = await ctx.db.execute<{ total: number; day: string | null; before: number }>(sql`
    with days as materialized (
      select day, sum(documents) as documents from list_tallies where viewer = any(${viewerNames(asParameter(viewer))}) group by day having sum(documents) > 0
    ), placed as (
      select day, documents, sum(documents) over (order by day ${sql.raw(sorting.direction)}) - documents as before from days
    )
    select coalesce((select sum(documents) from days), 0)::int as total, found.day::text, found.before::int from (values (1)) one
    left join lateral (select day, before from placed where before <= ${offset}::bigint and ${offset}::bigint < before + documents) found on true`);
  if (!row) throw new Error("the query returned no row");
  return { total: row.total, start: row.day === null ? null : { day: row.day, offset: offset - row.before } };
}

/**
 * The five links of a page. All are null when one page holds everything; `prev` and `first` on page 1, `next` and
 * `last` on the last page. Every link repeats the caller's filters.
 */
function pageLinks(
  url: string,
  query: ListQuery,
  { page, length, total }: { page: number; length: number; total: number },
): Record<keyof typeof noLinks, string | null> {
  const lastPage = Math.max(1, Math.ceil(total / length));
  if (lastPage === 1) return noLinks;
  const link = (to: number): string => `${url}?${withPage(query, to, length)}`;
  const isLast = page >= lastPage;
  return {
    current: link(page),
    next: isLast ? null : link(page + 1),
    prev: page === 1 ? null : link(Math.min(page - 1, lastPage)),
    last: isLast ? null : link(lastPage),
    first: page === 1 ? null : link(1),
  };
}

function withPage(
  { page: _page, length: _length, limit: _limit, per_page: _perPage, cursor: _cursor, ...filters }: ListQuery,
  page: number,
  length: number,
): string {
  const parameters = new URLSearchParams({ page: String(page), length: String(length) });
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) for (const item of [value].flat()) parameters.append(name, String(item));
  }
  return parameters.toString();
}
