import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { withoutParameters } from "./log";

const database = useCommittedDatabase();

test("logs a failed query with its code and text but without its values", async () => {
  const secret = "042917-bo@x.org";
  const error: unknown = await database()
    .db.execute(sql`insert into settings (name, value) values (${secret}, ${secret})`)
    .catch((thrown: unknown) => thrown);
  const logged = JSON.stringify(withoutParameters(error));
  expect(JSON.stringify(error) + String(error)).toContain(secret);
  expect(logged).not.toContain(secret);
  expect(logged).toContain("insert into settings");
  expect(logged).toContain("22P02");
});

test("does not log the row that a constraint refused", async () => {
  const twice = sql`insert into settings (name, value) values (${"bo@x.org"}, '1')`;
  await database().db.execute(twice);
  const error: unknown = await database()
    .db.execute(twice)
    .catch((thrown: unknown) => thrown);
  const logged = JSON.stringify(withoutParameters(error));
  expect(logged).toContain("23505");
  expect(logged).not.toContain("bo@x.org");
});

test("does not log a value that a column cannot hold", async () => {
  const error: unknown = await database()
    .db.execute(sql`select ${"secret-value"}::uuid`)
    .catch((thrown: unknown) => thrown);
  expect(JSON.stringify(withoutParameters(error))).not.toContain("secret-value");
});
