import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "@/db/client";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/platform/context";
import { useTestContext } from "@/lib/testing/test-context";
import { makeSecretBox } from "@/lib/x509/secret-box";
import { takeToken, type Bucket } from "./counters";

const database = useCommittedDatabase();
const makeContext = useTestContext();

/** A context with separate memory, like that of another process. */
const aProcess = (db: Db = database().db): Ctx =>
  makeContext(db, { secrets: makeSecretBox("a secret for tests, of enough length") });

async function granted(ctxs: readonly Ctx[], bucket: Bucket, each: number): Promise<number> {
  const taken = await Promise.all(ctxs.flatMap((ctx) => Array.from({ length: each }, () => takeToken(ctx, bucket))));
  return taken.filter(({ isGranted }) => isGranted).length;
}

test("never grants more than the bucket holds, to one process or three", async () => {
  const slow = { capacity: 100, perSecond: 0.001 };
  for (const [key, processes] of [
    ["one", [aProcess()]],
    ["three", [aProcess(), aProcess(), aProcess()]],
  ] as const) {
    const count = await granted(processes, { key, ...slow }, 250);
    expect(count).toBeLessThanOrEqual(100);
    // On a machine that stalls for a second, a few tokens are lost; the full number is 100.
    expect(count).toBeGreaterThan(80);
  }
});

test("refills a bucket over time, up to its capacity", async () => {
  const bucket = { key: "filling", capacity: 20, perSecond: 10 };
  expect(await granted([aProcess()], bucket, 50)).toBeLessThan(30);
  const wait = async (seconds: number): Promise<unknown> =>
    database().db.execute(sql`update rate_buckets set tokens = 0, at = now() - make_interval(secs => ${seconds})`);
  await wait(0.55);
  expect(await granted([aProcess()], { ...bucket, perSecond: 10 }, 50)).toBeGreaterThanOrEqual(5);
  await wait(3600);
  expect(await granted([aProcess()], { ...bucket, perSecond: 0.001 }, 50)).toBeLessThanOrEqual(20);
});

test("gives the time to retry with a refusal", async () => {
  const ctx = aProcess();
  const bucket = { key: "empty", capacity: 1, perSecond: 0.1 };
  await takeToken(ctx, bucket);
  const { isGranted, secondsUntilNext } = await takeToken(ctx, bucket);
  expect([isGranted, secondsUntilNext > 9 && secondsUntilNext <= 10]).toEqual([false, true]);
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
  await new Promise((resolve) => setTimeout(resolve, 1050));
  expect((await takeToken(ctx, bucket)).isGranted).toBe(false);
});
