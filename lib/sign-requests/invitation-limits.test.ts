import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Account } from "@/db/schema/accounts";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context";
import { defaultLimits } from "@/lib/limits";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { createSignRequests } from "./create";
import type { NewRequest } from "./schema";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const limits = { ...defaultLimits, invitedAddressesFirstDay: 3, invitedAddressesPerDay: 5, invitationsPerAddressPerDay: 2 };

async function registered(ctx: Ctx, changes: Partial<Account> = {}) {
  return actingAs(await makeAccount(ctx, { madeBy: "signup", ...changes }));
}

function makeRequest(ctx: Ctx, input: Pick<NewRequest, "users" | "status">, actor: AccountActor) {
  return createSignRequests(ctx, actor, { file: { base64: twoPages.toString("base64") }, name: "Lease", ...input });
}

const to = (...names: string[]) => ({ status: 1 as const, users: names.map((name) => ({ email: `${name}@x.example` })) });
const invited = async (ctx: Ctx) => (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"))).length;

describe("invitations of an account that registered itself", () => {
  test("are refused while its address is unproved, and drafts are not", async () => {
    const ctx = testContext(db());
    const actor = await registered(ctx, { emailProvedAt: null, emailProof: null });
    await makeRequest(ctx, { users: to("a").users, status: 0 }, actor);
    await expect(makeRequest(ctx, to("a"), actor)).rejects.toMatchObject({ code: "email_unproved" });
    expect(await invited(ctx)).toBe(0);
  });

  test("reach so many different addresses on its first day, and more later", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a", "b"), actor);
    await makeRequest(ctx, to("b", "c"), actor);
    await expect(makeRequest(ctx, to("d"), actor)).rejects.toMatchObject({ code: "rate_limited" });
    const older = { ...actor, account: { ...actor.account, createdAt: new Date(Date.now() - 2 * 86_400_000) } };
    await makeRequest(ctx, to("d", "e"), older);
    await expect(makeRequest(ctx, to("f"), older)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await invited(ctx)).toBe(6);
  });

  test("reach one address a few times a day", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a"), actor);
    await makeRequest(ctx, to("a"), actor);
    await expect(makeRequest(ctx, to("a"), actor)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("of an account that an administrator made are not limited", async () => {
    const ctx = testContext(db(), { limits });
    const actor = actingAs(await makeAccount(ctx));
    for (let round = 0; round < 4; round++) await makeRequest(ctx, to("a", "b", "c", "d"), actor);
    expect(await invited(ctx)).toBe(16);
  });
});
