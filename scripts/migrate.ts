import { openEmbeddedPostgres } from "./embedded-postgres/open";
import { ensureServiceRole } from "./embedded-postgres/service-role";
import { migrateDatabase } from "./migrate-database";

/**
 * `npm run db:migrate`: the migration that a start runs first, for operators who want to run it separately. Uses
 * DATABASE_URL, or else the embedded database.
 */
const root = process.cwd();
const given = process.env["DATABASE_URL"];

try {
  if (given) await migrateDatabase(given, root);
  else await migrateEmbedded();
  console.log("The database has the schema of this version.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function migrateEmbedded(): Promise<void> {
  const postgres = await openEmbeddedPostgres({ root, dataDir: process.env["DATA_DIR"] ?? ".data" });
  try {
    await migrateDatabase(await ensureServiceRole(postgres.url), root);
  } finally {
    if (postgres.adopted) postgres.release();
    else await postgres.stop();
  }
}
