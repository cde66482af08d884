import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "./client";
import { plannedForItsValues } from "./named-statements";
import { useCommittedDatabase } from "./testing/test-database";

const database = useCommittedDatabase();

interface Planned extends Record<string, unknown> {
  statement: string;
  calls: string;
}

test("has Postgres plan a statement once per connection, whatever its values, and leaves one without values unnamed", async () => {
  const connection = connect(database().url, 1);
  try {
    for (const value of [1, 2, 3]) {
      const { rows } = await connection.db.execute(sql`select ${value}::int + 1 as sum`);
      expect(rows).toEqual([{ sum: value + 1 }]);
    }
    const planned = await connection.db.execute<Planned>(
      sql`select statement, generic_plans + custom_plans as calls from pg_prepared_statements`,
    );
    expect(planned.rows).toEqual([{ statement: "select $1::int + 1 as sum", calls: "3" }]);
  } finally {
    await connection.close();
  }
});

test("gives no name to a statement that is to be planned for its values", async () => {
  const connection = connect(database().url, 1);
  try {
    const { rows } = await connection.db.execute(sql`${plannedForItsValues}select ${2}::int as two`);
    expect(rows).toEqual([{ two: 2 }]);
    expect((await connection.db.execute(sql`select 1 from pg_prepared_statements`)).rows).toEqual([]);
  } finally {
    await connection.close();
  }
});

test("still runs statements beyond the limit of names", async () => {
  const connection = connect(database().url, 1);
  try {
    for (let column = 0; column < 205; column++) {
      const { rows } = await connection.db.execute(
        sql`select ${column}::int as ${sql.identifier(`c${String(column)}`)}`,
      );
      expect(rows).toEqual([{ [`c${String(column)}`]: column }]);
    }
    const { rows } = await connection.db.execute<{ count: string }>(sql`select count(*) from pg_prepared_statements`);
    expect(rows).toEqual([{ count: "200" }]);
  } finally {
    await connection.close();
  }
});
