import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context/context";

/** Every row of every table as lower-case text, after its table's name; bytes are hexadecimal digits, as in a dump. */
export async function dumpRows({ db }: Pick<Ctx, "db">): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const table of rows) {
    const all = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table.name)} t`);
    texts.push(...all.rows.map(({ row }) => `${table.name}: ${row}`.toLowerCase()));
  }
  return texts;
}
