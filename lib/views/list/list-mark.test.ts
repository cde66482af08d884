import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { withdrawFile } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showListMark } from "./list";

const db = useRolledBackDatabase();
const testContext = useTestContext();

test("changes for requester and signer with every change of their documents, and only then", async () => {
  const ctx = testContext(db());
  const { file, actor } = await makeRequest(ctx, { status: 1 });
  const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
  const look = async () => [(await showListMark(ctx, actor)).mark, (await showListMark(ctx, ana)).mark];
  const sent = await look();
  expect(await look()).toEqual(sent);
  await withdrawFile(ctx, actor, { fileId: file.id });
  await ctx.db
    .update(signRequests)
    .set({ closedAt: sql`now() + interval '1 second'` })
    .where(eq(signRequests.fileId, file.id));
  const withdrawn = await look();
  expect(withdrawn[0]).not.toBe(sent[0]);
  expect(withdrawn[1]).not.toBe(sent[1]);
});

test("does not change with other people's documents, nor for an unproved address", async () => {
  const ctx = testContext(db());
  const stranger = actingAs(await makeAccount(ctx));
  const unproved = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer", emailProvedAt: null }));
  const before = [await showListMark(ctx, stranger), await showListMark(ctx, unproved)];
  await makeRequest(ctx, { status: 1 });
  expect([await showListMark(ctx, stranger), await showListMark(ctx, unproved)]).toEqual(before);
});
