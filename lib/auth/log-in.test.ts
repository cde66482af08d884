import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { rateCounters } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { sweepAttempts } from "@/lib/context/rates/counters";
import { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { makePasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { makeAccount, testPassword } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { logIn } from "./log-in";
import { resolveActor, tokenActor } from "./resolve-actor";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

const from = (address: string): Partial<Ctx> => ({ request: { id: "r", address, userAgent: "" } });
const outcome = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "in",
    (error: { code: string }) => error.code,
  );

async function outcomes(ctx: Ctx, email: string, password: string, times: number): Promise<string[]> {
  const all: string[] = [];
  for (let time = 0; time < times; time++) all.push(await outcome(logIn(ctx, email, password)));
  return all;
}

/** Counts the verifications with Argon2, and the answers that were delayed to take as long. */
function countedPasswords(): { work: { verified: number; evened: number }; passwords: Ctx["passwords"] } {
  const work = { verified: 0, evened: 0 };
  const passwords = makePasswordHasher(undefined, { waitMs: 0 });
  return {
    work,
    passwords: {
      ...passwords,
      verify: (hash, password) => {
        work.verified++;
        return passwords.verify(hash, password);
      },
      evenOut: (since) => {
        work.evened++;
        return passwords.evenOut(since);
      },
    },
  };
}

async function countWaitingForLocks(ctx: Ctx): Promise<number | null> {
  return (
    await ctx.db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount;
}

describe("log-in limits", () => {
  test("throttles after ten failures with the time to wait, whatever the eleventh password is", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    expect(await outcomes(ctx, email, "wrong", 11)).toEqual([
      ...Array<string>(10).fill("invalid_credentials"),
      "rate_limited",
    ]);
    const refusal = await logIn(ctx, email, testPassword).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "rate_limited" });
    expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);
    expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  test("do not lock out a network when a program keeps using a revoked token", async () => {
    const ctx = makeContext(db(), from("198.51.100.7"));
    const { email } = await makeAccount(ctx);
    const codes: string[] = [];
    for (let time = 0; time <= defaultLimits.loginFailuresPerNetwork; time++)
      codes.push(await outcome(tokenActor(ctx, "pk_revoked", null)));
    expect([codes[0], codes.at(-1)]).toEqual(["invalid_credentials", "rate_limited"]);
    expect(await outcome(logIn(ctx, email, testPassword))).toBe("in");
  });

  test("throttles a remembered password like any other, so that 200 and 429 do not reveal a correct guess @exhaustive", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    await logIn(ctx, email, testPassword);
    await outcomes(ctx, email, "wrong", 10);
    const refusal = await logIn(ctx, email, testPassword).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "rate_limited" });
    expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);
    expect(await outcome(logIn(makeContext(db(), from("198.51.100.1")), email, testPassword))).toBe("in");
    await ctx.db.update(rateCounters).set({ windowStartedAt: sql`now() - interval '16 minutes'` });
    expect(await outcome(logIn(ctx, email, testPassword))).toBe("in");
  });

  test("let an account log in from a known network despite a stranger's failures there, and answer all others alike", async () => {
    const limits = { ...defaultLimits, loginFailuresPerNetwork: 5, loginFailuresPerAccountAndNetwork: 3 };
    const ctx = makeContext(db(), { ...from("198.51.100.1"), limits });
    const [{ email }, other] = [await makeAccount(ctx), await makeAccount(ctx)];
    await logIn(ctx, email, testPassword);
    const secrets = makeSecretBox("a secret of this test alone, long enough");
    const restarted = makeContext(db(), { ...from("198.51.100.2"), limits, secrets });
    for (let time = 0; time < 6; time++) await outcome(logIn(ctx, `nobody${time}@x.org`, "wrong"));
    const authorization = `Basic ${Buffer.from(`${email}:${testPassword}`).toString("base64")}`;
    for (const at of [ctx, restarted, restarted])
      expect(await outcome(resolveActor(at, new Headers({ authorization })))).toBe("in");
    expect(await outcome(logIn(ctx, other.email, testPassword))).toBe("rate_limited");
    expect(await outcomes(restarted, email, "wrong", 3)).toEqual(Array<string>(3).fill("rate_limited"));
    expect(await outcome(logIn(restarted, email, testPassword))).toBe("rate_limited");
  });

  test("delay every refusal in a network over its limit alike, with and without a verification", async () => {
    const { work, passwords } = countedPasswords();
    const limits = { ...defaultLimits, loginFailuresPerNetwork: 5, loginFailuresPerAccountAndNetwork: 2 };
    const ctx = makeContext(db(), { ...from("198.51.100.1"), limits, passwords });
    const [known, busy, other] = [await makeAccount(ctx), await makeAccount(ctx), await makeAccount(ctx)];
    for (const { email } of [known, busy]) await logIn(ctx, email, testPassword);
    await logIn(makeContext(db(), { ...from("203.0.113.1"), limits, passwords }), other.email, testPassword);
    for (let time = 0; time < 5; time++) await outcome(logIn(ctx, `nobody${time}@x.org`, "wrong"));
    expect(work.evened).toBe(0);
    const full = { ...passwords, verify: () => Promise.reject(new DomainError("unavailable")) };
    const { verified } = work;
    for (const [at, email, password, verifications] of [
      [ctx, "nobody@x.org", "wrong", 0],
      [ctx, other.email, "wrong", 0],
      // Remembered since the log-in from another network.
      [ctx, other.email, testPassword, 0],
      [ctx, known.email, "wrong", 1],
      [ctx, known.email, "wrong", 2],
      [ctx, known.email, "wrong", 2],
      [{ ...ctx, passwords: full }, busy.email, "wrong", 2],
    ] as const) {
      const before = work.evened;
      expect(await outcome(logIn(at, email, password))).toBe("rate_limited");
      expect([work.evened - before, work.verified - verified]).toEqual([1, verifications]);
    }
  });

  test("throttles a remembered password with a network that is new to the account, and never counts it @exhaustive", async () => {
    const ctx = makeContext(db(), { limits: { ...defaultLimits, loginFailuresPerNetwork: 5 } });
    const { email } = await makeAccount(ctx);
    expect(await outcomes(ctx, email, testPassword, 20)).toEqual(Array<string>(20).fill("in"));
    const strange = makeContext(db(), { ...from("198.51.100.1"), limits: ctx.limits });
    for (let time = 0; time < 5; time++) await outcome(logIn(strange, `nobody${time}@x.org`, "wrong"));
    expect(await outcome(logIn(strange, email, testPassword))).toBe("rate_limited");
  });

  test("counts an address of the same network, and not one of the next @exhaustive", async () => {
    const ctx = makeContext(db(), from("198.51.100.1"));
    const { email } = await makeAccount(ctx);
    await outcomes(ctx, email, "wrong", 10);
    expect(await outcome(logIn(makeContext(db(), from("198.51.100.250")), email, "wrong"))).toBe("rate_limited");
    expect(await outcome(logIn(makeContext(db(), from("198.51.101.1")), email, testPassword))).toBe("in");
  });

  test("an IPv6 network is a /64 @exhaustive", async () => {
    const ctx = makeContext(db(), from("2001:db8:1:2::1"));
    const { email } = await makeAccount(ctx);
    await outcomes(ctx, email, "wrong", 10);
    expect(await outcome(logIn(makeContext(db(), from("2001:db8:1:2:ffff::9")), email, "wrong"))).toBe("rate_limited");
    expect(await outcome(logIn(makeContext(db(), from("2001:db8:1:3::1")), email, "wrong"))).toBe(
      "invalid_credentials",
    );
  });

  test("throttles a network after fifty failures over many accounts @exhaustive", async () => {
    const ctx = makeContext(db(), { limits: { ...defaultLimits, loginFailuresPerNetwork: 5 } });
    for (let time = 0; time < 5; time++)
      expect(await outcome(logIn(ctx, `nobody${time}@x.org`, "wrong"))).toBe("invalid_credentials");
    expect(await outcome(logIn(ctx, "another@x.org", "wrong"))).toBe("rate_limited");
  });

  test("a success clears the account's failures, but not the network's @exhaustive", async () => {
    const ctx = makeContext(db(), { limits: { ...defaultLimits, loginFailuresPerNetwork: 15 } });
    const { email } = await makeAccount(ctx);
    await outcomes(ctx, email, "wrong", 9);
    expect(await outcome(logIn(ctx, email, testPassword))).toBe("in");
    expect(await outcomes(ctx, email, "wrong", 7)).toEqual([
      ...Array<string>(6).fill("invalid_credentials"),
      "rate_limited",
    ]);
  });

  test("a hundred consecutive failures lock the account, and the correct password does not unlock it", async () => {
    const limits = {
      ...defaultLimits,
      loginFailuresPerAccountAndNetwork: 1000,
      loginFailuresPerNetwork: 1000,
      loginFailuresInRow: 3,
    };
    const ctx = makeContext(db(), { limits });
    const { email } = await makeAccount(ctx);
    expect(await outcomes(ctx, email, "wrong", 4)).toEqual([
      "invalid_credentials",
      "invalid_credentials",
      "invalid_credentials",
      "account_locked",
    ]);
    expect(await outcome(logIn(ctx, email, testPassword))).toBe("account_locked");
  });

  test("let the owner log in from a known network despite a lock, which ends the lock", async () => {
    const limits = { ...defaultLimits, loginFailuresInRow: 3 };
    const at = (address: string) => makeContext(db(), { ...from(address), limits });
    const [home, stranger] = [at("192.0.2.1"), at("198.51.100.1")];
    const { email } = await makeAccount(home);
    await logIn(home, email, testPassword);
    expect((await outcomes(stranger, email, "wrong", 4)).at(-1)).toBe("account_locked");
    expect(await outcome(logIn(stranger, email, testPassword))).toBe("account_locked");
    expect(await outcome(logIn(at("192.0.2.9"), email, testPassword))).toBe("in");
    expect(await outcome(logIn(stranger, email, testPassword))).toBe("in");
  });

  test("lock the owner's known networks as well after failures from there @exhaustive", async () => {
    const limits = { ...defaultLimits, loginFailuresInRow: 3 };
    const at = (address: string) => makeContext(db(), { ...from(address), limits });
    const [home, stranger] = [at("192.0.2.1"), at("198.51.100.1")];
    const { email } = await makeAccount(home);
    await logIn(home, email, testPassword);
    await outcomes(stranger, email, "wrong", 3);
    expect(await outcomes(home, email, "wrong", 4)).toEqual([
      ...Array<string>(3).fill("invalid_credentials"),
      "account_locked",
    ]);
    expect(await outcome(logIn(home, email, testPassword))).toBe("account_locked");
  });

  test("return the same for an address without an account, including the lock", async () => {
    const limits = {
      ...defaultLimits,
      loginFailuresPerAccountAndNetwork: 1000,
      loginFailuresPerNetwork: 1000,
      loginFailuresInRow: 3,
    };
    const ctx = makeContext(db(), { limits });
    expect(await outcomes(ctx, "nobody@x.org", "wrong", 5)).toEqual([
      "invalid_credentials",
      "invalid_credentials",
      "invalid_credentials",
      "account_locked",
      "account_locked",
    ]);
  });

  test("give a locked account and an address without one the same response to every try, after the same work", async () => {
    const limits = { ...defaultLimits, loginFailuresPerNetwork: 1000, loginFailuresInRow: 3 };
    const { work, passwords } = countedPasswords();
    const ctx = makeContext(db(), { limits, passwords });
    const { email } = await makeAccount(ctx);
    const expected = [
      ...Array<string>(3).fill("invalid_credentials"),
      ...Array<string>(7).fill("account_locked"),
      "rate_limited",
      "rate_limited",
    ];
    expect(await outcomes(ctx, email, "wrong", 12)).toEqual(expected);
    expect(work.verified).toBe(10);
    expect(await outcomes(ctx, "nobody@x.org", "wrong", 12)).toEqual(expected);
    expect(work.verified).toBe(20);
  });

  test("add no counter for further addresses once the network is refused", async () => {
    const limits = { ...defaultLimits, loginFailuresPerNetwork: 5 };
    const ctx = makeContext(db(), { ...from("198.51.100.7"), limits });
    const made = async (first: number, times: number): Promise<string[]> => {
      const all: string[] = [];
      for (let time = 0; time < times; time++)
        all.push(await outcome(logIn(ctx, `nobody${String(first + time)}@x.org`, "wrong")));
      return all;
    };
    expect(await made(0, 5)).toEqual(Array<string>(5).fill("invalid_credentials"));
    const before = await ctx.db.$count(rateCounters);
    expect(await made(5, 20)).toEqual(Array<string>(20).fill("rate_limited"));
    expect(await ctx.db.$count(rateCounters)).toBe(before);
  });

  describe("answer alike for an address with and without an account, before and after counters are swept:", () => {
    const limits = { ...defaultLimits, loginFailuresPerNetwork: 1000, loginFailuresInRow: 3 };
    const days = (ctx: Ctx, number: number) =>
      Promise.all([
        ctx.db.update(rateCounters).set({
          windowStartedAt: sql`${rateCounters.windowStartedAt} - make_interval(days => ${number})`,
        }),
        ctx.db.update(accounts).set({
          failedLoginsSince: sql`${accounts.failedLoginsSince} - make_interval(days => ${number})`,
        }),
      ]);
    const [wrong, locked] = ["invalid_credentials", "account_locked"];

    test.each<[string, before: number, days: number, after: string[]]>([
      ["a lock", 3, 91, [locked, locked]],
      ["a lock of years", 3, 4000, [locked, locked]],
      ["two failures", 2, 89, [wrong, locked]],
      ["two failures of long ago", 2, 91, [wrong, wrong, wrong, locked]],
    ])("%s", async (_name, before, passed, after) => {
      const ctx = makeContext(db(), { limits });
      const addresses = [(await makeAccount(ctx)).email, (await makeAccount(ctx)).email, "no@x.org", "nobody@x.org"];
      for (const email of addresses) await outcomes(ctx, email, "wrong", before);
      await days(ctx, passed);
      const answers: string[][] = [];
      for (const [index, email] of addresses.entries()) {
        if (index % 2 === 1) await sweepAttempts(ctx);
        answers.push(await outcomes(ctx, email, "wrong", after.length));
      }
      expect(answers).toEqual(addresses.map(() => after));
    });
  });

  test("the counters contain no e-mail address", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    await outcomes(ctx, email, "wrong", 2);
    expect(JSON.stringify(await ctx.db.select().from(rateCounters))).not.toContain(email);
  });
});

describe("verification", () => {
  test("a verified password is remembered without Argon2 until a credential of the account changes", async () => {
    const { work, passwords } = countedPasswords();
    const ctx = makeContext(db(), { secrets: makeSecretBox("a secret of this test alone, long enough"), passwords });
    const { email } = await makeAccount(ctx);
    await outcomes(ctx, email, testPassword, 3);
    expect(work.verified).toBe(1);
    expect(await outcome(logIn(ctx, email, "wrong"))).toBe("invalid_credentials");
    await ctx.db.update(accounts).set({ credentialsVersion: 2 });
    await logIn(ctx, email, testPassword);
    expect(work.verified).toBe(3);
  });

  test("compares a password in NFC", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx, {
      passwordHash: await ctx.passwords.hash("Müller und Söhne".normalize("NFC")),
    });
    expect(await outcome(logIn(ctx, email, "Müller und Söhne".normalize("NFD")))).toBe("in");
  });

  test("the log-in renews a hash with weaker parameters", async () => {
    const ctx = makeContext(db());
    const { hash } = await import("@node-rs/argon2");
    const account = await makeAccount(ctx, {
      passwordHash: await hash(testPassword, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 }),
    });
    await logIn(ctx, account.email, testPassword);
    const [after] = await ctx.db.select().from(accounts);
    expect(ctx.passwords.isWeak(account.passwordHash)).toBe(true);
    expect(ctx.passwords.isWeak(after?.passwordHash ?? "")).toBe(false);
  });
});

describe("concurrency", () => {
  const database = useCommittedDatabase();

  test("thirty parallel wrong guesses get ten verifications @exhaustive", async () => {
    const ctx = makeContext(database().db);
    const { email } = await makeAccount(ctx);
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) => outcome(logIn(ctx, email, `wrong ${index}`))),
    );
    expect(all.filter((code) => code === "invalid_credentials")).toHaveLength(10);
    expect(all.filter((code) => code === "rate_limited")).toHaveLength(20);
  });

  test("a remembered password waits for guesses being counted, and is rejected if they reach the limit @exhaustive", async () => {
    const box = makeSecretBox("a secret of this test alone, long enough");
    let lookups = 0;
    const hmac: typeof box.hmac = (purpose, data) => {
      if (purpose === "credential") lookups += 1;
      return box.hmac(purpose, data);
    };
    const ctx = makeContext(database().db, { secrets: { ...box, hmac } });
    const { email } = await makeAccount(ctx);
    await logIn(ctx, email, testPassword);
    await outcomes(ctx, email, "wrong", 8);
    const guess = (password: string) => outcome(logIn(ctx, email, password));
    const answers = await ctx.tx(async (tx) => {
      await tx.db.execute(sql`select from rate_counters where key like 'login:%' for update`);
      const guesses = [guess("wrong again"), guess("and again")];
      await expect.poll(() => countWaitingForLocks(ctx)).toBe(2);
      const lookupsOfGuesses = lookups;
      const remembered = guess(testPassword);
      // Once it has looked the password up, only the guesses delay its answer.
      await expect.poll(() => lookups).toBeGreaterThan(lookupsOfGuesses);
      return [...guesses, remembered];
    });
    expect(await Promise.all(answers)).toEqual(["invalid_credentials", "invalid_credentials", "rate_limited"]);
  });

  test("twenty parallel calls with the correct password all succeed @exhaustive", async () => {
    const ctx = makeContext(database().db, { secrets: makeSecretBox("a secret of this test alone, long enough") });
    const { email } = await makeAccount(ctx);
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(logIn(ctx, email, testPassword))));
    expect(all).toEqual(Array<string>(20).fill("in"));
  });

  test.each([2, 20])(
    "%i equal wrong passwords are verified in the same steps for an address with and without an account",
    async (times) => {
      const limits = { ...defaultLimits, loginFailuresPerAccountAndNetwork: 1000, loginFailuresPerNetwork: 1000 };
      const steps = async (emailOf: (ctx: Ctx) => Promise<string>): Promise<number> => {
        const { passwords, work } = countedPasswords();
        const held: { password: string; release: () => void }[] = [];
        const verify: Ctx["passwords"]["verify"] = async (hash, password) => {
          await new Promise<void>((release) => held.push({ password, release }));
          return passwords.verify(hash, password);
        };
        const countHeld = (password: string) => held.filter((one) => one.password === password).length;
        const box = makeSecretBox("a secret of this test alone, long enough");
        let [email, lookups] = ["", 0];
        const hmac: typeof box.hmac = (purpose, data) => {
          if (purpose === "credential" && data === `${email.toLowerCase()}\nwrong`) lookups += 1;
          return box.hmac(purpose, data);
        };
        const ctx = makeContext(database().db, {
          limits,
          secrets: { ...box, hmac },
          passwords: { ...passwords, verify },
        });
        email = await emailOf(ctx);
        const all = Promise.all(Array.from({ length: times }, () => outcome(logIn(ctx, email, "wrong"))));
        await expect.poll(() => lookups).toBe(times);
        // A different password waits for none of them, so it would be verified after any that did not wait.
        const later = outcome(logIn(ctx, email, "different"));
        await expect.poll(() => countHeld("different")).toBe(1);
        expect(countHeld("wrong")).toBe(1);
        for (const { release } of held.splice(0)) release();
        await expect.poll(() => countHeld("wrong")).toBe(times - 1);
        for (const { release } of held.splice(0)) release();
        expect([...(await all), await later]).toEqual(Array<string>(times + 1).fill("invalid_credentials"));
        return work.verified;
      };
      expect(await steps(async (ctx) => (await makeAccount(ctx)).email)).toBe(times + 1);
      expect(await steps(async () => "Nobody@x.org")).toBe(times + 1);
    },
  );

  test("an address without an account is counted in any case, like one with an account", async () => {
    const ctx = makeContext(database().db);
    const { email } = await makeAccount(ctx);
    for (const address of [email, "nobody@x.org"]) {
      expect((await outcomes(ctx, address.toUpperCase(), "wrong", 10)).at(-1)).toBe("invalid_credentials");
      expect(await outcome(logIn(ctx, address, "wrong"))).toBe("rate_limited");
    }
  });
});
