import path from "node:path";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { isPooled, sessionSettings } from "@/db/client";
import { connectDatabase } from "./connect-database";

/** Any constant will do, as long as every server uses the same. */
const migrationLock = 7_302_031;
const oldestPostgres = 150_000;

/**
 * Brings the database to the schema of this version. Servers that start together take turns: the second finds nothing
 * left to do. Throws when the database cannot be reached, or is older than Postgres 15.
 */
export async function migrateDatabase(url: string, root: string): Promise<void> {
  const client = await connectDatabase(url);
  try {
    const version = await client.query<{ server_version_num: string }>("show server_version_num");
    if (Number(version.rows[0]?.server_version_num ?? 0) < oldestPostgres)
      throw new Error("The database must be Postgres 15 or newer.");
    // In one transaction, and the lock with it: a pooler gives each transaction another connection.
    await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`set local lock_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      // Under the lock: Postgres refuses to change the settings of one role from two connections at once.
      if (isPooled(url)) await keepSettingsWithRole(client);
      await migrate(tx as unknown as NodePgDatabase, { migrationsFolder: path.join(root, "db", "migrations") });
      // The extension may have been installed since; without it searches read whole lists.
      await tx.execute(sql`select make_search_index()`);
    });
  } finally {
    await client.end();
  }
}

/**
 * Session settings as those of the role in this database, for connections that a pooler opens: it passes none on. A role may set its own. They
 * hold for connections that are opened afterwards.
 */
async function keepSettingsWithRole(client: pg.Client): Promise<void> {
  for (const [, name = "", value = ""] of sessionSettings.matchAll(/-c (\w+)=(\w+)/g)) {
    const { rows } = await client.query<{ statement: string }>(
      "select format('alter role %I in database %I set %I = %L', current_user, current_database(), $1::text, $2::text) as statement",
      [name, value],
    );
    await client.query(rows[0]?.statement ?? "");
  }
}
