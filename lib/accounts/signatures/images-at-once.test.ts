import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storedSignatures } from "@/db/schema/accounts";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { storeImages } from "./images";

const database = useCommittedDatabase();
const context = useTestContext();

test("stores at most a hundred images from concurrent uploads @exhaustive", async () => {
  const ctx = context(database().db);
  const actor = actingAs(await makeAccount(ctx));
  const accountId = actor.account.id;
  const stored = { accountId, type: "signature", png: Buffer.alloc(0), widthPx: 1, heightPx: 1 } as const;
  await ctx.db.insert(storedSignatures).values(Array.from({ length: 99 }, () => stored));
  const fields = [{ type: "signature" as const, file: { base64: await strokeBase64() } }];
  const waits = async (): Promise<boolean> =>
    (await ctx.db.execute(sql`select from pg_locks where not granted`)).rows.length > 0;
  const second = await ctx.tx(async (tx) => {
    await storeImages(tx, actor, { elements: fields });
    let isOver = false;
    const other = storeImages(ctx, actor, { elements: fields }).finally(() => (isOver = true));
    other.catch(() => undefined);
    await expect.poll(async () => isOver || (await waits())).toBe(true);
    return { other };
  });
  await expect(second.other).rejects.toMatchObject({ code: "validation_failed" });
  expect(await ctx.db.$count(storedSignatures, eq(storedSignatures.accountId, accountId))).toBe(100);
});
