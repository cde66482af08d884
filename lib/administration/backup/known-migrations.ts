import { readMigrationFiles, type MigrationMeta } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";
import { BackupError, type AppliedMigration } from "./archive-format";

/** The migrations of this version that a backup's database had. Throws BackupError `newer_version` when it had one that this version does not know. */
export function migrationsOf(folder: string, applied: readonly AppliedMigration[]): MigrationMeta[] {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const isKnown = applied.every(({ at }, index) => known[index]?.folderMillis === at);
  if (!isKnown) throw new BackupError("newer_version");
  return known.slice(0, applied.length);
}

/** Makes the tables as they were, and the record of the migrations as drizzle keeps it, within the client's transaction. */
export async function applyMigrations(client: ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
