import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { useCommittedDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { setLegalHold } from "@/lib/evidence/retention/retention";
import { draftScenario, readFile, readSignRequest } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { eraseOneself, erasePerson } from "./erase-person";

const database = useCommittedDatabase();
const testContext = useTestContext();

test("waits for a legal hold that is not yet committed, and is then refused", async () => {
  const ctx = testContext(database().db);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const { fileId, signers } = await draftScenario(ctx, [{ name: "Ana" }]);
  const id = signers[0].signRequestId;
  const [{ uuid }, { email }] = [await readFile(ctx, fileId), await readSignRequest(ctx, id)];
  let erasure: Promise<unknown> = Promise.resolve();
  await ctx.tx(async (tx) => {
    await setLegalHold(tx, admin, { uuid, onHold: true });
    erasure = erasePerson(ctx, admin, { email }).catch((error: unknown) => error);
    await vi.waitUntil(async () => (await countWaiting(ctx)) > 0, { timeout: 20_000 });
  });
  expect(await erasure).toMatchObject({ code: "document_on_hold" });
  expect((await readSignRequest(ctx, id)).email).toBe(email);
});

test("keeps one of two administrators who erase themselves at once, without a deadlock", async () => {
  const ctx = testContext(database().db);
  await ctx.db.update(accounts).set({ role: "requester" }).where(eq(accounts.role, "admin"));
  const [first, second] = [await makeAccount(ctx, { role: "admin" }), await makeAccount(ctx, { role: "admin" })];
  const outcomes: Promise<unknown>[] = [];
  const transactions = vi.spyOn(ctx.db, "transaction");
  await ctx.tx(async (tx) => {
    await tx.db.select().from(accounts).where(eq(accounts.id, second.id)).for("update");
    for (const [at, account] of [second, first].entries()) {
      outcomes.push(eraseOneself(ctx, actingAs(account)).catch((error: unknown) => error));
      await vi.waitUntil(async () => (await countWaiting(ctx)) > at, { timeout: 20_000 });
    }
  });
  expect(await Promise.all(outcomes)).toMatchObject([
    { account: true },
    { code: "validation_failed", violations: [{ code: "last_administrator" }] },
  ]);
  expect(transactions).toHaveBeenCalledTimes(3);
  const left = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, "admin"));
  expect(left).toEqual([{ id: first.id }]);
});

async function countWaiting(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
