import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";

const database = useCommittedDatabase();

const changes = [
  "update audit_events set type = 'file.deleted'",
  "delete from audit_events",
  "truncate audit_events cascade",
  "update audit_callers set actor = '{}'",
  "delete from audit_callers",
  "truncate audit_callers cascade",
];

test.each(["origin", "replica", "local"])(
  "a superuser whose session_replication_role is %s cannot change or delete an event or its caller",
  async (role) => {
    const client = await database().pool.connect();
    try {
      expect((await client.query("select usesuper from pg_user where usename = current_user")).rows[0]).toEqual({
        usesuper: true,
      });
      // This role skips foreign keys, so a single row is enough for the test.
      await client.query("set session_replication_role = replica");
      await client.query("insert into audit_callers (file_id, n, actor, net) values (1, 0, '{}', '{}')");
      await client.query(
        "insert into audit_events (file_id, seq, v, type, at, caller, hash) values (1, 0, 1, 'file.created', now(), 0, '')",
      );
      await client.query(`set session_replication_role = ${role}`);
      for (const change of changes) {
        await expect(client.query(change), change).rejects.toThrow("append-only");
        expect((await client.query("select type from audit_events")).rows).toEqual([{ type: "file.created" }]);
      }
    } finally {
      client.release(true);
    }
  },
);
