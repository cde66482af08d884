import { eq, sql } from "drizzle-orm";
import { files, fileSegments } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** The sum over an account's documents takes a while where there are very many: it is read once in so long and counted on from there. */
const accountMs = 60_000;
const instanceMs = 5 * 60_000;
const wholeInstance = 0;

interface Stored {
  bytes: number;
  until: number;
}

/** One memory for each secret box: contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Map<number, Stored>>();

/**
 * Refuses an upload that would exceed what the account, or all accounts together, may store. What signing adds is never refused. Throws
 * `quota_exceeded` for the account, `storage_full` for all.
 */
export async function assertStorageLeft(ctx: Ctx, accountId: number, moreBytes: number): Promise<void> {
  const { storageBytesPerAccount, storageBytesPerInstance } = ctx.limits;
  if (await isOver(ctx, accountId, moreBytes, storageBytesPerAccount)) {
    throw new DomainError("quota_exceeded", {
      detail: `An account may store ${storageBytesPerAccount} bytes. Delete documents that you no longer need.`,
    });
  }
  if (storageBytesPerInstance === 0) return;
  if (await isOver(ctx, wholeInstance, moreBytes, storageBytesPerInstance)) {
    throw new DomainError("storage_full", {
      detail: `This service may store ${storageBytesPerInstance} bytes for all accounts together.`,
    });
  }
}

/** Counts what was stored, until the sum is read again. */
export function noteStored({ secrets }: Ctx, accountId: number, bytes: number): void {
  for (const id of [accountId, wholeInstance]) {
    const stored = memories.get(secrets)?.get(id);
    if (stored) stored.bytes += bytes;
  }
}

/** Looks again before it says yes: documents may have been deleted since. */
async function isOver(ctx: Ctx, id: number, moreBytes: number, most: number): Promise<boolean> {
  const known = memories.get(ctx.secrets)?.get(id);
  if (known && performance.now() < known.until && known.bytes + moreBytes <= most) return false;
  return (await readStored(ctx, id)) + moreBytes > most;
}

async function readStored(ctx: Ctx, id: number): Promise<number> {
  const sum = sql<string>`coalesce(sum(${fileSegments.size}), 0)`;
  const [row] =
    id === wholeInstance
      ? await ctx.db.select({ sum }).from(fileSegments)
      : await ctx.db
          .select({ sum })
          .from(fileSegments)
          .innerJoin(files, eq(files.id, fileSegments.fileId))
          .where(eq(files.requesterId, id));
  const bytes = Number(row?.sum ?? 0);
  const memory = memories.get(ctx.secrets) ?? new Map<number, Stored>();
  memories.set(ctx.secrets, memory);
  if (memory.size > 10_000) memory.clear();
  memory.set(id, { bytes, until: performance.now() + (id === wholeInstance ? instanceMs : accountMs) });
  return bytes;
}
