import { createHash } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import type { Sorting } from "./list-sorting";
import type { FileRecord } from "./record";
import type { ListQuery } from "./schema";
import { statusNumbers } from "./status-numbers";

/** The last file of a page: what it was sorted by, as text, and its id. */
export interface Cursor {
  value: string;
  id: number;
}

const parts = z.tuple([z.string(), z.int().positive()]);

/** Opaque to clients. The mark ties it to the order and the filters of its list. */
export function printCursor(ctx: Pick<Ctx, "secrets">, query: ListQuery, sorting: Sorting, file: FileRecord): string {
  const content = Buffer.from(JSON.stringify([valueOf(file, sorting), file.id])).toString("base64url");
  return `${content}.${markOf(ctx, query, sorting, content)}`;
}

/** Null for the empty cursor, with which a client begins. Throws `validation_failed` for one that we did not print for this list. */
export function readCursor(ctx: Pick<Ctx, "secrets">, query: ListQuery, sorting: Sorting): Cursor | null {
  const given = query.cursor ?? "";
  if (given === "") return null;
  const content = given.split(".", 1)[0] ?? "";
  if (given !== `${content}.${markOf(ctx, query, sorting, content)}`)
    throw invalid(
      "/query/cursor",
      "cursor_invalid",
      "cursor is none that this list gave; repeat its sorting and filters with it",
    );
  const [value, id] = parts.parse(JSON.parse(Buffer.from(content, "base64url").toString()));
  return { value, id };
}

function valueOf({ createdAt, name, status }: FileRecord, { by }: Sorting): string {
  if (by === "created_at") return createdAt;
  return by === "name" ? name : String(statusNumbers[status]);
}

function markOf(
  ctx: Pick<Ctx, "secrets">,
  { status, q, from, to }: ListQuery,
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
    content,
  ]);
  return createHash("sha256").update(ctx.secrets.hmac("cursor", list)).digest("base64url").slice(0, 22);
}
