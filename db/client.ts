import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isDatabaseLost, WatchedPool } from "./lost-database";
import { dropNames, nameStatements } from "./named-statements";

/** A pool or a transaction: use cases work with either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface DatabaseConnection {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Session settings of every connection (docs/spec/limits.md). No parallel workers and no compiled statements: starting
 * a worker takes 30 ms and more on a busy machine, and the service's queries take a few milliseconds with an index.
 */
export const sessionSettings =
  "-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c max_parallel_workers_per_gather=0 -c jit=off";

/**
 * Whether a pooler in front of the database gives each transaction another connection (PgBouncer, `pool_mode =
 * transaction`), as stated by `?pgbouncer=true` in the URL. If so, connections must keep no state: no named statements,
 * no settings, no locks.
 */
export function isPooled(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get("pgbouncer") === "true";
}

/** Opens a pool on `url`; the only module that depends on the driver. `maxConnections` counts per process. */
export function connect(url: string, maxConnections = 10): DatabaseConnection {
  const pooled = isPooled(url);
  // A caller that waits longer than 5 s for a connection gets 503.
  const pool = new WatchedPool({
    connectionString: url,
    max: maxConnections,
    // With a pooler they are settings of the role (scripts/migrate-database.ts).
    ...(pooled ? {} : { options: sessionSettings }),
    connectionTimeoutMillis: 5000,
    showsBackends: !pooled,
  });
  // An idle connection closed by the server must not end the process; the next query opens another.
  pool.on("error", () => undefined);
  // Nor may one that closes during a transaction, between two statements; the transaction's next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", pooled ? dropNames : nameStatements);
  const db: Db = drizzle(pool);
  db.transaction = transactionOn(pool);
  return { db, pool, close: () => pool.end() };
}

/**
 * Drizzle's own implementation never releases a connection that breaks during `begin`: after ten such losses the pool
 * is empty.
 */
function transactionOn(pool: pg.Pool): Db["transaction"] {
  return async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client).transaction(work, config);
    } catch (error) {
      isBroken = isDatabaseLost(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}
