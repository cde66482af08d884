import { eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { files, fileSegments } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import type { storageAnswer } from "./schema";

/** Summing an account's documents is slow when there are very many, so the sum is cached this long and counted up in between. */
const accountMs = 60_000;
const instanceMs = 5 * 60_000;
export const wholeInstance = 0;

interface Stored {
  bytes: number;
  until: number;
}

/** One cache per secret box, so that contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Map<number, Stored>>();

/** The storage used by each of these accounts, at most a minute old. */
async function storedBytesOf(ctx: Ctx, accountIds: readonly number[]): Promise<Map<number, number>> {
  const unknown = accountIds.filter((id) => knownBytes(ctx, id) === null);
  if (unknown.length > 0) {
    const rows = await ctx.db
      .select({ id: files.requesterId, sum: sql<string>`sum(${fileSegments.size})` })
      .from(fileSegments)
      .innerJoin(files, eq(files.id, fileSegments.fileId))
      .where(inArray(files.requesterId, unknown))
      .groupBy(files.requesterId);
    const sums = new Map(rows.map(({ id, sum }) => [id, Number(sum)]));
    for (const id of unknown) keep(ctx, id, sums.get(id) ?? 0);
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

/** Recomputes the sum and caches it. */
export async function readStoredBytes(ctx: Ctx, id: number): Promise<number> {
  const sum = sql<string>`coalesce(sum(${fileSegments.size}), 0)`;
  const [row] =
    id === wholeInstance
      ? await ctx.db.select({ sum }).from(fileSegments)
      : await ctx.db
          .select({ sum })
          .from(fileSegments)
          .innerJoin(files, eq(files.id, fileSegments.fileId))
          .where(eq(files.requesterId, id));
  return keep(ctx, id, Number(row?.sum ?? 0));
}

/** Counts stored bytes until the sum is recomputed. */
export function noteStored({ secrets }: Pick<Ctx, "secrets">, accountId: number, bytes: number): void {
  for (const id of [accountId, wholeInstance]) {
    const stored = memories.get(secrets)?.get(id);
    if (stored) stored.bytes += bytes;
  }
}

function keep({ secrets }: Pick<Ctx, "secrets">, id: number, bytes: number): number {
  const memory = memories.get(secrets) ?? new Map<number, Stored>();
  memories.set(secrets, memory);
  if (memory.size > 10_000) memory.clear();
  memory.set(id, { bytes, until: performance.now() + (id === wholeInstance ? instanceMs : accountMs) });
  return bytes;
}
