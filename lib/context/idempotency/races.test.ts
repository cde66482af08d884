import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { idempotencyKeys } from "@/db/schema/api-calls";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { madeId, markDone } from "./keys";
import { runOnce, type KeyedRequest } from "./run-once";

const database = useCommittedDatabase();
const makeContext = useTestContext();

/** Opened by the test at the critical moment. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** An operation that creates one account after a wait. */
function makesAccount(key: string, wait: () => Promise<void> = () => Promise.resolve()): KeyedRequest {
  return {
    key,
    requestHmac: "the same",
    assertMayReplay: null,
    run: async (ctx) => {
      await wait();
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

test("executes one of twenty concurrent calls, gives the others `idempotency_in_progress`, and later ones its response @exhaustive", async () => {
  const ctx = makeContext(database().db);
  const everyCall = gate();
  let [decided, begun] = [0, 0];
  const decide = (): void => {
    decided += 1;
    if (decided === 20) everyCall.open();
  };
  const request = makesAccount("twenty", () => {
    begun += 1;
    decide();
    return everyCall.opened;
  });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      runOnce(ctx, request).catch((error: { code: string }) => {
        decide();
        return error.code;
      }),
    ),
  );
  const executed = outcomes.filter((outcome) => typeof outcome !== "string");
  expect(executed).toMatchObject([{ isReplayed: false }]);
  expect(new Set(outcomes.filter((outcome) => typeof outcome === "string"))).toEqual(
    new Set(["idempotency_in_progress"]),
  );
  expect(await runOnce(ctx, request)).toMatchObject({ isReplayed: true, answer: executed[0]?.answer });
  expect([begun, await madeBy(ctx, "twenty")]).toEqual([1, 1]);
});

test("cannot finish an execution that seemed dead after another took over its key", async () => {
  const ctx = makeContext(database().db);
  const [begun, stall] = [gate(), gate()];
  const slow = runOnce(
    ctx,
    makesAccount("stalled", () => {
      begun.open();
      return stall.opened;
    }),
  );
  await begun.opened;
  await ctx.db
    .update(idempotencyKeys)
    .set({ leasedUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(idempotencyKeys.key, "stalled"));
  const second = await runOnce(ctx, makesAccount("stalled"));
  stall.open();
  await expect(slow).rejects.toMatchObject({ code: "idempotency_in_progress" });
  const third = await runOnce(ctx, makesAccount("stalled"));
  expect([
    second.isReplayed,
    third.isReplayed,
    third.answer.body === second.answer.body,
    await madeBy(ctx, "stalled"),
  ]).toEqual([false, true, true, 1]);
});

test("frees the key when the operation is rolled back", async () => {
  const ctx = makeContext(database().db);
  const failing: KeyedRequest = {
    ...makesAccount("rolled back"),
    run: (inner) =>
      inner.tx(async (tx) => {
        await markDone(tx, {});
        throw new Error("the disk is full");
      }),
  };
  await expect(runOnce(ctx, failing)).rejects.toThrow("the disk is full");
  expect((await runOnce(ctx, makesAccount("rolled back"))).isReplayed).toBe(false);
});

test("reports a key held by an open transaction as in progress at once", async () => {
  const ctx = makeContext(database().db);
  const [marked, commit] = [gate(), gate()];
  const holding: KeyedRequest = {
    ...makesAccount("open"),
    run: (inner) =>
      inner.tx(async (tx) => {
        await markDone(tx, { accountId: 1 });
        marked.open();
        await commit.opened;
        return { status: 200, headers: [], body: "1" };
      }),
  };
  const first = runOnce(ctx, holding);
  await marked.opened;
  await expect(runOnce(ctx, holding)).rejects.toMatchObject({ code: "idempotency_in_progress" });
  commit.open();
  expect((await first).answer.body).toBe("1");
});
