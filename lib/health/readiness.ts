import { sql } from "drizzle-orm";
import journal from "@/db/migrations/meta/_journal.json";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** Whether this process can serve: database, migrations, blobs. Throws `unavailable` naming the first that cannot, never why. */
export async function assertReady(ctx: Ctx): Promise<void> {
  await must(() => ctx.db.execute(sql`select 1`), "The database does not answer");
  await must(() => assertMigrated(ctx), "The database is not migrated");
  await must(() => ctx.blobs.check(), "The documents' folder cannot be written");
}

async function must(check: () => Promise<unknown>, detail: string): Promise<void> {
  try {
    await check();
  } catch (cause) {
    throw new DomainError("unavailable", { detail, cause });
  }
}

/** Drizzle notes each migration with the time of its journal entry. */
async function assertMigrated(ctx: Ctx): Promise<void> {
  const newest = Math.max(...journal.entries.map((entry) => entry.when));
  const result = await ctx.db.execute<{ newest: string | null }>(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`);
  if (Number(result.rows[0]?.newest ?? 0) < newest) throw new Error("migrations are missing");
}
