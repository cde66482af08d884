import { inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { bulkRows, bulkSends } from "@/db/schema/bulk";
import { attachments, fields, files, fileSegments, signRequests } from "@/db/schema/files";
import { templateDocuments, templates, templateVersions } from "@/db/schema/templates";
import type { Ctx } from "@/lib/platform/context";
import type { storageAnswer } from "./schema";

/** Summing an account's documents is slow when there are very many, so the sum is cached this long, and at least a hundred times as long as it took, and counted up in between. */
const accountMs = 60_000;
const instanceMs = 5 * 60_000;
const restFactor = 100;
export const wholeInstance = 0;

interface Stored {
  bytes: number;
  until: number;
}

/** One cache per secret box, so that contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Map<number, Stored>>();

/** The storage used by each of these accounts, as old as the cache lets it be. */
async function storedBytesOf(ctx: Ctx, accountIds: readonly number[]): Promise<Map<number, number>> {
  const unknown = accountIds.filter((id) => knownBytes(ctx, id) === null);
  if (unknown.length > 0) {
    const startedAt = performance.now();
    const sums = await sumStored(
      ctx,
      sql`select owner as id, sum(bytes) as sum from (${storedParts}) part where ${inArray(sql`owner`, unknown)} group by owner`,
    );
    for (const id of unknown) keep(ctx, id, sums.get(id) ?? 0, startedAt);
  }
  return new Map(accountIds.map((id) => [id, knownBytes(ctx, id) ?? 0]));
}

/** Storage used by these accounts and their quotas, in API form; read once for all. */
export async function storageOf(
  ctx: Ctx,
  accountIds: readonly number[],
): Promise<(accountId: number) => z.infer<typeof storageAnswer>> {
  const stored = await storedBytesOf(ctx, accountIds);
  const limitBytes = ctx.limits.storageBytesPerAccount;
  return (accountId) => ({ usedBytes: stored.get(accountId) ?? 0, limitBytes });
}

/** The cached value of an account or, with `wholeInstance`, of all; null if unknown or too old. */
export function knownBytes({ secrets }: Pick<Ctx, "secrets">, id: number): number | null {
  const known = memories.get(secrets)?.get(id);
  return known && performance.now() < known.until ? known.bytes : null;
}

/** Bytes of a row beside its texts, with its entries in indexes. */
export const bytesPerRow = 400;
const rowBytes = sql`${sql.raw(String(bytesPerRow))}::bigint`;

function sizeOf(...columns: readonly PgColumn[]): SQL {
  return sql.join(columns.map((column) => sql` + coalesce(pg_column_size(${column}), 0)`));
}

/**
 * Everything that counts as storage, with the account that it counts for. A deleted template has no segments left. Every save of a template
 * makes a version, with up to 2,000 fields; it counts as stored, which is compressed. Fields, people and rows of batches count as well, because one
 * call of a few kilobytes writes thousands of them.
 */
const storedParts = sql`
  select ${files.requesterId} as owner, ${fileSegments.size}::bigint as bytes
    from ${fileSegments} join ${files} on ${files.id} = ${fileSegments.fileId}
  union all
  select ${files.requesterId}, ${attachments.size}::bigint
    from ${attachments} join ${files} on ${files.id} = ${attachments.fileId}
  union all
  select ${templates.ownerId}, (segment ->> 'size')::bigint
    from ${templateDocuments} join ${templates} on ${templates.id} = ${templateDocuments.templateId},
      jsonb_array_elements(${templateDocuments.segments}) segment
  union all
  select ${templates.ownerId}, (pg_column_size(${templateVersions.fields}) + pg_column_size(${templateVersions.roles}))::bigint
    from ${templateVersions} join ${templates} on ${templates.id} = ${templateVersions.templateId}
  union all
  select ${files.requesterId}, ${rowBytes}${sizeOf(
    fields.label,
    fields.value,
    fields.rules,
    fields.help,
    fields.placeholder,
    fields.showWhen,
    fields.requireWhen,
    fields.calculate,
  )}
    from ${fields} join ${files} on ${files.id} = ${fields.fileId}
  union all
  select ${files.requesterId}, ${rowBytes}${sizeOf(signRequests.description, signRequests.attachmentRequests)}
    from ${signRequests} join ${files} on ${files.id} = ${signRequests.fileId}
  union all
  select ${bulkSends.ownerId}, ${rowBytes}${sizeOf(bulkRows.people, bulkRows.values, bulkRows.problem)}
    from ${bulkRows} join ${bulkSends} on ${bulkSends.id} = ${bulkRows.bulkSendId}`;

/** Recomputes the sum and caches it. */
export async function readStoredBytes(ctx: Ctx, id: number): Promise<number> {
  const startedAt = performance.now();
  const sums = await sumStored(
    ctx,
    sql`select ${id}::int as id, coalesce(sum(bytes), 0) as sum from (${storedParts}) part ${id === wholeInstance ? sql`` : sql`where owner = ${id}`}`,
  );
  return keep(ctx, id, sums.get(id) ?? 0, startedAt);
}

/** Runs a statement that sums by account. The sum of 900,000 documents takes eleven seconds, one more than a statement has otherwise. */
async function sumStored(ctx: Ctx, statement: SQL): Promise<ReadonlyMap<number, number>> {
  const { rows } = await ctx.tx(async (tx) => {
    await tx.db.execute(sql`set local statement_timeout = '2min'`);
    return tx.db.execute<{ id: number; sum: string }>(statement);
  });
  return new Map(rows.map(({ id, sum }) => [id, Number(sum)]));
}

/** Counts stored bytes until the sum is recomputed. */
export function noteStored({ secrets }: Pick<Ctx, "secrets">, accountId: number, bytes: number): void {
  for (const id of [accountId, wholeInstance]) {
    const stored = memories.get(secrets)?.get(id);
    if (stored) stored.bytes += bytes;
  }
}

function keep({ secrets }: Pick<Ctx, "secrets">, id: number, bytes: number, startedAt: number): number {
  const memory = memories.get(secrets) ?? new Map<number, Stored>();
  memories.set(secrets, memory);
  if (memory.size > 10_000) memory.clear();
  const [now, least] = [performance.now(), id === wholeInstance ? instanceMs : accountMs];
  memory.set(id, { bytes, until: now + Math.max(least, (now - startedAt) * restFactor) });
  return bytes;
}
