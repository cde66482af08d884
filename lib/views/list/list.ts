import { sql } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import { accountActor } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { readRecords, type RecordPage } from "@/lib/views/read-records";
import type { FileRecord } from "@/lib/views/record";
import { standardLength, type FileWire, type ListAnswer, type ListQuery } from "@/lib/views/schema";
import { ownLinkOf, readOwnLinks, viewerOf } from "@/lib/views/show";
import { viewOf } from "@/lib/views/viewer";
import { toFileWire } from "@/lib/views/wire";
import { findAndRead } from "./find-and-read";
import { listViewer, printCursor, readCursor, sortingOf, viewerNames, type Sorting } from "./list-cursor";
import { byIds, fromDay, isWholeByTime, listValues, selectList, selectPage } from "./select-files";

const noLinks = { current: null, next: null, prev: null, last: null, first: null };

/**
 * Files that the caller requested or was notified of, newest first by default; drafts only of their own. By page number with total and
 * links, or by cursor, whose cost does not grow with the list. Throws `validation_failed`.
 */
export async function listFiles(ctx: Ctx, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const acting = accountActor(actor);
  if (query.cursor === undefined) return listPage(ctx, acting, query);
  if (query.page !== undefined)
    throw invalid("/query/page", "ambiguous", "page and cursor are two ways through a list; give one of them");
  return listFromCursor(ctx, acting, query);
}

/** The same with envelopes only. */
export async function listEnvelopes(ctx: Ctx, actor: Actor, query: Omit<ListQuery, "kind">): Promise<ListAnswer> {
  return listFiles(ctx, actor, { ...query, kind: "envelope" });
}

async function listPage(ctx: Ctx, actor: AccountActor, query: ListQuery): Promise<ListAnswer> {
  const [page, length, sorting] = [query.page ?? 1, lengthOf(query), sortingOf(query)];
  const { files, hasSigningKey, total } = await readPage(ctx, actor, query, {
    sorting,
    length,
    offset: (page - 1) * length,
  });
  const last = page * length < total ? files.at(-1) : undefined;
  return {
    data: await toWire(ctx, actor, files, hasSigningKey),
    pagination: {
      total,
      ...pageLinks(`${ctx.publicUrl}/api/v1/file/list`, query, { page, length, total }),
      nextCursor: last ? printCursor(ctx, query, sorting, last) : null,
    },
  };
}

interface Wanted {
  sorting: Sorting;
  length: number;
  offset: number;
}

/** An unfiltered list by time is counted and paged by its tallies, a search by its index; any other list is counted and scanned. */
async function readPage(
  ctx: Ctx,
  { account }: AccountActor,
  query: ListQuery,
  { sorting, length, offset }: Wanted,
): Promise<RecordPage & { total: number }> {
  if (query.q)
    return findAndRead(ctx, account, query, { sorting, limit: length, offset, after: null, isCounted: true });
  if (!isWholeByTime(query, sorting)) {
    const values = listValues(query, account, { limit: length, offset });
    const read = await readRecords(ctx, selectPage(query, sorting, offset === 0 ? "front" : "page"), values);
    return { ...read, total: read.total ?? 0 };
  }
  const { total, start } = await findPage(ctx, account, { offset, direction: sorting.direction });
  const values = listValues(query, account, {
    limit: length,
    offset: start?.offset ?? 0,
    day: start?.day ?? "infinity",
  });
  const slice = offset === 0 ? "front" : fromDay(length + (start?.offset ?? 0));
  if (start === null) return { ...(await readRecords(ctx, byIds, { ...values, ids: [] })), total };
  return { ...(await readRecords(ctx, selectList(query, sorting, slice), values)), total };
}

async function listFromCursor(ctx: Ctx, actor: AccountActor, query: ListQuery): Promise<ListAnswer> {
  const [length, sorting] = [lengthOf(query), sortingOf(query)];
  const after = readCursor(ctx, query, sorting);
  // One more than requested shows whether there are more.
  const slice = { limit: length + 1, offset: 0, after };
  const { files, hasSigningKey } = query.q
    ? await findAndRead(ctx, actor.account, query, { ...slice, sorting, isCounted: false })
    : await readRecords(
        ctx,
        selectList(query, sorting, after ? "after" : "front"),
        listValues(query, actor.account, slice),
      );
  const shown = files.slice(0, length);
  const last = files.length > length ? shown.at(-1) : undefined;
  return {
    data: await toWire(ctx, actor, shown, hasSigningKey),
    pagination: { ...noLinks, nextCursor: last ? printCursor(ctx, query, sorting, last) : null },
  };
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

/** The start of a page in an unfiltered list by time. */
interface PagePlace {
  /** The number of rows in the whole list. */
  total: number;
  /** The day on which the page starts, and how many documents of that day come before it. Null beyond the end. */
  start: { day: string; offset: number } | null;
}

interface Row extends Record<string, unknown> {
  total: number;
  day: string | null;
  before: number | null;
}

/**
 * Finds a page by the tallies of its days instead of scanning: a page in the middle of a million documents is as fast as the first.
 * `offset` counts documents in the list's order.
 */
async function findPage(
  ctx: Ctx,
  account: Account,
  { offset, direction }: { offset: number; direction: "asc" | "desc" },
): Promise<PagePlace> {
  const {
    rows: [row],
  } = await ctx.db.execute<Row>(sql`
    with days as materialized (
      select day, sum(documents) as documents from list_tallies where viewer = any(${viewerNames(listViewer(account))}) group by day having sum(documents) > 0
    ), placed as (
      select day, documents, sum(documents) over (order by day ${sql.raw(direction)}) - documents as before from days
    )
    select coalesce((select sum(documents) from days), 0)::int as total, found.day::text, found.before::int from (values (1)) one
    left join lateral (select day, before from placed where before <= ${offset}::bigint and ${offset}::bigint < before + documents) found on true`);
  if (!row) throw new Error("the tallies answered nothing");
  return { total: row.total, start: row.day === null ? null : { day: row.day, offset: offset - (row.before ?? 0) } };
}

interface PageLinks {
  current: string | null;
  next: string | null;
  prev: string | null;
  last: string | null;
  first: string | null;
}

/**
 * The five links of a page. All are null when one page holds everything; `prev` and `first` on page 1, `next` and `last` on the last page.
 * Every link repeats the caller's filters.
 */
function pageLinks(
  url: string,
  query: ListQuery,
  { page, length, total }: { page: number; length: number; total: number },
): PageLinks {
  const lastPage = Math.max(1, Math.ceil(total / length));
  if (lastPage === 1) return { current: null, next: null, prev: null, last: null, first: null };
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
