import { readFile, rm, writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { healthReportAnswer } from "@/lib/administration/schema";
import { startSession } from "@/lib/auth/session";
import { readSegments } from "@/lib/documents/storage/segments";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { noteForwarded } from "@/scripts/server/incoming-request";
import { assertReady, describeHealth, measureAnswer, toHealthWire } from "./describe";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("returns versions, disk and migrations to an administrator; missing migrations fail and are listed", async () => {
  const ctx = makeContext(database().db);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const report = healthReportAnswer.parse(toHealthWire(await describeHealth(ctx, admin)));
  expect(report).toMatchObject({ node: process.versions.node, jobs: { dead: 0 }, timestamps: { url: null } });
  expect(report.disk?.freeBytes).toBeGreaterThan(0);
  expect(report.checks.find(({ name }) => name === "migrations")?.state).toBe("ok");
  await ctx.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );
  const later = toHealthWire(await describeHealth(ctx, admin));
  expect([later.status, later.migrations]).toEqual(["failing", report.migrations - 1]);
});

test("is readable by administrators only", async () => {
  const ctx = makeContext(database().db);
  await expect(describeHealth(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "forbidden" });
});

test("names documents whose bytes are missing or truncated until they are restored", async () => {
  const ctx = makeContext(database().db);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const { file } = await makeRequest(ctx);
  const [segment] = await readSegments(ctx, file.id);
  if (!segment) throw new Error("a segment");
  const place = placeOf(ctx.blobs, blobKey(file.uuid, segment.sha256));
  const bytes = await readFile(place);
  const damaged = async () => {
    const { checks, damaged: named } = toHealthWire(await describeHealth(ctx, admin));
    return [checks.find(({ name }) => name === "documents")?.state, named];
  };
  expect(await damaged()).toEqual(["ok", []]);
  await rm(place);
  expect(await damaged()).toEqual(["failing", [{ uuid: file.uuid, problem: "missing" }]]);
  await writeFile(place, bytes.subarray(1));
  expect(await damaged()).toEqual(["failing", [{ uuid: file.uuid, problem: "altered" }]]);
  await writeFile(place, bytes);
  expect(await damaged()).toEqual(["ok", []]);
});

test("warns about an untrusted proxy once several accounts share its address", async () => {
  const ctx = makeContext(database().db, { request: { id: "r", address: "10.0.0.7", userAgent: "" } });
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const state = async () =>
    toHealthWire(await describeHealth(ctx, admin)).checks.find(({ name }) => name === "proxy")?.state;
  for (let account = 0; account < 3; account++) await startSession(ctx, await makeAccount(ctx));
  expect(await state()).toBe("ok");
  noteForwarded("10.0.0.7", { "x-forwarded-for": "203.0.113.9" }, 1);
  expect(await state()).toBe("ok");
  noteForwarded("::ffff:10.0.0.7", { "x-forwarded-for": "203.0.113.9" }, 0);
  expect(await state()).toBe("warning");
  noteForwarded("10.0.0.8", { "x-forwarded-for": "203.0.113.9" }, 0);
  expect(await state()).toBe("ok");
});

test("is ready with a migrated database and a writable folder", async () => {
  await expect(assertReady(makeContext(database().db))).resolves.toBeUndefined();
});

test("is not ready with a database that lacks the newest migration", async () => {
  const ctx = makeContext(database().db);
  await ctx.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );
  await expect(assertReady(ctx)).rejects.toMatchObject({ code: "unavailable", detail: "The database is not migrated" });
});

test("reports that documents cannot be written, without the cause", async () => {
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

test("ignores a single slow response of the database, and reports the fastest when all three are slow", async () => {
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

test("reports no response time for a database that does not respond", async () => {
  const ctx = { db: { execute: () => Promise.reject(new Error("gone")) } } as unknown as Parameters<
    typeof measureAnswer
  >[0];
  await expect(measureAnswer(ctx)).rejects.toThrow("gone");
});
