import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useCommittedDatabase, useRolledBackDatabase } from "./test-database";

describe("a rolled back database", () => {
  const db = useRolledBackDatabase();

  test.each(["the first test", "the test after it"])(
    "%s finds the schema but nothing that another test left",
    async () => {
      const before = await db().execute(
        sql`select to_regclass('accounts') as accounts, to_regclass('scratch') as scratch`,
      );
      expect(before.rows[0]).toEqual({ accounts: "accounts", scratch: null });
      await db().transaction((inner) => inner.execute(sql`create table scratch (id int)`));
      const after = await db().execute(sql`select to_regclass('scratch') as scratch`);
      expect(after.rows[0]).toEqual({ scratch: "scratch" });
    },
  );
});

describe("a committed database", () => {
  const database = useCommittedDatabase();

  test.each(["the first test", "the test after it"])(
    "%s starts from the template, and its commits are seen by other connections",
    async () => {
      const { db, pool } = database();
      const before = await db.execute(sql`select to_regclass('scratch') as name`);
      expect(before.rows[0]?.["name"]).toBeNull();
      await pool.query("create table scratch (id int)");
      const clients = await Promise.all([pool.connect(), pool.connect()]);
      const seen = await Promise.all(clients.map((client) => client.query("select to_regclass('scratch') as name")));
      clients.forEach((client) => client.release());
      expect(seen.map((result) => String(result.rows[0].name))).toEqual(["scratch", "scratch"]);
    },
  );
});
