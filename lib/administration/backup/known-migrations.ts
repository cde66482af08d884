import { readMigrationFiles, type MigrationMeta } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";
import { BackupError, type AppliedMigration } from "./archive-format";

interface SplitMigrations {
  /** Those that the backup's database had. */
  before: MigrationMeta[];
  /** Those that came with later versions. */
  later: MigrationMeta[];
}

/** The migrations of this version, by whether a backup's database had them. Throws BackupError `newer_version` when it had one that this version does not know. */
export function migrationsOf(folder: string, applied: readonly AppliedMigration[]): SplitMigrations {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const isKnown = applied.every(({ at }, index) => known[index]?.folderMillis === at);
  if (!isKnown) throw new BackupError("newer_version");
  return { before: known.slice(0, applied.length), later: known.slice(applied.length) };
}

/** Runs migrations and writes the record of the migrations as drizzle keeps it, within the client's transaction. */
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
