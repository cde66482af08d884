import path from "node:path";
import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { migrateDatabase } from "@/scripts/migrate-database";
import { fillDatabase } from "./fill/fill-database";

/**
 * `npm run fill -- --documents=300000`: fills an empty database with accounts, documents, trails and jobs, for
 * measurements at scale. It uses DATABASE_URL, or the embedded database of DATA_DIR. The rows have no bytes in storage
 * and their audit chains do not verify.
 */
async function main(): Promise<void> {
  const documents = Number(/^--documents=(\d+)$/.exec(process.argv.slice(2).join(" "))?.[1]);
  if (!(documents >= 100)) throw new Error("usage: npm run fill -- --documents=300000 (at least 100)");
  const database = await openDatabase();
  try {
    await migrateDatabase(database.url, process.cwd());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await fillDatabase(client, documents, (line) => console.log(line));
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env["DATABASE_URL"];
  if (url) return { url, close: () => Promise.resolve() };
  const postgres = await openEmbeddedPostgres({
    root: process.cwd(),
    dataDir: path.resolve(process.env["DATA_DIR"] || ".data"),
  });
  return { url: postgres.url, close: async () => (postgres.adopted ? postgres.release() : postgres.stop()) };
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
