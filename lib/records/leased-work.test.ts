import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { jittered, leaseOf, startLoop, whileLeased } from "./leased-work";
import { enqueue } from "./outbox/enqueue";

const context = useTestContext();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A promise that the test settles. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

const never = 3_600_000;
const quiet = {
  pollMilliseconds: never,
  run: (): Promise<void> => Promise.resolve(),
  isAwaited: (): boolean => false,
  onError: (error: unknown): never => {
    throw error;
  },
};

describe("a loop", () => {
  test("claims again after a wake-up during a claim", async () => {
    const [first, second] = [gate(), gate()];
    let claims = 0;
    const loop = startLoop<number>({
      ...quiet,
      async claim() {
        claims += 1;
        if (claims === 1) await first.opened;
        else second.open();
        return [];
      },
    });
    loop.wake();
    first.open();
    await second.opened;
    await loop.stop();
    expect(claims).toBe(2);
  });

  test("claims again if an item ends during a claim, which still counted it", async () => {
    const [item, duringClaim, last] = [gate(), gate(), gate()];
    const counted: number[] = [];
    const loop = startLoop<string>({
      ...quiet,
      run: () => item.opened,
      async claim(running) {
        counted.push(running.length);
        if (counted.length === 1) return ["item"];
        if (counted.length === 2) {
          item.open();
          duringClaim.open();
          // The end of the item takes a few turns of the event loop.
          await new Promise((resolve) => setImmediate(resolve));
        } else last.open();
        return [];
      },
    });
    await vi.waitUntil(() => counted.length === 1);
    loop.wake();
    await duringClaim.opened;
    await last.opened;
    await loop.stop();
    expect(counted).toEqual([0, 1, 0]);
  });

  test("claims at the end of an awaited item, and waits for the next poll after others", async () => {
    const ends = { awaited: gate(), other: gate() };
    const claimedAgain = gate();
    let claims = 0;
    const loop = startLoop<"awaited" | "other">({
      ...quiet,
      run: (item) => ends[item].opened,
      isAwaited: (item, running) => item === "awaited" && running.includes("awaited"),
      claim(running) {
        claims += 1;
        if (claims === 1) return Promise.resolve(["awaited", "other"]);
        expect(running).toEqual([]);
        claimedAgain.open();
        return Promise.resolve([]);
      },
    });
    ends.other.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(claims).toBe(1);
    ends.awaited.open();
    await claimedAgain.opened;
    await loop.stop();
    expect(claims).toBe(2);
  });

  test("reports a failed claim and a failed item, and continues", async () => {
    const reported: unknown[] = [];
    const recovered = gate();
    const loop = startLoop<string>({
      ...quiet,
      pollMilliseconds: 1,
      run: () => Promise.reject(new Error("item")),
      claim() {
        if (reported.length === 0) return Promise.reject(new Error("claim"));
        if (reported.length === 1) return Promise.resolve(["item"]);
        recovered.open();
        return Promise.resolve([]);
      },
      onError: (error, item) => reported.push([(error as Error).message, item]),
    });
    await recovered.opened;
    await loop.stop();
    expect(reported.slice(0, 2)).toEqual([
      ["claim", null],
      ["item", "item"],
    ]);
  });

  test("stops after its running items and claims no more", async () => {
    const [begun, end] = [gate(), gate()];
    let claims = 0;
    let isEnded = false;
    const loop = startLoop<string>({
      ...quiet,
      claim() {
        claims += 1;
        return Promise.resolve(["item"]);
      },
      async run() {
        begun.open();
        await end.opened;
        isEnded = true;
      },
      isAwaited: () => true,
    });
    await begun.opened;
    const stopped = loop.stop();
    end.open();
    await stopped;
    expect({ claims, isEnded }).toEqual({ claims: 1, isEnded: true });
  });
});

test.each([
  [0, 90],
  [0.5, 100],
  [0.999_999, 110],
])("varies a delay by its share, with %s at random", (random, seconds) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  expect(jittered(100, 0.1)).toBeCloseTo(seconds, 3);
});

describe("a lease", () => {
  const db = useRolledBackDatabase();

  test("renews a worker's own lease until its work has ended", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const ctx = context(db());
    const id = present(await enqueue(ctx, "expire", { fileId: 1 }));
    const row = async () => (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.id, id)))[0];
    const setLease = (leasedBy: string) =>
      ctx.db
        .update(outboxJobs)
        .set({ ...leaseOf(leasedBy), leasedUntil: new Date(0) })
        .where(eq(outboxJobs.id, id));
    const isRenewed = async () => ((await row())?.leasedUntil?.getTime() ?? 0) > 0;

    await setLease("mine");
    await whileLeased(ctx, outboxJobs, { id, worker: "mine" }, async () => {
      vi.advanceTimersByTime(20_000);
      await vi.waitUntil(isRenewed);
    });
    await setLease("mine");
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);

    await setLease("another");
    const execute = vi.spyOn(ctx.db, "execute");
    await whileLeased(ctx, outboxJobs, { id, worker: "mine" }, async () => {
      vi.advanceTimersByTime(20_000);
      await execute.mock.results[0]?.value;
    });
    expect(execute).toHaveBeenCalledOnce();
    expect(await isRenewed()).toBe(false);
  });
});
