import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { idempotencyKeys } from "@/db/schema/idempotency";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context";
import { makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { madeId } from "./made";
import { markDone } from "./mark-done";
import { runOnce, type KeyedRequest } from "./run-once";

const database = useCommittedDatabase();
const makeContext = useTestContext();

/** An act that makes one account and takes a while. */
function makesAccount(key: string, pauseMs = 30): KeyedRequest {
  return {
    key, asked: "the same", assertMayHearAgain: null,
    act: async (ctx) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const id = await ctx.tx(async (tx) => {
        const account = await makeAccount(tx, { displayName: key });
        await markDone(tx, { accountId: account.id });
        return account.id;
      });
      return { status: 200, headers: [], body: String(id) };
    },
    again: async (_ctx, made) => Promise.resolve({ status: 200, headers: [], body: String(madeId(made, "accountId")) }),
  };
}

const madeBy = (ctx: Ctx, key: string): Promise<number> => ctx.db.$count(accounts, eq(accounts.displayName, key));

test("of twenty at the same instant one is executed; the others hear that it runs, or its answer", async () => {
  const ctx = makeContext(database().db);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => runOnce(ctx, makesAccount("twenty"))));
  const bodies = new Set(outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.answer.body] : [])));
  const executed = outcomes.filter((outcome) => outcome.status === "fulfilled" && !outcome.value.isReplayed);
  expect([bodies.size, executed.length, await madeBy(ctx, "twenty")]).toEqual([1, 1, 1]);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "idempotency_in_progress" });
});

test("an execution that only seemed dead cannot finish after another took its key over", async () => {
  const ctx = makeContext(database().db);
  const slow = runOnce(ctx, makesAccount("stalled", 400));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ctx.db.update(idempotencyKeys).set({ leasedUntil: sql`clock_timestamp() - interval '1 second'` }).where(eq(idempotencyKeys.key, "stalled"));
  const second = await runOnce(ctx, makesAccount("stalled", 0));
  await expect(slow).rejects.toMatchObject({ code: "idempotency_in_progress" });
  const third = await runOnce(ctx, makesAccount("stalled"));
  expect([second.isReplayed, third.isReplayed, third.answer.body === second.answer.body, await madeBy(ctx, "stalled")]).toEqual([false, true, true, 1]);
});

test("an act that is rolled back leaves the key free", async () => {
  const ctx = makeContext(database().db);
  const failing: KeyedRequest = { ...makesAccount("rolled back"), act: (inner) => inner.tx(async (tx) => { await markDone(tx, {}); throw new Error("the disk is full"); }) };
  await expect(runOnce(ctx, failing)).rejects.toThrow("the disk is full");
  expect((await runOnce(ctx, makesAccount("rolled back", 0))).isReplayed).toBe(false);
});

test("a key that is held by an open transaction is said to be in progress at once, not waited for", async () => {
  const ctx = makeContext(database().db);
  let release: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (release = resolve));
  const holding: KeyedRequest = { ...makesAccount("open"), act: (inner) => inner.tx(async (tx) => { await markDone(tx, { accountId: 1 }); await opened; return { status: 200, headers: [], body: "1" }; }) };
  const first = runOnce(ctx, holding);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(runOnce(ctx, holding)).rejects.toMatchObject({ code: "idempotency_in_progress" });
  release();
  expect((await first).answer.body).toBe("1");
});
