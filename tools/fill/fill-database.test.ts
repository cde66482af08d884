import pg from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "@/db/testing/test-database";
import { fillDatabase } from "./fill-database";

test("fills a database of the current schema only once @exhaustive", async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const fill = () => fillDatabase(client, 400, () => undefined);
    await fill();
    const { rows } = await client.query<{ documents: string; completed: string; jobs: string }>(
      `select (select count(*) from files where envelope_id is null) as documents,
        (select count(*) from files where status = 'signed') > 0 as completed, (select count(*) from outbox_jobs) > 0 as jobs`,
    );
    expect(rows).toEqual([{ documents: "400", completed: true, jobs: true }]);
    await expect(fill()).rejects.toThrow("has documents already");
  } finally {
    await client.end();
    await database.close();
  }
});
