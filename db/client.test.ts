import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "./testing/test-database";

const database = useCommittedDatabase();

test("fails only the transaction, not the process, when its connection is lost between two statements", async () => {
  const { db } = database();
  const lost = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    await sleep(200);
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
