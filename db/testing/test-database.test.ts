import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useCommittedDatabase, useRolledBackDatabase } from "./test-database";

describe("a rolled-back database", () => {
  const db = useRolledBackDatabase();

  test.each(["the first test", "the test after it"])(
    "%s finds the schema but nothing left by another test",
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

describe.each(["the first file", "the file after it"])("a rolled-back database of %s", () => {
  const db = useRolledBackDatabase();

  test("has ids from 1 and no space of deleted rows", async () => {
    const found = await db().execute(
      sql`select nextval('accounts_id_seq')::int as id, pg_relation_size('rate_counters')::int as bytes`,
    );
    expect(found.rows).toEqual([{ id: 1, bytes: 0 }]);
    await db().execute(sql`insert into rate_counters (key, window_started_at, count) values ('a', now(), 1)`);
  });
});

describe("a committed database", () => {
  const database = useCommittedDatabase();

  test.each(["the first test", "the test after it"])(
    "%s finds only the template's rows, even where deleting is refused, and ids from 1",
    async () => {
      const { pool } = database();
      const before = await pool.query(
        `select (select json_agg(name) from settings) as settings, (select count(*)::int from audit_callers) as callers,
          exists (select from drizzle.__drizzle_migrations) as migrated`,
      );
      expect(before.rows).toEqual([{ settings: ["identify_method"], callers: 0, migrated: true }]);
      await pool.query("delete from drizzle.__drizzle_migrations");
      await pool.query("insert into settings (name, value) values ('another', '1')");
      const id = await pool.query(`select nextval('accounts_id_seq')::int as id`);
      expect(id.rows).toEqual([{ id: 1 }]);
      // Without the file to which it refers.
      await pool.query(`
        begin;
        set local session_replication_role = replica;
        insert into audit_callers (file_id, n, actor, net) values (1, 1, '{}', '{}');
        commit`);
    },
  );

  test.each(["the first test", "the test after it"])("has no dead rows in %s", async () => {
    const { pool } = database();
    const size = await pool.query("select pg_relation_size('rate_counters')::int as bytes");
    expect(size.rows).toEqual([{ bytes: 0 }]);
    await pool.query("insert into rate_counters (key, window_started_at, count) values ('a', now(), 1)");
  });

  test.each(["the first test", "the test after it"])("%s finds all triggers enabled", async () => {
    const { pool } = database();
    const enabled = await pool.query(
      "select bool_and(tgenabled = 'A') as all from pg_trigger where tgname like '%append_only'",
    );
    expect(enabled.rows).toEqual([{ all: true }]);
    await pool.query("alter table audit_events disable trigger all");
  });

  test.each(["the first test", "the test after it"])(
    "%s starts from the template and makes its commits visible to other connections",
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
