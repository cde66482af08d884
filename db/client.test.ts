import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "./testing/test-database";

const database = useCommittedDatabase();

test("fails only the transaction, not the process, when its connection is lost between two statements", async () => {
  const { db, pool } = database();
  const acquired = new Promise<pg.PoolClient>((resolve) => pool.once("acquire", resolve));
  const lost = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const client = await acquired;
    // Not `events.once`, which would handle the client's error, too.
    const closed = new Promise<void>((resolve) => client.once("end", resolve));
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    await closed;
    await tx.execute(sql`select 1`);
  });
  await expect(lost).rejects.toThrow();
  expect((await db.execute<{ alive: number }>(sql`select 1 as alive`)).rows).toEqual([{ alive: 1 }]);
});

test("runs statements without JIT and parallel workers, which take longer than the statements", async () => {
  const { rows } = await database().db.execute(
    sql`select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`,
  );
  expect(rows).toEqual([{ jit: "off", workers: "0" }]);
});
