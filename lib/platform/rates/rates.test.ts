import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { rateCounters } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { useTestContext } from "@/lib/testing/test-context";
import { clearAttempts, countAttempt, undoAttempt } from "./counters";
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
    const anew = await countAttempt(ctx, "k", 60);
    expect(anew).toEqual({ count: 1, secondsLeft: 60 });
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
