import { sql, type SQL } from "drizzle-orm";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { pageLinks } from "./page-links";
import { readRecords } from "./read-records";
import type { ListAnswer, ListQuery } from "./schema";
import { ownLinkOf, readOwnLinks, viewerOf } from "./show";
import { viewOf } from "./viewer";
import { statusNumbers, toFileWire } from "./wire";

const standardLength = 20;

/** Files I requested or was told of, newest first unless asked otherwise; drafts only mine (API.md section 2). */
export async function listFiles(ctx: Ctx, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const { account } = accountActor(actor);
  const [page, length] = [query.page ?? 1, query.length ?? query.limit ?? query.per_page ?? standardLength];
  const viewer = await viewerOf(ctx, actor);
  const conditions = [visibleTo(account.id, account.emailProvedAt ? account.email : null), ...filters(query)];
  const found = await readRecords(ctx, sql.join(conditions, sql` and `), { order: orderBy(query), limit: length, offset: (page - 1) * length });
  const seen = found.files.flatMap((file) => {
    const view = viewOf(viewer, file);
    return view && view.role !== "stranger" ? [{ file, view }] : [];
  });
  const links = await readOwnLinks(ctx, seen.map(({ view }) => view));
  return {
    data: seen.map(({ file, view }) => toFileWire(file, view, { publicUrl: ctx.publicUrl, viewer, now: found.now, ownLink: ownLinkOf(view, links) })),
    pagination: { total: found.total, ...pageLinks(`${ctx.publicUrl}/api/v1/file/list`, query, { page, length, total: found.total }) },
  };
}

/** The same rule as `viewOf`, as a condition over `f`. */
function visibleTo(accountId: number, provedEmail: string | null): SQL {
  const requested = sql`(f.requester_id = ${accountId} and f.status <> 'deleted')`;
  if (provedEmail === null) return requested;
  const told = sql`(select s.file_id from sign_requests s where s.email = ${provedEmail} and s.removed_at is null and s.told_at is not null and s.status not in ('draft', 'waiting'))`;
  return sql`f.id in (select id from files where requester_id = ${accountId} union ${told})
    and (${requested} or (f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null) and f.id in ${told}))`;
}

function filters(query: ListQuery): SQL[] {
  const conditions: SQL[] = [];
  const wanted = query.status === undefined ? [] : [query.status].flat();
  if (wanted.length > 0) {
    const names = Object.entries(statusNumbers).filter(([, number]) => wanted.includes(number)).map(([name]) => sql`${name}`);
    conditions.push(sql`f.status in (${sql.join(names, sql`, `)})`);
  }
  if (query.q !== undefined && query.q !== "") {
    const pattern = `%${query.q.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`(f.name ilike ${pattern} or exists (select 1 from sign_requests s where s.file_id = f.id and s.removed_at is null
      and (s.email ilike ${pattern} or s.display_name ilike ${pattern})))`);
  }
  if (query.from !== undefined) conditions.push(sql`f.created_at >= ${query.from}::timestamptz`);
  if (query.to !== undefined) conditions.push(sql`f.created_at <= ${query.to}::timestamptz`);
  return conditions;
}

function orderBy({ sortBy = "created_at", sortDirection }: ListQuery): SQL {
  const isAscending = (sortDirection ?? (sortBy === "created_at" ? "desc" : "asc")) === "asc";
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const key = { created_at: sql`f.created_at`, name: sql`lower(f.name)`, status: statusRank }[sortBy];
  return sql`${key} ${direction}, f.id ${direction}`;
}

const statusRank = sql.raw(`case f.status ${Object.entries(statusNumbers).map(([name, number]) => `when '${name}' then ${number}`).join(" ")} end`);
