import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrateDatabase } from "@/scripts/migrate-database";
import { connect, type DatabaseConnection } from "./client";
import { startPgBouncer, type PgBouncer } from "./testing/pgbouncer";
import { useCommittedDatabase } from "./testing/test-database";

const database = useCommittedDatabase();
let pooler: PgBouncer;
let connection: DatabaseConnection | null = null;

beforeEach(async () => {
  pooler = await startPgBouncer(database().url, 2);
});
afterEach(async () => {
  await connection?.close();
  connection = null;
  await pooler.stop();
});

async function open(): Promise<DatabaseConnection> {
  await migrateDatabase(pooler.url, process.cwd());
  connection = connect(pooler.url, 8);
  return connection;
}

describe("behind PgBouncer in transaction mode", () => {
  test("runs named and unnamed statements for more clients than connections @exhaustive", async () => {
    const { db } = await open();
    const named = db
      .select({ sum: sql<number>`${sql.placeholder("value")}::int + 1` })
      .from(sql`generate_series(1, 1)`);
    const prepared = named.prepare("add_one");
    const sums = await Promise.all(
      Array.from({ length: 60 }, async (_, value) => {
        if (value % 3 === 0) return (await prepared.execute({ value }))[0]?.sum;
        if (value % 3 === 1)
          return (await db.execute<{ sum: number }>(sql`select ${value}::int + 1 as sum`)).rows[0]?.sum;
        return db.transaction(async (tx) => {
          await tx.execute(sql`set local statement_timeout = '5min'`);
          return (await tx.execute<{ sum: number }>(sql`select ${value}::int + 1 as sum`)).rows[0]?.sum;
        });
      }),
    );
    expect(sums).toEqual(Array.from({ length: 60 }, (_, value) => value + 1));
  });

  test("applies the session's limits as settings of the role @exhaustive", async () => {
    await migrateDatabase(pooler.url, process.cwd());
    // Connections that are already open keep their settings.
    await pooler.stop();
    pooler = await startPgBouncer(database().url, 2);
    const { db } = await open();
    for (const [name, value] of [
      ["statement_timeout", "10s"],
      ["lock_timeout", "3s"],
      ["idle_in_transaction_session_timeout", "15s"],
      ["jit", "off"],
    ] as const)
      expect((await db.execute(sql`select current_setting(${name}) as value`)).rows).toEqual([{ value }]);
    await expect(db.execute(sql`set statement_timeout = 50; select pg_sleep(5)`)).rejects.toThrow();
  });

  test("migrates once when servers start together @exhaustive", async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(pooler.url, process.cwd())));
    const { db } = await open();
    expect(
      (await db.execute(sql`select count(*)::int as tables from pg_tables where tablename = 'files'`)).rows,
    ).toEqual([{ tables: 1 }]);
  });

  test("names ?pgbouncer=true when an address lacks it @exhaustive", async () => {
    connection = connect(pooler.unmarkedUrl, 1);
    const error: unknown = await connection.db.execute(sql`select 1`).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      cause: { message: expect.stringContaining("unsupported startup parameter") as string },
    });
  });
});
