import { readFile, rm, writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
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
import { describeHealth, toHealthWire } from "./describe";

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

test("only the administrator can read them", async () => {
  const ctx = makeContext(database().db);
  await expect(describeHealth(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "forbidden" });
});

test("documents whose bytes are missing or cut are named, until they are restored", async () => {
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

test("a proxy that is not trusted is noticed once several accounts share its address", async () => {
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
