import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts, sessions, type Account } from "@/db/schema/accounts";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { logIn, proveAgain } from "@/lib/auth/log-in";
import { resolveSession, tokenActor } from "@/lib/auth/resolve-actor";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { actingAs, logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeOwnAccount } from "./own-account";
import { changeOwnPassword } from "./passwords";
import { endOwnSession, listSessions } from "./sessions";
import { createToken } from "./tokens";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const newPassword = "four small green boats";
const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

interface Browser {
  cookie: string;
  actor: AccountActor;
}

async function browserOf(ctx: Ctx, account: Account): Promise<Browser> {
  const cookie = await logInByCookie(ctx, account);
  const actor = await whoIs(ctx, cookie);
  if (actor.kind !== "account") throw new Error("the session has no account");
  return { cookie, actor };
}

const whoIs = (ctx: Ctx, cookie: string): Promise<Actor> =>
  resolveSession(ctx, { get: (name) => (name === "cookie" ? cookie : null) });
const isIn = async (ctx: Ctx, { cookie }: Browser): Promise<boolean> => (await whoIs(ctx, cookie)).kind === "account";

describe("changing one's own password", () => {
  test("ends every other session and remembered log-in, keeps this one and the tokens, and sends a mail", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const stranger = await browserOf(ctx, await makeAccount(ctx));
    const [here, there] = [await browserOf(ctx, account), await browserOf(ctx, account)];
    const { token } = await createToken(ctx, actingAs(account), { name: "t" });
    await logIn(ctx, account.email, testPassword);
    await changeOwnPassword(ctx, here.actor, newPassword);
    expect([await isIn(ctx, here), await isIn(ctx, there), await isIn(ctx, stranger)]).toEqual([true, false, true]);
    expect((await tokenActor(ctx, token, null)).account.id).toBe(account.id);
    expect(await codeOf(logIn(ctx, account.email, testPassword))).toBe("invalid_credentials");
    expect(await codeOf(logIn(ctx, account.email, newPassword))).toBe("done");
    expect((await ctx.db.select().from(outboxJobs)).map(({ payload }) => payload)).toEqual([
      { template: "password_changed", accountId: account.id },
    ]);
  });

  test("is limited to a few times an hour while the address is unproved, because a stranger gets the mails", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx, { emailProvedAt: null, emailProof: null, madeBy: "signup" });
    const most = ctx.limits.accountMailsPerAddressPerHour;
    for (let nth = 0; nth < most; nth++) {
      const [current] = await ctx.db.select().from(accounts).where(eq(accounts.id, account.id));
      await changeOwnPassword(ctx, actingAs(current ?? account), newPassword);
    }
    expect(await codeOf(changeOwnPassword(ctx, actingAs(account), newPassword))).toBe("rate_limited");
    expect(await ctx.db.$count(outboxJobs)).toBe(most);
  });

  test("ends every session when authenticated by Basic", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const browser = await browserOf(ctx, account);
    await changeOwnPassword(ctx, actingAs(account), newPassword);
    expect(await isIn(ctx, browser)).toBe(false);
  });

  test("needs a fresh log-in or the current password, and a token is neither", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const { actor } = await browserOf(ctx, account);
    const old = { ...actor, signedInAt: new Date(Date.now() - 6 * 60_000) };
    const byToken = await tokenActor(ctx, (await createToken(ctx, actingAs(account), { name: "t" })).token, null);
    expect(await codeOf(changeOwnPassword(ctx, old, newPassword))).toBe("reauth_required");
    expect(await codeOf(changeOwnPassword(ctx, byToken, newPassword))).toBe("reauth_required");
    expect(await codeOf(changeOwnPassword(ctx, { kind: "public" } as never, newPassword))).toBe("unauthenticated");
    expect(await codeOf(changeOwnPassword(ctx, await proveAgain(ctx, old, testPassword), newPassword))).toBe("done");
  });

  test("rejects a wrong current password without logging out, and throttles guesses like log-ins", async () => {
    const ctx = makeContext(db());
    const browser = await browserOf(ctx, await makeAccount(ctx));
    const codes: string[] = [];
    for (let time = 0; time < 11; time++) codes.push(await codeOf(proveAgain(ctx, browser.actor, "wrong")));
    expect(codes).toEqual([...Array<string>(10).fill("validation_failed"), "rate_limited"]);
    expect(await isIn(ctx, browser)).toBe(true);
  });

  test("rejects a weak password and one made of its owner's name", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx, { displayName: "Bartholomew" });
    for (const weak of ["short", "password123", "bartholomew1"])
      expect([weak, await codeOf(changeOwnPassword(ctx, actingAs(account), weak))]).toEqual([
        weak,
        "validation_failed",
      ]);
  });
});

describe("sessions", () => {
  test("lists the owner's live sessions and marks the calling one", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    await browserOf(ctx, await makeAccount(ctx));
    const [here, there, over] = [
      await browserOf(ctx, account),
      await browserOf(ctx, account),
      await browserOf(ctx, account),
    ];
    await endOwnSession(ctx, here.actor, over.actor.sessionId ?? 0);
    const listed = await listSessions(ctx, here.actor);
    expect(listed.map(({ session, isCurrent }) => [session.id, isCurrent]).sort()).toEqual(
      [
        [here.actor.sessionId, true],
        [there.actor.sessionId, false],
      ].sort(),
    );
  });

  test("are ended by their owner at once and only once, and are hidden from other accounts", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const stranger = await browserOf(ctx, await makeAccount(ctx));
    const [here, there] = [await browserOf(ctx, account), await browserOf(ctx, account)];
    const id = there.actor.sessionId ?? 0;
    expect(await codeOf(endOwnSession(ctx, stranger.actor, id))).toBe("not_found");
    expect(await isIn(ctx, there)).toBe(true);
    expect([await codeOf(endOwnSession(ctx, here.actor, id)), await isIn(ctx, there)]).toEqual(["done", false]);
    expect(await codeOf(endOwnSession(ctx, here.actor, id))).toBe("not_found");
    expect(await ctx.db.select().from(sessions).where(eq(sessions.id, id))).toHaveLength(1);
  });
});

test("changes one's own name and nothing else of the account", async () => {
  const ctx = makeContext(db());
  const account = await makeAccount(ctx);
  const changed = await changeOwnAccount(ctx, actingAs(account), { displayName: "Zoë" });
  expect(changed.account.displayName).toBe("Zoë");
  const [row] = await ctx.db.select().from(accounts).where(eq(accounts.id, account.id));
  expect(row).toEqual({ ...account, displayName: "Zoë" });
});

describe("changing one's own name", () => {
  test("is reported to the owner by e-mail, but not to an unproved address", async () => {
    const ctx = makeContext(db());
    const proved = await makeAccount(ctx);
    const unproved = await makeAccount(ctx, { emailProvedAt: null, emailProof: null, madeBy: "signup" });
    for (const account of [proved, unproved]) {
      const displayName = "Somebody Else";
      await changeOwnAccount(ctx, actingAs(account), { displayName });
      await changeOwnAccount(ctx, actingAs({ ...account, displayName }), { displayName, language: "pt" });
    }
    expect((await ctx.db.select().from(outboxJobs)).map(({ payload }) => payload)).toEqual([
      { template: "name_changed", accountId: proved.id },
    ]);
  });
});
