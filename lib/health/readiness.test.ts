import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { useTestContext } from "@/lib/testing/test-context";
import { assertReady } from "./readiness";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("a migrated database and a folder that can be written are ready", async () => {
  await expect(assertReady(makeContext(database().db))).resolves.toBeUndefined();
});

test("a database that lacks the newest migration is not", async () => {
  const ctx = makeContext(database().db);
  await ctx.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  await expect(assertReady(ctx)).rejects.toMatchObject({ code: "unavailable", detail: "The database is not migrated" });
});

test("documents that cannot be written are said, without the cause", async () => {
  const ctx = makeContext(database().db);
  const full = { ...ctx, blobs: { ...ctx.blobs, check: () => Promise.reject(new Error("EROFS /secret/path")) } } as unknown as typeof ctx;
  await expect(assertReady(full)).rejects.toMatchObject({ code: "unavailable", detail: "The documents' folder cannot be written" });
});
