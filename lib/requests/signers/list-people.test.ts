import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listPeople } from "./list-people";

const db = useRolledBackDatabase();
const testContext = useTestContext();

test("lists the people the caller has asked before, each once with the latest first, and searches by name and address", async () => {
  const ctx = testContext(db());
  const { actor } = await makeRequest(ctx, {
    users: [{ email: "ana@x.example", displayName: "Ana Silva" }, { email: "bo_l@x.example" }],
  });
  expect(await listPeople(ctx, actor, {})).toEqual([
    { email: "bo_l@x.example", displayName: null },
    { email: "ana@x.example", displayName: "Ana Silva" },
  ]);
  expect(await listPeople(ctx, actor, { q: " SILVA" })).toEqual([{ email: "ana@x.example", displayName: "Ana Silva" }]);
  expect(await listPeople(ctx, actor, { q: "o_l@" })).toMatchObject([{ email: "bo_l@x.example" }]);
  for (const q of ["a_a", "%", "nobody"]) expect([q, await listPeople(ctx, actor, { q })]).toEqual([q, []]);
});

test("never lists people asked by another account, or removed or erased people", async () => {
  const ctx = testContext(db());
  const { actor } = await makeRequest(ctx, {
    users: [{ email: "ana@x.example" }, { email: "bo@x.example" }, { email: "cy@x.example" }],
  });
  await ctx.db
    .update(signRequests)
    .set({ removedAt: sql`now()` })
    .where(eq(signRequests.email, "bo@x.example"));
  await ctx.db
    .update(signRequests)
    .set({ erasedAt: sql`now()` })
    .where(eq(signRequests.email, "cy@x.example"));
  expect(await listPeople(ctx, actor, {})).toMatchObject([{ email: "ana@x.example" }]);
  expect(await listPeople(ctx, actingAs(await makeAccount(ctx)), {})).toEqual([]);
  await expect(listPeople(ctx, actingAs(await makeAccount(ctx, { role: "signer" })), {})).rejects.toMatchObject({
    code: "forbidden",
  });
});
