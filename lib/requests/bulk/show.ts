import { and, asc, count, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { bulkRows, bulkSends, type BulkSend } from "@/db/schema/bulk";
import { files } from "@/db/schema/files";
import { templates } from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { groupNowSql } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import type { BulkRowsWire, BulkSendWire } from "./schema";

/** `GET /bulk-sends/{id}`. Throws `not_found`. */
export async function showBulkSend(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<BulkSendWire> {
  const [wire] = await toWires(ctx, [await getOwnBulkSend(ctx, actor, id)]);
  if (!wire) throw new Error("a bulk send has a wire form");
  return wire;
}

/** `GET /bulk-sends`: the caller's own, newest first; with `templateId`, only those of one template. */
export async function listBulkSends(
  ctx: Ctx,
  actor: Actor,
  {
    limit = 20,
    cursor,
    templateId,
  }: { limit?: number; cursor?: number | undefined; templateId?: number | undefined } = {},
): Promise<{ data: BulkSendWire[]; pagination: { nextCursor: number | null } }> {
  const { account } = assertMayRequest(actor);
  const rows = await ctx.db
    .select()
    .from(bulkSends)
    .where(
      and(
        eq(bulkSends.ownerId, account.id),
        cursor === undefined ? undefined : lt(bulkSends.id, cursor),
        templateId === undefined ? undefined : eq(bulkSends.templateId, templateId),
      ),
    )
    .orderBy(desc(bulkSends.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    data: await toWires(ctx, shown),
    pagination: { nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null },
  };
}

/** `GET /bulk-sends/{id}/rows`: in the order of the file. Throws `not_found`. */
export async function listBulkRows(
  ctx: Ctx,
  actor: Actor,
  {
    id,
    state,
    limit = 100,
    cursor,
  }: {
    id: number;
    state?: BulkRowsWire["data"][number]["state"] | undefined;
    limit?: number;
    cursor?: number | undefined;
  },
): Promise<BulkRowsWire> {
  const bulkSend = await getOwnBulkSend(ctx, actor, id);
  const rows = await ctx.db
    .select({ row: bulkRows, uuid: files.uuid })
    .from(bulkRows)
    .leftJoin(files, eq(files.id, bulkRows.fileId))
    .where(
      and(
        eq(bulkRows.bulkSendId, bulkSend.id),
        state === undefined ? undefined : eq(bulkRows.state, state),
        cursor === undefined ? undefined : gt(bulkRows.number, cursor),
      ),
    )
    .orderBy(asc(bulkRows.number))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(({ row, uuid }) => ({
      row: row.number,
      state: row.state,
      people: row.people.map(({ role, email, displayName }) => ({ role, email, displayName })),
      uuid,
      problem: row.problem,
    })),
    pagination: { nextCursor: rows.length > limit ? (shown.at(-1)?.row.number ?? null) : null },
  };
}

const noCounts = { queued: 0, sent: 0, failed: 0, cancelled: 0 };

async function toWires(ctx: Ctx, bulkSends: readonly BulkSend[]): Promise<BulkSendWire[]> {
  if (bulkSends.length === 0) return [];
  const ids = bulkSends.map(({ id }) => id);
  const isOneOf = inArray(bulkRows.bulkSendId, ids);
  const group = sql<"open" | "signed" | "ended">`${sql.raw(groupNowSql("files"))}`;
  const [names, states, documents] = await Promise.all([
    ctx.db
      .select({ id: templates.id, name: templates.name })
      .from(templates)
      .where(
        inArray(
          templates.id,
          bulkSends.map(({ templateId }) => templateId),
        ),
      ),
    ctx.db
      .select({ id: bulkRows.bulkSendId, state: bulkRows.state, count: count() })
      .from(bulkRows)
      .where(isOneOf)
      .groupBy(bulkRows.bulkSendId, bulkRows.state),
    ctx.db
      .select({ id: bulkRows.bulkSendId, group, count: count() })
      .from(bulkRows)
      .innerJoin(files, eq(files.id, bulkRows.fileId))
      .where(isOneOf)
      .groupBy(bulkRows.bulkSendId, sql`2`),
  ]);
  const now = await ctx.now();
  return bulkSends.map((bulkSend) => ({
    id: bulkSend.id,
    name: bulkSend.name,
    templateId: bulkSend.templateId,
    templateName: names.find(({ id }) => id === bulkSend.templateId)?.name ?? "",
    templateVersion: bulkSend.templateVersion,
    state: bulkSend.state,
    pausedReason: bulkSend.pausedReason,
    waitsUntil: bulkSend.waitsUntil !== null && bulkSend.waitsUntil > now ? bulkSend.waitsUntil.toISOString() : null,
    total: bulkSend.total,
    counts: { ...noCounts, ...countsBy(states, bulkSend.id, "state") },
    documents: { open: 0, signed: 0, ended: 0, ...countsBy(documents, bulkSend.id, "group") },
    createdAt: bulkSend.createdAt.toISOString(),
    endedAt: bulkSend.endedAt?.toISOString() ?? null,
    contentDeletedAt: bulkSend.contentDeletedAt?.toISOString() ?? null,
  }));
}

function countsBy<Key extends string>(
  rows: readonly ({ id: number; count: number } & Record<Key, string>)[],
  id: number,
  key: Key,
): Record<string, number> {
  return Object.fromEntries(rows.filter((row) => row.id === id).map((row) => [row[key], row.count]));
}

/** The caller's own bulk send. Throws `not_found` both for another account's bulk send and for a missing one. */
export async function getOwnBulkSend(ctx: Ctx, actor: Actor, id: number): Promise<BulkSend> {
  const [found] = await ctx.db.select().from(bulkSends).where(isOwn(actor, id));
  if (!found) throw new DomainError("not_found");
  return found;
}

/** Like `getOwnBulkSend`, locked until the transaction ends: no row is sent in the meantime. */
export async function lockOwnBulkSend(tx: Ctx, actor: Actor, id: number): Promise<BulkSend> {
  const [found] = await tx.db.select().from(bulkSends).where(isOwn(actor, id)).for("update");
  if (!found) throw new DomainError("not_found");
  return found;
}

function isOwn(actor: Actor, id: number) {
  const { account } = assertMayRequest(actor);
  return and(eq(bulkSends.id, toId(id)), eq(bulkSends.ownerId, account.id));
}
