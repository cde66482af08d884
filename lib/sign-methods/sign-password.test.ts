import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountSigningKeys } from "@/db/schema/accounts";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { setSigningPassword } from "@/lib/account-signatures/set-signing-password";
import type { AccountActor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { defaultLimits } from "@/lib/limits";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { attemptState, lockAfterWrongTry } from "./password-attempts";
import { unlockSigningKey } from "./unlock-signing-key";

const database = useCommittedDatabase();
const context = useTestContext();
const signPassword = "a quiet green harbour";

async function accountWithKey(ctx: Ctx): Promise<AccountActor> {
  const actor = actingAs(await makeAccount(ctx));
  await setSigningPassword(ctx, actor, { signPassword });
  return actor;
}

function refusal(error: unknown): string {
  return error instanceof DomainError ? error.code : String(error);
}

describe("opening a signing key", () => {
  test("five wrong passwords are counted down, then the right one is locked for 15 minutes", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    for (const attemptsLeft of [4, 3, 2, 1, 0]) await expect(unlockSigningKey(ctx, account.id, "not that one")).rejects.toMatchObject({ code: "sign_password_wrong", attemptsLeft });
    await expect(unlockSigningKey(ctx, account.id, signPassword)).rejects.toMatchObject({ code: "sign_password_locked" });
    const [{ lockedUntil } = { lockedUntil: null }] = await ctx.db.select().from(accountSigningKeys);
    expect(Math.round(((lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(15);
    await ctx.db.execute(sql`update account_signing_keys set locked_until = now() - interval '1 second'`);
    await unlockSigningKey(ctx, account.id, signPassword);
  });

  test("twenty wrong ones at once are five tries, not twenty", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => unlockSigningKey(ctx, account.id, "not that one").catch(refusal)));
    expect(outcomes.filter((outcome) => outcome === "sign_password_wrong")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "sign_password_locked")).toHaveLength(15);
  });

  test("twelve right ones at once are all let in, and none is counted as wrong", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    await Promise.all(Array.from({ length: 12 }, () => unlockSigningKey(ctx, account.id, signPassword)));
    const [key] = await ctx.db.select().from(accountSigningKeys);
    expect(key).toMatchObject({ wrongInRow: 0, wrongToday: 0, lockedUntil: null });
  });

  test("fifteen wrong in a day lock it until a new signing password is made", async () => {
    const ctx = context(database().db);
    const actor = await accountWithKey(ctx);
    await ctx.db.update(accountSigningKeys).set({ wrongToday: 14, dayStartedAt: new Date() });
    await expect(unlockSigningKey(ctx, actor.account.id, "not that one")).rejects.toMatchObject({ code: "sign_password_wrong", attemptsLeft: 0 });
    await expect(unlockSigningKey(ctx, actor.account.id, signPassword)).rejects.toMatchObject({ code: "sign_password_locked", detail: expect.stringContaining("new signing password") });
    await setSigningPassword(ctx, actor, { signPassword: "another quiet harbour" });
    await unlockSigningKey(ctx, actor.account.id, "another quiet harbour");
    expect(await ctx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.accountId, actor.account.id))).toHaveLength(2);
  });
});

describe("the pure rules of wrong signing passwords", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const fresh = { wrongInRow: 0, wrongToday: 0, dayStartedAt: null, lockedUntil: null };

  test("a try counts before it is made, and a day begins with its first", () => {
    expect(attemptState(fresh, now, defaultLimits)).toEqual({ kind: "free", counters: { wrongInRow: 1, wrongToday: 1, dayStartedAt: now, lockedUntil: null } });
  });
  test("after a lock the row begins anew, the day does not", () => {
    const unlocked = { wrongInRow: 5, wrongToday: 5, dayStartedAt: new Date("2026-11-20T11:00:00Z"), lockedUntil: new Date("2026-11-20T11:59:00Z") };
    expect(attemptState(unlocked, now, defaultLimits)).toMatchObject({ kind: "free", counters: { wrongInRow: 1, wrongToday: 6 } });
  });
  test("a day later the day begins anew", () => {
    const yesterday = { ...fresh, wrongToday: 14, dayStartedAt: new Date("2026-11-19T11:59:00Z") };
    expect(attemptState(yesterday, now, defaultLimits)).toMatchObject({ kind: "free", counters: { wrongToday: 1, dayStartedAt: now } });
  });
  test("while all tries that are left are under way, another one waits", () => {
    expect(attemptState({ ...fresh, wrongInRow: 5, wrongToday: 5, dayStartedAt: now }, now, defaultLimits)).toEqual({ kind: "busy" });
  });
  test("the fifth in a row locks for 15 minutes, the fifteenth of a day for good, the fourth not at all", () => {
    expect(lockAfterWrongTry({ ...fresh, wrongInRow: 4, wrongToday: 4 }, now, defaultLimits)).toBeNull();
    expect(lockAfterWrongTry({ ...fresh, wrongInRow: 5, wrongToday: 5 }, now, defaultLimits)).toEqual(new Date("2026-11-20T12:15:00Z"));
    expect(lockAfterWrongTry({ ...fresh, wrongInRow: 1, wrongToday: 15 }, now, defaultLimits)?.getUTCFullYear()).toBe(9999);
  });
});
