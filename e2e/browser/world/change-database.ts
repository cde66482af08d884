import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";

/**
 * Runs one SQL statement on a server's database, for changes that need time to pass or that the API deliberately does
 * not offer. Returns the number of changed rows.
 */
export async function changeDatabase(dataDir: string, statement: string, values: readonly unknown[]): Promise<number> {
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
    postgres.release();
  }
}
