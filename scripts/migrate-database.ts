import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
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
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: path.join(root, "db", "migrations") });
    // The extension may have been installed since; without it searches read whole lists.
    await client.query("select make_search_index()");
  } finally {
    await client.end();
  }
}
