import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, type DatabaseConnection } from "./client";
import { isDatabaseLost, WatchedPool } from "./lost-database";
import { startStallingProxy, type StallingProxy } from "./testing/stalling-proxy";
import { useCommittedDatabase } from "./testing/test-database";

const database = useCommittedDatabase();
let proxy: StallingProxy;
let connection: DatabaseConnection;
let url: URL;

beforeEach(async () => {
  url = new URL(database().url);
  const folder = url.searchParams.get("host");
  proxy = await startStallingProxy(
    folder
      ? { path: `${folder}/.s.PGSQL.${url.port || "5432"}` }
      : { host: url.hostname, port: Number(url.port || "5432") },
  );
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  connection = connect(url.href, 3);
});
afterEach(async () => {
  await proxy.close();
  await connection.close();
});

const ask = () => connection.db.execute<{ alive: number }>(sql`select 1 as alive`);
const untilItAnswers = async (): Promise<void> => {
  while (
    !(await ask().then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
};

test("fails running and later queries as a lost database until a dead network responds again @exhaustive", async () => {
  await Promise.all([ask(), ask(), ask()]);
  proxy.stall();
  // More requests than connections, so that some wait and never get one.
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, ask));
  for (const outcome of outcomes) expect(outcome.status === "rejected" && isDatabaseLost(outcome.reason)).toBe(true);
  const later = await ask().catch((error: unknown) => error);
  expect(isDatabaseLost(later)).toBe(true);
  proxy.resume();
  await untilItAnswers();
  expect((await connection.db.transaction((tx) => tx.execute(sql`select 1 as alive`))).rows).toEqual([{ alive: 1 }]);
});

test("survives the end of the waiting time of a caller that was refused before @exhaustive", async () => {
  const pool = new WatchedPool({ connectionString: url.href, max: 1, connectionTimeoutMillis: 7000 });
  const held = await pool.connect();
  held.on("error", () => undefined);
  proxy.stall();
  // Never released while the other waits, so that pg's own timer ends the wait.
  const running = held.query("select 1").catch((error: unknown) => error);
  await expect(pool.connect()).rejects.toSatisfy(isDatabaseLost);
  await running;
  await expect.poll(() => pool.waitingCount, { timeout: 10_000 }).toBe(0);
  held.release(true);
  await pool.end();
});

test("closes a connection that loses its responses although the database is up @exhaustive", async () => {
  await ask();
  proxy.stallOpenOnes();
  const lost = await ask().catch((error: unknown) => error);
  expect(isDatabaseLost(lost)).toBe(true);
  expect((await ask()).rows).toEqual([{ alive: 1 }]);
});

test("waits for a slow statement @exhaustive", async () => {
  await ask();
  const lock = sql`pg_advisory_xact_lock(7302078)`;
  const before = proxy.opened();
  const answer = await database().db.transaction(async (holder) => {
    await holder.execute(sql`select ${lock}`);
    const slow = connection.db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = 0`);
      return tx.execute(sql`select 1 as waited from ${lock}`);
    });
    // The second check of the silent connection begins after the first has spared it.
    const checked = expect.poll(() => proxy.opened(), { timeout: 9000 }).toBeGreaterThanOrEqual(before + 2);
    await Promise.race([slow, checked]);
    return { slow };
  });
  expect((await answer.slow).rows).toEqual([{ waited: 1 }]);
});

test("frees the pool's place of a connection that breaks at the start of a transaction @exhaustive", async () => {
  for (let round = 0; round < 4; round++) {
    await ask();
    proxy.cutAtNextWord();
    const begun = await connection.db.transaction((tx) => tx.execute(sql`select 1`)).catch((error: unknown) => error);
    expect(isDatabaseLost(begun)).toBe(true);
  }
  expect((await ask()).rows).toEqual([{ alive: 1 }]);
});
