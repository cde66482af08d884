import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountSigningKeys, signingPasswordTries } from "@/db/schema/accounts";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { sign } from "@/lib/signing/sign";
import { eventTypes, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { afterWrongTry, beginTry, mayTry, withdrawTry, type PasswordTry } from "./password-attempts";
import { setSigningPassword } from "./set-signing-password";
import { findSigningKey, unlockSigningKey } from "./unlock-signing-key";

const db = useRolledBackDatabase();
const context = useTestContext();
const signPassword = "a quiet green harbour";

async function accountWithKey(ctx: Ctx): Promise<AccountActor> {
  const actor = actingAs(await makeAccount(ctx));
  await setSigningPassword(ctx, actor, { signPassword });
  return actor;
}

/** Starts as many concurrent attempts as allowed, and completes none. */
async function takeAllPlaces(ctx: Ctx, accountId: number): Promise<PasswordTry[]> {
  const key = await findSigningKey(ctx, accountId);
  const left = ctx.limits.signPasswordWrongTries - (key?.wrongInRow ?? 0);
  return Promise.all(Array.from({ length: left }, () => beginTry(ctx, key?.id ?? 0)));
}

function refusal(error: unknown): string {
  return error instanceof DomainError ? error.code : String(error);
}

describe("opening a signing key", () => {
  test("counts down five wrong passwords, then locks out even the correct one for 15 minutes", async () => {
    const ctx = context(db());
    const { account } = await accountWithKey(ctx);
    for (const attemptsLeft of [4, 3, 2, 1, 0])
      await expect(unlockSigningKey(ctx, account.id, "not that one")).rejects.toMatchObject({
        code: "sign_password_wrong",
        attemptsLeft,
      });
    await expect(unlockSigningKey(ctx, account.id, signPassword)).rejects.toMatchObject({
      code: "sign_password_locked",
    });
    const [{ lockedUntil } = { lockedUntil: null }] = await ctx.db.select().from(accountSigningKeys);
    expect(Math.round(((lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(15);
    await ctx.db.execute(sql`update account_signing_keys set locked_until = now() - interval '1 second'`);
    await unlockSigningKey(ctx, account.id, signPassword);
  });

  test("locks after fifteen wrong ones in a day until a new signing password is set @exhaustive", async () => {
    const ctx = context(db());
    const actor = await accountWithKey(ctx);
    await ctx.db.update(accountSigningKeys).set({ wrongToday: 14, dayStartedAt: new Date() });
    await expect(unlockSigningKey(ctx, actor.account.id, "not that one")).rejects.toMatchObject({
      code: "sign_password_wrong",
      attemptsLeft: 0,
    });
    await expect(unlockSigningKey(ctx, actor.account.id, signPassword)).rejects.toMatchObject({
      code: "sign_password_locked",
      reason: "new_signing_password",
    });
    await setSigningPassword(ctx, actor, { signPassword: "another quiet harbour" });
    await unlockSigningKey(ctx, actor.account.id, "another quiet harbour");
    expect(
      await ctx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.accountId, actor.account.id)),
    ).toHaveLength(2);
  });
});

describe("limits on wrong signing passwords", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const fresh = { wrongInRow: 0, wrongToday: 0, dayStartedAt: null, lockedUntil: null };
  const fourWrong = { ...fresh, wrongInRow: 4, wrongToday: 4, dayStartedAt: new Date("2026-11-20T11:00:00Z") };

  test("allow as many concurrent tries as are left, and make further ones wait", () => {
    expect(mayTry(fresh, 4, now, defaultLimits)).toEqual({ kind: "free" });
    expect(mayTry(fresh, 5, now, defaultLimits)).toEqual({ kind: "busy" });
    expect(mayTry(fourWrong, 0, now, defaultLimits)).toEqual({ kind: "free" });
    expect(mayTry(fourWrong, 1, now, defaultLimits)).toEqual({ kind: "busy" });
    expect(mayTry({ ...fourWrong, wrongInRow: 1, wrongToday: 14 }, 1, now, defaultLimits)).toEqual({ kind: "busy" });
  });
  test("leave an unlocked key a try, even after the limits were lowered", () => {
    expect(mayTry(fourWrong, 0, now, { ...defaultLimits, signPasswordWrongTries: 3 })).toEqual({ kind: "free" });
  });
  test("start a day with its first wrong try", () => {
    expect(afterWrongTry(fresh, now, defaultLimits)).toEqual({
      wrongInRow: 1,
      wrongToday: 1,
      dayStartedAt: now,
      lockedUntil: null,
    });
  });
  test("reset the run after a lock, but not the day", () => {
    const unlocked = {
      wrongInRow: 5,
      wrongToday: 5,
      dayStartedAt: new Date("2026-11-20T11:00:00Z"),
      lockedUntil: new Date("2026-11-20T11:59:00Z"),
    };
    expect(mayTry(unlocked, 4, now, defaultLimits)).toEqual({ kind: "free" });
    expect(afterWrongTry(unlocked, now, defaultLimits)).toEqual({
      ...unlocked,
      wrongInRow: 1,
      wrongToday: 6,
      lockedUntil: null,
    });
  });
  test("start a new day a day later", () => {
    const yesterday = { ...fresh, wrongToday: 14, dayStartedAt: new Date("2026-11-19T11:59:00Z") };
    expect(afterWrongTry(yesterday, now, defaultLimits)).toMatchObject({
      wrongToday: 1,
      dayStartedAt: now,
      lockedUntil: null,
    });
  });
  test("lock for 15 minutes after the fifth in a row and for good after the fifteenth of a day, and not after the fourth", () => {
    expect(afterWrongTry({ ...fourWrong, wrongInRow: 3 }, now, defaultLimits).lockedUntil).toBeNull();
    expect(afterWrongTry(fourWrong, now, defaultLimits).lockedUntil).toEqual(new Date("2026-11-20T12:15:00Z"));
    expect(
      afterWrongTry({ ...fourWrong, wrongInRow: 0, wrongToday: 14 }, now, defaultLimits).lockedUntil?.getUTCFullYear(),
    ).toBe(9999);
  });
});

describe("opening a signing key at the same moment", () => {
  const database = useCommittedDatabase();

  test("twenty concurrent wrong ones count as five tries @exhaustive", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => unlockSigningKey(ctx, account.id, "not that one").catch(refusal)),
    );
    expect(outcomes.filter((outcome) => outcome === "sign_password_wrong")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "sign_password_locked")).toHaveLength(15);
  });

  test("concurrent wrong ones are counted down one by one, to none left @exhaustive", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    const refusals = await Promise.all(
      Array.from({ length: 5 }, () =>
        unlockSigningKey(ctx, account.id, "not that one").catch((error: unknown) => error),
      ),
    );
    expect(refusals.map((error) => (error instanceof DomainError ? error.attemptsLeft : error)).sort()).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  test("drops the tries of a dead process after 30 s without counting them as wrong, and then accepts the correct password @exhaustive", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    await expect(unlockSigningKey(ctx, account.id, "not that one")).rejects.toMatchObject({ attemptsLeft: 4 });
    expect(await takeAllPlaces(ctx, account.id)).toHaveLength(4);
    await ctx.db.execute(sql`update signing_password_tries set expires_at = expires_at - interval '30 seconds'`);
    await unlockSigningKey(ctx, account.id, signPassword);
    const [key] = await ctx.db.select().from(accountSigningKeys);
    expect(key).toMatchObject({ wrongInRow: 0, wrongToday: 1, lockedUntil: null });
    expect(await ctx.db.select().from(signingPasswordTries)).toEqual([]);
  });

  test("lets a further try wait while all are in progress, and returns Retry-After within 30 s if none becomes free @exhaustive", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    const [first] = await takeAllPlaces(ctx, account.id);
    const refused = await unlockSigningKey(ctx, account.id, signPassword).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "unavailable" });
    expect((refused as DomainError).retryAfterSeconds).toBeLessThanOrEqual(30);
    const waiting = unlockSigningKey(ctx, account.id, signPassword);
    if (first) await withdrawTry(ctx, first);
    await waiting;
  });

  test("twelve concurrent correct ones all succeed, and none counts as wrong @exhaustive", async () => {
    const ctx = context(database().db);
    const { account } = await accountWithKey(ctx);
    await Promise.all(Array.from({ length: 12 }, () => unlockSigningKey(ctx, account.id, signPassword)));
    const [key] = await ctx.db.select().from(accountSigningKeys);
    expect(key).toMatchObject({ wrongInRow: 0, wrongToday: 0, lockedUntil: null });
  });

  test("records each wrong signing password and the lock once in a document's trail, and nothing for tries during the lock", async () => {
    const ctx = context(database().db);
    const {
      fileId,
      signers: [bo],
    } = await releasedScenario(ctx, [{ name: "Bo", method: "password" }]);
    await setSigningPassword(ctx, bo.actor, { signPassword });
    const tryWrong = () => sign(ctx, bo.actor, { target: { fileId }, password: "not that one" }).catch(refusal);
    const before = (await eventTypes(ctx, fileId)).length;
    await Promise.all(Array.from({ length: 8 }, tryWrong));
    const events = (await eventTypes(ctx, fileId)).slice(before);
    expect(events.sort()).toEqual([...Array<string>(5).fill("sign_password.failed"), "sign_password.locked"]);
    expect([await tryWrong(), await tryWrong()]).toEqual(["sign_password_locked", "sign_password_locked"]);
    expect((await eventTypes(ctx, fileId)).slice(before)).toHaveLength(6);
  });
});
