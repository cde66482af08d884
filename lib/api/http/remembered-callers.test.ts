import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accounts, apiTokens } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import { operations } from "@/lib/api/operations";
import type { Ctx } from "@/lib/context/context";
import { actingAs, logInByCookie, makeAccount } from "@/lib/testing/accounts";
import { callOperation, type OperationCall } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { closedPorts } from "./testing/closed-ports";
import { mutations } from "./testing/mutation-scenarios";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  held.ctx = ctx = makeContext(db(), closedPorts);
});

const leaving = operations.filter(({ leavesAccounts }) => leavesAccounts).map(({ id }) => id);

describe("an operation that does not change accounts writes to neither accounts nor tokens", () => {
  test.each(leaving)("%s", async (id) => {
    const call = await prepareCall(id);
    const before = await credentials();
    expect((await callOperation(id, call)).status).toBeLessThan(300);
    expect(await credentials()).toEqual(before);
  });
});

test("voids a token that has just created a document from the moment it is revoked", async () => {
  const account = await makeAccount(ctx);
  const { row, token } = await createToken(ctx, actingAs(account), { name: "integration" });
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await prepareCall("createRequest");
  const create = async () => (await callOperation("createRequest", { headers, body })).status;
  expect(await create()).toBe(200);
  const revoked = await callOperation("revokeToken", {
    params: { id: row.id },
    headers: { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl },
  });
  expect(revoked.status).toBe(200);
  expect((await callOperation("listFiles", { headers })).status).toBe(401);
  expect(await create()).toBe(401);
});

async function prepareCall(id: string): Promise<OperationCall> {
  const prepare = mutations[id];
  if (!prepare) throw new Error(`no scenario for ${id}`);
  return prepare(ctx);
}

async function credentials(): Promise<unknown> {
  return [
    await ctx.db.select().from(accounts).orderBy(asc(accounts.id)),
    await ctx.db.select().from(apiTokens).orderBy(asc(apiTokens.id)),
  ];
}
