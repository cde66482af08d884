import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { storageTallies } from "@/db/schema/lists";
import type { Ctx } from "@/lib/context/context";
import type { storageAnswer } from "./schema";

/** The bytes of a row besides its texts, including its index entries: `row_bytes` in the database. */
export const bytesPerRow = 400;

/** Storage used by these accounts and their quotas, in API form; read once for all. */
export async function storageOf(
  ctx: Ctx,
  accountIds: readonly number[],
): Promise<(accountId: number) => z.infer<typeof storageAnswer>> {
  const { accountId: id, bytes } = storageTallies;
  const rows =
    accountIds.length === 0
      ? []
      : await ctx.db
          .select({ id, sum: sql<string>`sum(${bytes})` })
          .from(storageTallies)
          .where(inArray(id, [...accountIds]))
          .groupBy(id);
  const stored = new Map(rows.map(({ id, sum }) => [id, Number(sum)]));
  const limitBytes = ctx.limits.storageBytesPerAccount;
  return (accountId) => ({ usedBytes: stored.get(accountId) ?? 0, limitBytes });
}

/**
 * The bytes stored by an account and by all accounts; null for the latter if there is no limit, because it is not read
 * then.
 */
export interface StoredBytes {
  account: number;
  instance: number | null;
}

/** Includes rows of the caller's transaction, but no uncommitted rows of others. */
export async function readStoredBytes(ctx: Ctx, accountId: number): Promise<StoredBytes> {
  const ofAll = ctx.limits.storageBytesPerInstance > 0;
  const { rows } = await ctx.db.execute<{ account: string; instance: string | null }>(sql`
    select (select coalesce(sum(bytes), 0) from storage_tallies where account_id = ${accountId}) as account,
      ${ofAll ? sql`(select coalesce(sum(bytes), 0) from storage_tallies)` : sql`null`} as instance`);
  const { account = "0", instance = null } = rows[0] ?? {};
  return { account: Number(account), instance: instance === null ? null : Number(instance) };
}

/**
 * Compares every tally with what is stored and corrects those that differ: rows may have been written without the
 * triggers, for example by the previous version during an update. Returns the accounts that were wrong. Reads every
 * document: 15 s for a million.
 */
export async function correctStorageTallies({ db }: Pick<Ctx, "db">): Promise<{ account: number; bytes: number }[]> {
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '10min'`);
    return tx.execute<{ account: number; difference: string }>(
      sql`select account, difference from correct_storage_tallies()`,
    );
  });
  return rows.map(({ account, difference }) => ({ account, bytes: Number(difference) }));
}
