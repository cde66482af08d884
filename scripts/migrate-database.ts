import path from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { isPooled, sessionSettings } from "@/db/client";
import { connectDatabase } from "./connect-database";

/** An arbitrary constant, the same for every server. */
const migrationLock = 7_302_031;
const oldestPostgres = 150_000;

/**
 * Migrates the database to the schema of this version. Servers that start together take turns, and the second finds
 * nothing left to do. Throws when the database cannot be reached, is older than Postgres 15, or was migrated by a newer
 * version: a downgrade is not possible without restoring a backup.
 */
export async function migrateDatabase(url: string, root: string): Promise<void> {
  const migrationsFolder = path.join(root, "db", "migrations");
  const client = await connectDatabase(url);
  try {
    const version = await client.query<{ server_version_num: string }>("show server_version_num");
    if (Number(version.rows[0]?.server_version_num ?? 0) < oldestPostgres)
      throw new Error("The database must be Postgres 15 or newer.");
    // In one transaction together with the lock, because a pooler gives each transaction another connection.
    await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`set local lock_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      await refuseNewerDatabase(client, migrationsFolder);
      // Inside the lock, because Postgres refuses to change the settings of one role from two connections at the same
      // time.
      if (isPooled(url)) await keepSettingsWithRole(client);
      await migrate(tx as unknown as NodePgDatabase, { migrationsFolder });
      // The extension may have been installed since; without it searches read whole lists.
      await tx.execute(sql`select make_search_index()`);
    });
  } finally {
    await client.end();
  }
}

/** A migration unknown to this version may have changed something that it relies on. */
async function refuseNewerDatabase(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return;
  const applied = await client.query<{ at: string }>(
    "select created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  const newest = Number(applied.rows[0]?.at ?? 0);
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  if (newest > Math.max(...known))
    throw new Error(
      `A newer version of Paraph has changed this database (migration of ${new Date(newest).toISOString()}), and this version cannot read it. Start that version, or restore the backup from before the upgrade. Nothing was changed.`,
    );
}

/**
 * Stores the session settings as settings of the role in this database, because a pooler passes no settings on. A role
 * may change its own. They apply to connections opened afterwards.
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
