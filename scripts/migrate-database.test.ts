import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { migrateDatabase } from "./migrate-database";

const database = useCommittedDatabase();

test("refuses a database migrated by a newer version, and accepts one of this version", async () => {
  const { url, db } = database();
  await migrateDatabase(url, process.cwd());
  const applied = async () => (await db.execute(sql`select id from drizzle.__drizzle_migrations`)).rows.length;
  const before = await applied();
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 4102444800000)`,
  );
  await expect(migrateDatabase(url, process.cwd())).rejects.toThrow("A newer version of Paraph");
  expect(await applied()).toBe(before + 1);
});
