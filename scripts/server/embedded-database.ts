import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isAlive } from "../bootstrap/is-alive.mjs";
import { openEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from "../embedded-postgres/open";
import { ensureServiceRole } from "../embedded-postgres/service-role";

export interface EmbeddedDatabase {
  /** Connects as the server's own role, which is not a superuser. */
  url: string;
  stop(): Promise<void>;
}

/** An arbitrary constant; the lock is held as long as a server serves this data folder. */
const serverLock = 7_302_032;
const sessionName = "paraph server ";

/** The file in which the running server stores its address. */
export function runningFile(dataDir: string): string {
  return path.join(dataDir, "running.json");
}

/**
 * Opens the embedded database for the only server of this data folder and keeps it running: when Postgres dies, it is
 * restarted at the same address, and the pools reconnect by themselves. Throws when another server holds the folder.
 */
export async function openEmbeddedDatabase(root: string, dataDir: string): Promise<EmbeddedDatabase> {
  let { postgres, url, holder } = await openAndClaim({ root, dataDir });
  let restarting = Promise.resolve();
  let stopping = false;
  const restart = async (): Promise<void> => {
    console.error("The embedded Postgres ended; starting it again.");
    await holder.end().catch(() => undefined);
    ({ postgres, url, holder } = await openAndClaim({ root, dataDir, socketDir: postgres.socketDir }));
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
    url,
    stop: async () => {
      stopping = true;
      await restarting;
      await holder.end().catch(() => undefined);
      await postgres.stop();
    },
  };
}

class RunsAlready extends Error {}

/** A Postgres started by another process may end with it while we query it; then we start it ourselves. */
async function openAndClaim(
  options: EmbeddedPostgresOptions,
): Promise<{ postgres: EmbeddedPostgres; url: string; holder: pg.Client }> {
  for (let attempt = 1; ; attempt += 1) {
    const postgres = await openEmbeddedPostgres(options);
    try {
      const url = await ensureServiceRole(postgres.url);
      return { postgres, url, holder: await claim(postgres, url, options.dataDir) };
    } catch (error) {
      if (error instanceof RunsAlready || !postgres.adopted || attempt === 5) throw error;
      postgres.release();
    }
  }
}

/** A session lock in the database, which cannot outlive its holder. The session's name identifies the holder. */
async function claim(postgres: EmbeddedPostgres, url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: `${sessionName}${String(process.pid)}` });
  client.on("error", () => undefined);
  await client.connect();
  const holder = await lockUnlessHeld(client);
  if (holder === null) return client;
  await client.end();
  postgres.release();
  throw new RunsAlready(
    `Paraph already runs on ${dataDir}: ${whereItRuns(dataDir, holder)}process ${String(holder)}. Stop it first, or set DATA_DIR and PORT for a second one.`,
  );
}

/**
 * Null once the lock is acquired, otherwise the process that holds it. The session of a killed process takes a moment
 * to end.
 */
async function lockUnlessHeld(client: pg.Client): Promise<number | null> {
  for (let waited = 0; ; waited += 50) {
    const taken = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [serverLock]);
    if (taken.rows[0]?.held) return null;
    const holder = await findHolder(client);
    if (holder !== null && (isAlive(holder) || waited >= 2000)) return holder;
    await sleep(50);
  }
}

async function findHolder(client: pg.Client): Promise<number | null> {
  const result = await client.query<{ name: string | null }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted`,
    [serverLock],
  );
  const name = result.rows[0]?.name;
  // A session of another role shows no name: it is a server of a version that worked as superuser.
  return name === undefined || name === null ? null : Number(name.slice(sessionName.length));
}

/** Empty while the holder is still starting, because the file may have been left by a killed server. */
function whereItRuns(dataDir: string, holder: number): string {
  try {
    const running = JSON.parse(readFileSync(runningFile(dataDir), "utf8")) as { pid: number; url: string };
    return running.pid === holder ? `${running.url}, ` : "";
  } catch {
    return "";
  }
}
