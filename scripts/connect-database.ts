import pg from "pg";

const patienceMs = 10_000;

/** Connects to the database of DATABASE_URL. Throws an Error of one line that says which one cannot be reached and why, never the password. */
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

/** A host with several addresses fails with one error for each, and no words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : "unknown";
}
