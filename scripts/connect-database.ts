import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { ensureServiceRole } from "@/scripts/embedded-postgres/service-role";

const patienceMs = 10_000;

/**
 * Connects to the database of DATABASE_URL. Throws an Error with a one-line message that names the unreachable database
 * and the reason, but never the password.
 */
export async function connectDatabase(url: string): Promise<pg.Client> {
  const client = makeClient(url);
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `DATABASE_URL: the database ${client.database ?? ""} at ${client.host}:${String(client.port)} cannot be reached: ${reasonOf(error)}`,
    );
  }
  return client;
}

function makeClient(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  } catch {
    throw new Error(
      "DATABASE_URL: this is not the address of a Postgres database, such as postgres://user:password@host:5432/name",
    );
  }
}

/** A host with several addresses fails with one error for each address and an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : "unknown";
}

/**
 * The database for a command: DATABASE_URL, or the embedded one, which is started if no server has started it, and
 * stopped afterwards.
 */
export async function openDatabase(dataDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env["DATABASE_URL"];
  if (url) return { url, close: () => Promise.resolve() };
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const close = async (): Promise<void> => (postgres.adopted ? postgres.release() : postgres.stop());
  return { url: await ensureServiceRole(postgres.url), close };
}
