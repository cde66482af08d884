import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import type { Db } from "@/db/client";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { useTestContext } from "@/lib/testing/test-context";
import { takeToken, type Bucket } from "./counters";

const database = useCommittedDatabase();
const makeContext = useTestContext();

/** Stopped, so that no token that a process took expires on a slow machine. */
let clock: MockInstance<() => number>;
beforeEach(() => {
  const now = performance.now();
  clock = vi.spyOn(performance, "now").mockReturnValue(now);
});
afterEach(() => clock.mockRestore());

/** A context with separate memory, like that of another process. */
const aProcess = (db: Db = database().db): Ctx =>
  makeContext(db, { secrets: makeSecretBox("a secret for tests, of enough length") });

async function granted(ctxs: readonly Ctx[], bucket: Bucket, each: number): Promise<number> {
  const taken = await Promise.all(ctxs.flatMap((ctx) => Array.from({ length: each }, () => takeToken(ctx, bucket))));
  return taken.filter(({ isGranted }) => isGranted).length;
}

test("never grants more than the bucket holds, to one process or three @exhaustive", async () => {
  const slow = { capacity: 100, perSecond: 0.001 };
  for (const [key, processes] of [
    ["one", [aProcess()]],
    ["three", [aProcess(), aProcess(), aProcess()]],
  ] as const) {
    expect(await granted(processes, { key, ...slow }, 250)).toBe(100);
  }
});

test("refills a bucket over time, up to its capacity", async () => {
  // So slow that a test gains no token.
  const bucket = { key: "filling", capacity: 20, perSecond: 0.001 };
  expect(await granted([aProcess()], bucket, 50)).toBe(20);
  const wait = async (seconds: number): Promise<unknown> =>
    database().db.execute(sql`update rate_buckets set tokens = 0, at = now() - make_interval(secs => ${seconds})`);
  await wait(5500);
  expect(await granted([aProcess()], bucket, 50)).toBe(5);
  await wait(36_000);
  expect(await granted([aProcess()], bucket, 50)).toBe(20);
});

test("gives the time to retry with a refusal", async () => {
  const ctx = aProcess();
  const bucket = { key: "empty", capacity: 1, perSecond: 0.001 };
  await takeToken(ctx, bucket);
  const { isGranted, secondsUntilNext } = await takeToken(ctx, bucket);
  expect([isGranted, secondsUntilNext > 900 && secondsUntilNext <= 1000]).toEqual([false, true]);
});

test("rarely needs a statement for a busy caller, and none for a refused one", async () => {
  let statements = 0;
  const { db } = database();
  const counting = new Proxy(db, {
    get: (target, name, receiver): unknown => {
      if (name === "execute") statements += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const ctx = aProcess(counting);
  const bucket = { key: "busy", capacity: 1000, perSecond: 0.001 };
  for (let request = 0; request < 900; request++) await takeToken(ctx, bucket);
  expect(statements).toBeLessThan(30);
  await granted([ctx], bucket, 200);
  statements = 0;
  expect(await granted([ctx], bucket, 500)).toBe(0);
  expect(statements).toBe(0);
});

test("expires tokens after a second that a process took and did not spend", async () => {
  const ctx = aProcess();
  const bucket = { key: "hoarded", capacity: 100, perSecond: 0.001 };
  for (let request = 0; request < 20; request++) await takeToken(ctx, bucket);
  expect(await granted([aProcess()], bucket, 100)).toBeGreaterThan(60);
  clock.mockReturnValue(performance.now() + 1000);
  expect((await takeToken(ctx, bucket)).isGranted).toBe(false);
});
