import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { useTestContext } from "@/lib/testing/test-context";
import { assertReady, measureAnswer } from "./readiness";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("a migrated database and a folder that can be written are ready", async () => {
  await expect(assertReady(makeContext(database().db))).resolves.toBeUndefined();
});

test("a database that lacks the newest migration is not", async () => {
  const ctx = makeContext(database().db);
  await ctx.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );
  await expect(assertReady(ctx)).rejects.toMatchObject({ code: "unavailable", detail: "The database is not migrated" });
});

test("documents that cannot be written are said, without the cause", async () => {
  const ctx = makeContext(database().db);
  const full = {
    ...ctx,
    blobs: { ...ctx.blobs, check: () => Promise.reject(new Error("EROFS /secret/path")) },
  } as unknown as typeof ctx;
  await expect(assertReady(full)).rejects.toMatchObject({
    code: "unavailable",
    detail: "The store of documents cannot be written",
  });
});

test("one slow answer of the database does not make it slow; when all three are, the quickest tells how slow", async () => {
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  const ctx = { db: { execute: () => Promise.resolve() } } as unknown as Parameters<typeof measureAnswer>[0];
  const measured = (...times: number[]): Promise<number> => {
    for (const time of times) clock.mockReturnValueOnce(0).mockReturnValueOnce(time);
    return measureAnswer(ctx);
  };
  expect(await measured(900, 3.4, 500)).toBe(3);
  expect(await measured(900, 600, 400)).toBe(400);
});

test("a database that does not respond has no response time", async () => {
  const ctx = { db: { execute: () => Promise.reject(new Error("gone")) } } as unknown as Parameters<
    typeof measureAnswer
  >[0];
  await expect(measureAnswer(ctx)).rejects.toThrow("gone");
});
