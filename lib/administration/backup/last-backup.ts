import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import type { Ctx } from "@/lib/context/context";

const name = "last_backup";

/** Records, by the database's clock, that a backup is complete. */
export async function noteBackup(client: Pick<ClientBase, "query">): Promise<void> {
  await client.query(
    `insert into settings (name, value) values ($1, to_jsonb(extract(epoch from now())::bigint))
       on conflict (name) do update set value = excluded.value`,
    [name],
  );
}

/**
 * When the last backup by `npm run backup` was completed, or null if there was none. A restored instance has the time
 * of the backup before its own.
 */
export async function lastBackupAt({ db }: Pick<Ctx, "db">): Promise<Date | null> {
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select (value #>> '{}')::float8 as seconds from settings where name = ${name}`,
  );
  return rows[0] ? new Date(rows[0].seconds * 1000) : null;
}
