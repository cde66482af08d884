import { accountActor } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { findAndRead } from "./find-and-read";
import { findPage } from "./find-page";
import { printCursor, readCursor } from "./list-cursor";
import { sortingOf, type Sorting } from "./list-sorting";
import { pageLinks } from "./page-links";
import { readRecords, type RecordPage } from "./read-records";
import type { FileRecord } from "./record";
import { standardLength, type FileWire, type ListAnswer, type ListQuery } from "./schema";
import { byIds, fromDay, isWholeByTime, listValues, selectList, selectPage } from "./select-files";
import { ownLinkOf, readOwnLinks, viewerOf } from "./show";
import { viewOf } from "./viewer";
import { toFileWire } from "./wire";

const noLinks = { current: null, next: null, prev: null, last: null, first: null };

/**
 * Files I requested or was told of, newest first unless asked otherwise; drafts only mine. By page number with
 * total and links, or by cursor, which reads no more of a long list than of a short one. Throws `validation_failed`.
 */
export async function listFiles(ctx: Ctx, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const acting = accountActor(actor);
  if (query.cursor === undefined) return listPage(ctx, acting, query);
  if (query.page !== undefined)
    throw invalid("/query/page", "ambiguous", "page and cursor are two ways through a list; give one of them");
  return listFromCursor(ctx, acting, query);
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

/** A whole list by time is counted and paged by its tallies, a search by its index; any other list is counted and walked. */
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
  // One more than wanted tells whether there are more.
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

/** Under any of its names; throws `validation_failed` when two of them say something else. */
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
  return seen.map(({ file, view }) =>
    toFileWire(file, view, { publicUrl: ctx.publicUrl, viewer, ownLink: ownLinkOf(view, links) }),
  );
}
