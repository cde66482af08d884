import { openEmbeddedPostgres } from "./embedded-postgres/open";
import { ensureServiceRole } from "./embedded-postgres/service-role";

/** The database for a command: DATABASE_URL, or the embedded one, which is started where no server has, and stopped again. */
export async function openDatabase(dataDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env["DATABASE_URL"];
  if (url) return { url, close: () => Promise.resolve() };
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const close = async (): Promise<void> => (postgres.adopted ? postgres.release() : postgres.stop());
  return { url: await ensureServiceRole(postgres.url), close };
}
