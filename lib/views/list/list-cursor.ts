import { createHash } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Account } from "@/db/schema/accounts";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { statusNumbers } from "@/lib/records/events/status";
import type { FileRecord } from "@/lib/views/record";
import type { ListMark, ListQuery } from "@/lib/views/schema";

/** The boundary of a page: the last document's sort value, as text, and its id. */
export interface Cursor {
  value: string;
  id: number;
}

/** The format of a position in both lists. The dashboard's is in shared URLs and has no MAC. */
export function printPlace({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString("base64url");
}

/** Null for anything that `printPlace` did not produce. */
export function readPlace(given: string): Cursor | null {
  try {
    const { success, data } = parts.safeParse(JSON.parse(Buffer.from(given, "base64url").toString()));
    return success ? { value: data[0], id: data[1] } : null;
  } catch {
    return null;
  }
}

const largestId = 2_147_483_647;
const parts = z.tuple([z.string(), z.int().positive().max(largestId)]);

/** Opaque to clients. The MAC binds it to the order and filters of its list. */
export function printCursor(ctx: Pick<Ctx, "secrets">, query: ListQuery, sorting: Sorting, file: FileRecord): string {
  const content = printPlace({ value: valueOf(file, sorting), id: file.id });
  return `${content}.${markOf(ctx, query, sorting, content)}`;
}

/** Null for the empty cursor, which starts a list. Throws `validation_failed` for a cursor that we did not issue for this list. */
export function readCursor(ctx: Pick<Ctx, "secrets">, query: ListQuery, sorting: Sorting): Cursor | null {
  const given = query.cursor ?? "";
  if (given === "") return null;
  const content = given.split(".", 1)[0] ?? "";
  const place = given === `${content}.${markOf(ctx, query, sorting, content)}` ? readPlace(content) : null;
  if (!place)
    throw invalid(
      "/query/cursor",
      "cursor_invalid",
      "cursor was not issued by this list; repeat its sorting and filters with it",
    );
  return place;
}

function valueOf({ createdAt, name, status }: FileRecord, { by }: Sorting): string {
  if (by === "created_at") return createdAt;
  return by === "name" ? name : String(statusNumbers[status]);
}

function markOf(
  ctx: Pick<Ctx, "secrets">,
  { status, q, from, to, kind, bulkSend }: ListQuery,
  sorting: Sorting,
  content: string,
): string {
  const list = JSON.stringify([
    sorting.by,
    sorting.direction,
    [status ?? []].flat(),
    q ?? "",
    from ?? "",
    to ?? "",
    ...(kind === undefined ? [] : [kind]),
    ...(bulkSend === undefined ? [] : [`bulk send ${bulkSend}`]),
    content,
  ]);
  return createHash("sha256").update(ctx.secrets.hmac("cursor", list)).digest("base64url").slice(0, 22);
}

/**
 * `GET /file/list/mark`: a text that changes whenever the caller's list changes. Cheap enough to poll every few
 * seconds: the event log position for the caller's own documents, and the number of counted changes for others.
 * Throws `unauthenticated`.
 */
export async function showListMark(ctx: Ctx, actor: Actor): Promise<ListMark> {
  const { account } = accountActor(actor);
  const {
    rows: [found],
  } = await ctx.db.execute<{ position: string; changes: string }>(sql`select
    coalesce((select position from event_counters where account_id = ${account.id}::int), 0) as position,
    coalesce((select sum(changes) from list_tallies where viewer = any(${viewerNames(listViewer(account))})), 0) as changes`);
  if (!found) throw new Error("the mark was not read");
  return { mark: `${found.position}.${found.changes}` };
}

/** The list's viewer. `email` is null for an account with an unproved address, which sees no requests. */
export interface ListViewer {
  accountId: number;
  email: string | null;
}

export function listViewer({ id, email, emailProvedAt }: Pick<Account, "id" | "email" | "emailProvedAt">): ListViewer {
  return { accountId: id, email: emailProvedAt ? email : null };
}

/** The viewer's keys in `list_tallies` and `file_search`, as a Postgres array. */
export function viewerNames({ accountId, email }: ListViewer): SQL {
  return sql`${sql.param([`#${accountId}`, ...(email === null ? [] : [email])])}::text[]`;
}

type SortName = NonNullable<ListQuery["sortBy"]>;

export interface Sorting {
  by: SortName;
  direction: "asc" | "desc";
}

/** Newest first; names and states from the first to the last. */
export function sortingOf({ sortBy, sortDirection }: Pick<ListQuery, "sortBy" | "sortDirection">): Sorting {
  const by = sortBy ?? "created_at";
  return { by, direction: sortDirection ?? (by === "created_at" ? "desc" : "asc") };
}
