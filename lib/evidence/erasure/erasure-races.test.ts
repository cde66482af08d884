import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { setLegalHold } from "@/lib/evidence/retention/retention";
import type { Ctx } from "@/lib/platform/context";
import { draftScenario, readFile, readSignRequest } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { erasePerson } from "./erase-person";

const database = useCommittedDatabase();
const testContext = useTestContext();

test("waits for a legal hold that is not yet committed, and is then refused", async () => {
  const ctx = testContext(database().db);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const { fileId, signers } = await draftScenario(ctx, [{ name: "Ana" }]);
  const id = signers[0]?.signRequestId ?? 0;
  const [{ uuid }, { email }] = [await readFile(ctx, fileId), await readSignRequest(ctx, id)];
  let erasure: Promise<unknown> = Promise.resolve();
  await ctx.tx(async (tx) => {
    await setLegalHold(tx, admin, { uuid, onHold: true });
    erasure = erasePerson(ctx, admin, { email }).catch((error: unknown) => error);
    await vi.waitUntil(() => isWaiting(ctx), { timeout: 20_000 });
  });
  expect(await erasure).toMatchObject({ code: "document_on_hold" });
  expect((await readSignRequest(ctx, id)).email).toBe(email);
});

async function isWaiting(ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
