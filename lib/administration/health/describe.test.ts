import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { healthReportAnswer } from "@/lib/administration/schema";
import { countApiRequest } from "@/lib/api/http/count-request";
import { showHealthOperation } from "@/lib/api/operations/operating";
import type { Actor, GuestActor } from "@/lib/context/context";
import { readSegments } from "@/lib/documents/storage/segments";
import { blobKey, fileOfKey, readError } from "@/lib/platform/blobs/blob-store";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { placeOf } from "@/lib/testing/blob-place";
import { only } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { noteForwarded } from "@/scripts/server/incoming-request";
import { assertReady, describeHealth, measureAnswer, toHealthWire } from "./describe";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

test("returns versions, disk and migrations to an administrator; missing migrations fail and are listed", async () => {
  const ctx = makeContext(db());
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
  const ctx = makeContext(db());
  await expect(describeHealth(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "forbidden" });
});

test("names documents whose bytes are missing, truncated or unreadable until they are restored", async () => {
  const ctx = makeContext(db());
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const { file } = await makeRequest(ctx);
  const segment = only(await readSegments(ctx, file.id));
  const place = placeOf(ctx.blobs, blobKey(file.uuid, segment.sha256));
  const bytes = await readFile(place);
  const damaged = async () => {
    const { checks, damaged: named } = toHealthWire(await describeHealth(ctx, admin));
    return [checks.find(({ name }) => name === "documents")?.state, named];
  };
  expect(await damaged()).toEqual(["ok", []]);
  await rm(place);
  expect(await damaged()).toEqual(["failing", [{ uuid: file.uuid, templateId: null, problem: "missing" }]]);
  await writeFile(place, bytes.subarray(1));
  expect(await damaged()).toEqual(["failing", [{ uuid: file.uuid, templateId: null, problem: "altered" }]]);
  await rm(place);
  await symlink(place, place);
  expect(await damaged()).toEqual(["failing", [{ uuid: file.uuid, templateId: null, problem: "unreadable" }]]);
  await rm(place);
  await writeFile(place, bytes);
  expect(await damaged()).toEqual(["ok", []]);
});

test("names a document with a bad sector beside the other damaged ones", async () => {
  const ctx = makeContext(db());
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const [{ file }, { file: other }] = [await makeRequest(ctx), await makeRequest(ctx)];
  const { sha256 } = only(await readSegments(ctx, other.id));
  await rm(placeOf(ctx.blobs, blobKey(other.uuid, sha256)));
  const size = ctx.blobs.size.bind(ctx.blobs);
  const spy = vi.spyOn(ctx.blobs, "size").mockImplementation(async (key) => {
    if (fileOfKey(key) !== file.uuid) return size(key);
    throw readError(key, Object.assign(new Error("i/o error"), { code: "EIO" }));
  });
  onTestFinished(() => spy.mockRestore());
  const { damaged } = toHealthWire(await describeHealth(ctx, admin));
  expect(damaged.map(({ uuid, problem }) => [uuid, problem]).sort()).toEqual(
    [
      [file.uuid, "unreadable"],
      [other.uuid, "missing"],
    ].sort(),
  );
});

test("warns about an untrusted proxy once several callers share its address, whatever their credentials", async () => {
  const address = "10.0.0.7";
  const ctx = makeContext(db(), { request: { id: "r", address, userAgent: "" } });
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const state = async () =>
    toHealthWire(await describeHealth(ctx, admin)).checks.find(({ name }) => name === "proxy")?.state;
  const calls = (actor: Actor) => countApiRequest(ctx, showHealthOperation, actor, {});
  const callers: Actor[] = [
    { ...admin, proof: "token" },
    actingAs(await makeAccount(ctx)),
    { kind: "guest", signRequestId: 7 } as GuestActor,
  ];
  const callAll = async () => {
    for (const actor of callers) await calls(actor);
  };
  const forwardOthers = (most: number): void => {
    for (let other = 0; other < most; other++)
      noteForwarded(`192.0.2.${other}`, { "x-forwarded-for": "203.0.113.9" }, 0);
  };
  // A hundred addresses are remembered for the process, which other test files share.
  forwardOthers(100);
  onTestFinished(() => forwardOthers(100));
  await callAll();
  noteForwarded(address, { "x-forwarded-for": "203.0.113.9" }, 1);
  await callAll();
  expect(await state()).toBe("ok");
  noteForwarded(`::ffff:${address}`, { "x-forwarded-for": "203.0.113.9" }, 0);
  for (let again = 0; again < 3; again++) await calls(admin);
  expect(await state()).toBe("ok");
  await callAll();
  // Anybody can name a proxy, which must not hide this one.
  forwardOthers(90);
  expect(await state()).toBe("warning");
});

test("is ready with a migrated database and a writable folder", async () => {
  await expect(assertReady(makeContext(db()))).resolves.toBeUndefined();
});

test("checks once for all requests of a second, and reports a failure after it", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
  onTestFinished(() => clock.mockRestore());
  let checks = 0;
  let isWritable = true;
  const ctx = makeContext(db());
  const counting = {
    ...ctx,
    blobs: {
      ...ctx.blobs,
      check: () => {
        checks += 1;
        return isWritable ? Promise.resolve() : Promise.reject(new Error("EROFS"));
      },
    },
  };
  await Promise.all([assertReady(counting), assertReady(counting)]);
  isWritable = false;
  clock.mockReturnValue(10_999);
  await assertReady(counting);
  expect(checks).toBe(1);
  clock.mockReturnValue(11_000);
  await expect(assertReady(counting)).rejects.toMatchObject({ code: "unavailable" });
  isWritable = true;
  clock.mockReturnValue(12_000);
  await assertReady(counting);
  expect(checks).toBe(3);
});

test("is not ready with a database that lacks the newest migration", async () => {
  const ctx = makeContext(db());
  await ctx.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );
  await expect(assertReady(ctx)).rejects.toMatchObject({
    code: "unavailable",
    detail: "The database is not migrated.",
  });
});

test("reports that documents cannot be written, without the cause", async () => {
  const ctx = makeContext(db());
  const full = {
    ...ctx,
    blobs: { ...ctx.blobs, check: () => Promise.reject(new Error("EROFS /secret/path")) },
  } as unknown as typeof ctx;
  await expect(assertReady(full)).rejects.toMatchObject({
    code: "unavailable",
    detail: "The document store is not writable.",
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
