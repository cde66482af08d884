import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { rateCounters } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { useTestContext } from "@/lib/testing/test-context";
import { clearAttempts, countAttempt, keepAttempts, sweepAttempts, undoAttempt } from "./counters";
import { linkMiss, networkOf } from "./request-rates";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

describe("attempts", () => {
  test("are counted within the window, and counted from zero after it", async () => {
    const ctx = makeContext(db());
    expect((await countAttempt(ctx, "k", 60)).count).toBe(1);
    expect((await countAttempt(ctx, "k", 60)).count).toBe(2);
    await ctx.db
      .update(rateCounters)
      .set({ windowStartedAt: sql`now() - interval '61 seconds'` })
      .where(eq(rateCounters.key, "k"));
    const next = await countAttempt(ctx, "k", 60);
    expect(next).toEqual({ count: 1, secondsLeft: 60 });
  });

  test("are deleted at the end of their own window, and never while they count", async () => {
    const ctx = makeContext(db());
    const left = async () => (await ctx.db.select().from(rateCounters)).map(({ key }) => key).sort();
    const pass = (seconds: number) =>
      ctx.db
        .update(rateCounters)
        .set({ windowStartedAt: sql`${rateCounters.windowStartedAt} - make_interval(secs => ${seconds})` });
    for (const [key, seconds] of [["minute", 60] as const, ["month", 30 * 86_400] as const, ["lock", 60] as const])
      await countAttempt(ctx, key, seconds);
    await keepAttempts(ctx, "lock");
    await ctx.db.insert(rateCounters).values({ key: "earlier version", windowStartedAt: sql`now()`, count: 1 });
    const all = ["earlier version", "lock", "minute", "month"];
    const after: string[][] = [];
    // The start of a window is rounded to milliseconds, and may be rounded up.
    for (const seconds of [59, 2, 30 * 86_400 - 60, 60 * 86_400, 4000 * 86_400]) {
      await pass(seconds);
      await sweepAttempts(ctx);
      after.push(await left());
    }
    expect(after).toEqual([all, ["earlier version", "lock", "month"], ["earlier version", "lock"], ["lock"], ["lock"]]);
  });

  test("can be uncounted one by one or all together", async () => {
    const ctx = makeContext(db());
    await countAttempt(ctx, "k", 60);
    await countAttempt(ctx, "k", 60);
    await undoAttempt(ctx, "k");
    expect((await countAttempt(ctx, "k", 60)).count).toBe(2);
    await clearAttempts(ctx, "k");
    expect((await countAttempt(ctx, "k", 60)).count).toBe(1);
  });

  test("are throttled from a network's sixty-first unknown link in a minute", async () => {
    const ctx = makeContext(db());
    const codes: string[] = [];
    for (let miss = 0; miss < 61; miss++) codes.push((await linkMiss(ctx)).code);
    expect(codes.slice(0, 60).every((code) => code === "not_found")).toBe(true);
    expect(codes[60]).toBe("rate_limited");
  });
});

describe("concurrent attempts", () => {
  const database = useCommittedDatabase();

  test("are all counted", async () => {
    const ctx = makeContext(database().db);
    const counts = await Promise.all(Array.from({ length: 25 }, () => countAttempt(ctx, "k", 60)));
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, index) => index + 1),
    );
  });

  test("are not waited for by the sweep, which keeps a counter that is counted again @exhaustive", async () => {
    const ctx = makeContext(database().db);
    const key = "counted again";
    for (const name of [key, "over"]) await countAttempt(ctx, name, 60);
    await ctx.db.execute(sql`update rate_counters set window_started_at = now() - interval '61 seconds'`);
    await ctx.tx(async (tx) => {
      await countAttempt(tx, key, 60);
      await sweepAttempts(ctx);
    });
    await sweepAttempts(ctx);
    const left = await ctx.db
      .select()
      .from(rateCounters)
      .where(inArray(rateCounters.key, [key, "over"]));
    expect(left).toMatchObject([{ key, count: 1 }]);
  });

  test("the counters' table is unlogged and the audit chain refuses changes", async () => {
    const { db: committed } = database();
    const kind = await committed.execute<{ relpersistence: string }>(
      sql`select relpersistence from pg_class where relname = 'rate_counters'`,
    );
    expect(kind.rows[0]?.relpersistence).toBe("u");
    await expect(committed.execute(sql`truncate audit_events cascade`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("append-only") },
    });
  });
});

describe("networks", () => {
  test.each([
    ["192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["", "unknown"],
    ["not an address", "unknown"],
  ])("%s belongs to %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
