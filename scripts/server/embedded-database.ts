import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "../embedded-postgres/open";

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Any constant will do; it is held as long as a server serves this data folder. */
const serverLock = 7_302_032;

/** Where the running server says how it can be reached. */
export function runningFile(dataDir: string): string {
  return path.join(dataDir, "running.json");
}

/**
 * Opens the embedded database for the one server of this data folder and keeps it running: when Postgres dies, it is
 * started again at the same address, and the pools reconnect by themselves. Throws when another server holds the folder.
 */
export async function openEmbeddedDatabase(root: string, dataDir: string): Promise<EmbeddedDatabase> {
  let postgres = await openEmbeddedPostgres({ root, dataDir });
  let holder = await claim(postgres, dataDir);
  let restarting = Promise.resolve();
  let stopping = false;
  const restart = async (): Promise<void> => {
    console.error("The embedded Postgres ended; starting it again.");
    await holder.end().catch(() => undefined);
    postgres = await openEmbeddedPostgres({ root, dataDir, socketDir: postgres.socketDir });
    holder = await claim(postgres, dataDir);
    supervise();
  };
  const supervise = (): void => {
    postgres.onGone(() => {
      if (stopping) return;
      restarting = restart().catch((error: unknown) => {
        console.error("The embedded Postgres could not be started again:", error);
        process.exit(1);
      });
    });
  };
  supervise();
  return {
    url: postgres.url,
    stop: async () => {
      stopping = true;
      await restarting;
      await holder.end().catch(() => undefined);
      await postgres.stop();
    },
  };
}

/** A session lock in the database: it cannot outlive its holder, however that ends. */
async function claim(postgres: EmbeddedPostgres, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  const result = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [serverLock]);
  if (result.rows[0]?.held) return client;
  await client.end();
  postgres.release();
  throw new Error(`Paraph already runs on ${dataDir}${whoRuns(dataDir)}. Stop it first, or set DATA_DIR and PORT for a second one.`);
}

function whoRuns(dataDir: string): string {
  try {
    const running = JSON.parse(readFileSync(runningFile(dataDir), "utf8")) as { pid: number; url: string };
    return `: ${running.url}, process ${String(running.pid)}`;
  } catch {
    return "";
  }
}
