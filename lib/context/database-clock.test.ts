import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "@/db/client";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { databaseTime } from "./database-clock";

const database = useRolledBackDatabase();

/** The database, with a count of the statements sent to it. */
function counted(): { db: Db; statements: () => number } {
  let statements = 0;
  const db = new Proxy(database(), {
    get: (target, name, receiver): unknown => {
      if (name === "execute") statements += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { db, statements: () => statements };
}

async function clock(): Promise<number> {
  const { rows } = await database().execute<{ at: string }>(sql`select clock_timestamp() as at`);
  return new Date(rows[0]?.at ?? "").getTime();
}

test("answers most requests within a second without a statement, and in order", async () => {
  const { db, statements } = counted();
  const owner = {};
  const times: number[] = [];
  for (let question = 0; question < 200; question++) times.push((await databaseTime(db, owner)).getTime());
  expect(statements()).toBeLessThan(100);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});

test("is never ahead of the database's clock", async () => {
  const owner = {};
  for (let question = 0; question < 50; question++) {
    const reported = (await databaseTime(database(), owner)).getTime();
    expect(reported).toBeLessThanOrEqual(await clock());
  }
});

test("asks the database again when the machine's clock was changed", async () => {
  const { db, statements } = counted();
  const owner = {};
  await databaseTime(db, owner);
  const before = statements();
  const now = Date.now;
  Date.now = () => now() + 3_600_000;
  try {
    await databaseTime(db, owner);
  } finally {
    Date.now = now;
  }
  expect(statements()).toBe(before + 1);
});

test("keeps the clocks of two instances apart", async () => {
  const { db, statements } = counted();
  await databaseTime(db, {});
  await databaseTime(db, {});
  expect(statements()).toBe(2);
});
