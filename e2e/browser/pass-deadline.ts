import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";

/** Lets a file's deadline be a minute ago: nobody can wait a day for it, and the API takes no time that has passed. */
export async function passDeadline(dataDir: string, fileUuid: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rowCount } = await client.query("update files set expires_at = now() - interval '1 minute' where uuid = $1", [fileUuid]);
    if (rowCount !== 1) throw new Error(`there is no file ${fileUuid}`);
  } finally {
    await client.end();
    postgres.release();
  }
}
