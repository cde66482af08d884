import { sql } from "drizzle-orm";
import journal from "@/db/migrations/meta/_journal.json";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** Whether this process can serve: database, migrations, blobs. Throws `unavailable` naming the first that cannot, never why. */
export async function assertReady(ctx: Ctx): Promise<void> {
  await must(() => mustAnswer(ctx), "The database does not answer");
  await must(() => mustBeMigrated(ctx), "The database is not migrated");
  await must(() => ctx.blobs.check(), "The store of documents cannot be written");
}

async function must(check: () => Promise<unknown>, detail: string): Promise<void> {
  try {
    await check();
  } catch (cause) {
    throw new DomainError("unavailable", { detail, cause });
  }
}

/** Rejects when the database does not answer. */
async function mustAnswer(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select 1`);
}

const probes = 3;

/** The database's response time in milliseconds: the best of three, because a query that waits behind other work says nothing about the database. Rejects when it does not answer. */
export async function measureAnswer(ctx: Ctx): Promise<number> {
  const times: number[] = [];
  for (let probe = 0; probe < probes; probe++) {
    const startedAt = performance.now();
    await mustAnswer(ctx);
    times.push(performance.now() - startedAt);
  }
  return Math.round(Math.min(...times));
}

/** Rejects when migrations are missing. Drizzle notes each with the time of its journal entry. */
export async function mustBeMigrated(ctx: Ctx): Promise<void> {
  const newest = Math.max(...journal.entries.map((entry) => entry.when));
  const result = await ctx.db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  if (Number(result.rows[0]?.newest ?? 0) < newest) throw new Error("migrations are missing");
}

/** How many migrations the database has had. */
export async function countMigrations(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.count ?? 0;
}
