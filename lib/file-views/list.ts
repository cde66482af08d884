import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { pageLinks } from "./page-links";
import { readRecords } from "./read-records";
import type { ListAnswer, ListQuery } from "./schema";
import { listValues, selectList } from "./select-files";
import { ownLinkOf, readOwnLinks, viewerOf } from "./show";
import { viewOf } from "./viewer";
import { toFileWire } from "./wire";

const standardLength = 20;

/** Files I requested or was told of, newest first unless asked otherwise; drafts only mine (API.md section 2). */
export async function listFiles(ctx: Ctx, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const { account } = accountActor(actor);
  const [page, length] = [query.page ?? 1, query.length ?? query.limit ?? query.per_page ?? standardLength];
  const values = listValues(query, account, { limit: length, offset: (page - 1) * length });
  const { files, total, hasSigningKey } = await readRecords(ctx, selectList(query), values);
  const viewer = viewerOf(actor, hasSigningKey);
  const seen = files.flatMap((file) => {
    const view = viewOf(viewer, file);
    return view && view.role !== "stranger" ? [{ file, view }] : [];
  });
  const links = await readOwnLinks(ctx, seen.map(({ view }) => view));
  return {
    data: seen.map(({ file, view }) => toFileWire(file, view, { publicUrl: ctx.publicUrl, viewer, ownLink: ownLinkOf(view, links) })),
    pagination: { total, ...pageLinks(`${ctx.publicUrl}/api/v1/file/list`, query, { page, length, total }) },
  };
}
