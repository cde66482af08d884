import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { connect, type DatabaseConnection, type Db } from "@/db/client";
import { giveBack, takeDatabase } from "./spare-databases";

export interface TestDatabase extends DatabaseConnection {
  url: string;
}

/** A database with the whole schema and the rows of the run's template, which are a setting. Nothing can connect to it after `close`. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = await takeDatabase(serverUrl);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const connection = connect(url.href);
  return {
    ...connection,
    url: url.href,
    close: async () => {
      await connection.close();
      await giveBack(serverUrl, name);
    },
  };
}

/**
 * For most tests: one database for the file, and each test inside a transaction that is rolled back after it. A `ctx.tx`
 * becomes a savepoint. Everything runs on one connection, so tests of races use `useCommittedDatabase`.
 */
export function useRolledBackDatabase(): () => Db {
  let database: TestDatabase;
  let current: { db: Db; rollback: () => Promise<void> } | null = null;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    current = await openTransaction(database.db);
  });
  afterEach(async () => {
    await current?.rollback();
    current = null;
  });
  afterAll(() => database.close());
  return () => {
    if (!current) throw new Error("the database is there only while a test runs");
    return current.db;
  };
}

/** For tests of races and crashes: each test has a database of its own, with real commits on real connections. */
export function useCommittedDatabase(): () => TestDatabase {
  let current: TestDatabase | null = null;
  beforeEach(async () => {
    current = await testDatabase();
  });
  afterEach(async () => {
    await current?.close();
    current = null;
  });
  return () => {
    if (!current) throw new Error("the database is there only while a test runs");
    return current;
  };
}

class Rollback extends Error {}

/** Drizzle gives a transaction only inside a callback; this one stays open until the test has ended. */
async function openTransaction(db: Db): Promise<{ db: Db; rollback: () => Promise<void> }> {
  let end = (): void => undefined;
  let transaction: Promise<void> = Promise.resolve();
  const opened = new Promise<Db>((resolve, reject) => {
    transaction = db.transaction(async (inner) => {
      // A test may run other programs for longer than the product lets a transaction idle.
      await inner.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      resolve(inner);
      await new Promise<void>((finish) => (end = finish));
      throw new Rollback();
    });
    transaction.catch(reject);
  });
  const inner = await opened;
  return {
    db: inner,
    rollback: async () => {
      end();
      await transaction.catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
    },
  };
}
