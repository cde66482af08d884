import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { describeHealth } from "./describe";
import { healthReportAnswer } from "./schema";
import { toHealthWire } from "./wire";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("an administrator reads versions, disk and migrations; missing migrations fail, and are told with the rest", async () => {
  const ctx = makeContext(database().db);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const report = healthReportAnswer.parse(toHealthWire(await describeHealth(ctx, admin)));
  expect(report).toMatchObject({ node: process.versions.node, jobs: { dead: 0 }, timestamps: { url: null } });
  expect(report.disk?.freeBytes).toBeGreaterThan(0);
  expect(report.checks.find(({ name }) => name === "migrations")?.state).toBe("ok");
  await ctx.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  const later = toHealthWire(await describeHealth(ctx, admin));
  expect([later.status, later.migrations]).toEqual(["failing", report.migrations - 1]);
});

test("nobody else reads them", async () => {
  const ctx = makeContext(database().db);
  await expect(describeHealth(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "forbidden" });
});
