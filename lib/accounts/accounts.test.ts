import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts, apiTokens, sessions } from "@/db/schema/accounts";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { logIn } from "@/lib/auth/log-in";
import { forgetTokens, tokenActor } from "@/lib/auth/resolve-actor";
import { endSession, findSession, startSession } from "@/lib/auth/session";
import { actingAs, makeAccount, testPassword } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { changeAccount } from "./change";
import { createAccount, ensureFirstAdministrator } from "./create";
import { demoEmail, ensureDemoAccount } from "./ensure-demo-account";
import { findAccountByEmail } from "./find";
import { noteTimeZone } from "./own-account";
import { resetPassword } from "./passwords";
import { createToken, listTokens, revokeToken } from "./tokens";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const strong = "seven purple tractors";

describe("administration", () => {
  test("lets only an administrator create and change accounts", async () => {
    const ctx = makeContext(db());
    const requester = actingAs(await makeAccount(ctx));
    await expect(
      createAccount(ctx, requester, { email: "x@y.z", displayName: "X", role: "admin" }),
    ).rejects.toMatchObject({ code: "forbidden" });
    await expect(changeAccount(ctx, requester, requester.account.id, { role: "admin" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("rejects a second account with the same address", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const input = { email: "bo@x.org", displayName: "Bo", role: "signer" } as const;
    await createAccount(ctx, admin, input);
    await expect(createAccount(ctx, admin, input)).rejects.toMatchObject({ code: "account_exists" });
  });

  test("ends every session, every token and the old password when a new password is set", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const account = await makeAccount(ctx);
    const session = await startSession(ctx, account);
    const { token } = await createToken(ctx, actingAs(account), { name: "ci" });
    expect(await findSession(ctx, session)).not.toBeNull();
    expect((await tokenActor(ctx, token, null)).account.id).toBe(account.id);
    await logIn(ctx, account.email, testPassword);

    await changeAccount(ctx, admin, account.id, { password: strong });
    expect(await findSession(ctx, session)).toBeNull();
    forgetTokens(ctx);
    await expect(tokenActor(ctx, token, null)).rejects.toMatchObject({ code: "invalid_credentials" });
    await expect(logIn(ctx, account.email, testPassword)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect((await logIn(ctx, account.email, strong)).account.id).toBe(account.id);
  });

  test("voids earlier links when anybody sets a new password", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const account = await makeAccount(ctx);
    const token = makeLinkToken();
    await insertAccountLink(ctx, account.id, "reset", token);
    await changeAccount(ctx, admin, account.id, { password: strong });
    await expect(resetPassword(ctx, { token, password: "four small green boats" })).rejects.toMatchObject({
      code: "link_expired",
    });
    expect((await logIn(ctx, account.email, strong)).account.id).toBe(account.id);
  });

  test("lets an administrator who was demoted during a call create and change nobody, by session, password or token", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx, { role: "admin" });
    const { row } = await createToken(ctx, actingAs(account), { name: "ci" });
    const other = await makeAccount(ctx);
    await ctx.db.update(accounts).set({ role: "requester" }).where(eq(accounts.id, account.id));
    const byToken = { ...actingAs(account), proof: "token", signedInAt: null, tokenId: row.id } as const;
    for (const actor of [actingAs(account), byToken]) {
      await expect(
        createAccount(ctx, actor, { email: "accomplice@x.org", displayName: "A", role: "signer" }),
      ).rejects.toMatchObject({ code: "unauthenticated" });
      await expect(changeAccount(ctx, actor, other.id, { displayName: "A" })).rejects.toMatchObject({
        code: actor === byToken ? "reauth_required" : "unauthenticated",
      });
    }
    expect(await findAccountByEmail(ctx, "accomplice@x.org")).toBeNull();
  });

  test("does not demote the last administrator", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(changeAccount(ctx, admin, admin.account.id, { role: "signer" })).rejects.toMatchObject({
      violations: [{ code: "last_administrator" }],
    });
    await makeAccount(ctx, { role: "admin" });
    expect((await changeAccount(ctx, admin, admin.account.id, { role: "signer" })).role).toBe("signer");
  });

  test("lets an administrator prove an account's address once", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const account = await createAccount(ctx, admin, { email: "c@x.org", displayName: "C", role: "signer" });
    expect(account.emailProvedAt).toBeNull();
    const changed = await changeAccount(ctx, admin, account.id, { emailProved: true });
    expect(changed.emailProof).toBe("administrator");
    expect((await changeAccount(ctx, admin, account.id, { emailProved: true })).emailProvedAt).toEqual(
      changed.emailProvedAt,
    );
  });
});

describe("tokens", () => {
  test("need the password given just now to be created", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const longAgo = new Date(Date.now() - 6 * 60_000);
    await expect(
      createToken(ctx, { ...actingAs(account), proof: "token", signedInAt: null }, { name: "t" }),
    ).rejects.toMatchObject({ code: "reauth_required" });
    await expect(
      createToken(ctx, { ...actingAs(account), proof: "session", signedInAt: longAgo }, { name: "t" }),
    ).rejects.toMatchObject({ code: "reauth_required" });
  });

  test("are limited to twenty per account", async () => {
    const ctx = makeContext(db());
    const actor = actingAs(await makeAccount(ctx));
    for (let made = 0; made < 20; made++) await createToken(ctx, actor, { name: `token ${made}` });
    await expect(createToken(ctx, actor, { name: "one more" })).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("are not stored in clear, and are void at once when revoked", async () => {
    const ctx = makeContext(db());
    const actor = actingAs(await makeAccount(ctx));
    const { row, token } = await createToken(ctx, actor, { name: "ci" });
    expect(JSON.stringify(await listTokens(ctx, actor))).not.toContain(token);
    await revokeToken(ctx, actor, row.id);
    await expect(tokenActor(ctx, token, null)).rejects.toMatchObject({ code: "invalid_credentials" });
    await expect(revokeToken(ctx, actor, row.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("are not found by another account", async () => {
    const ctx = makeContext(db());
    const { row, token } = await createToken(ctx, actingAs(await makeAccount(ctx)), { name: "ci" });
    const other = await makeAccount(ctx);
    await expect(revokeToken(ctx, actingAs(other), row.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(tokenActor(ctx, token, other.email)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test("are rejected once expired", async () => {
    const ctx = makeContext(db());
    const actor = actingAs(await makeAccount(ctx));
    await expect(createToken(ctx, actor, { name: "late", expiresAt: "2020-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "validation_failed",
    });
    const { row, token } = await createToken(ctx, actor, {
      name: "short",
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    expect((await tokenActor(ctx, token, null)).account.id).toBe(actor.account.id);
    await ctx.db
      .update(apiTokens)
      .set({ expiresAt: new Date(Date.now() - 60_000) })
      .where(eq(apiTokens.id, row.id));
    forgetTokens(ctx);
    await expect(tokenActor(ctx, token, null)).rejects.toMatchObject({ code: "invalid_credentials" });
  });
});

describe("at start", () => {
  test("creates the configured administrator once and never again", async () => {
    const ctx = makeContext(db());
    await ensureFirstAdministrator(ctx, { email: "Root@X.org", password: strong });
    await ensureFirstAdministrator(ctx, { email: "other@x.org", password: strong });
    expect((await ctx.db.select().from(accounts)).map(({ email, role }) => ({ email, role }))).toEqual([
      { email: "root@x.org", role: "admin" },
    ]);
  });

  test("rejects a weak password for the first administrator", async () => {
    const ctx = makeContext(db());
    await expect(ensureFirstAdministrator(ctx, { email: "root@x.org", password: "qwertyuiop" })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("sets the printed password for the demo account, even if it had another", async () => {
    const ctx = makeContext(db());
    await ensureDemoAccount(ctx, "first-random-password");
    await ensureDemoAccount(ctx, "first-random-password");
    await ensureDemoAccount(ctx, "second-random-password");
    expect((await logIn(ctx, demoEmail, "second-random-password")).account.role).toBe("admin");
    await expect(logIn(ctx, demoEmail, "first-random-password")).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test("creates no demo account on an instance whose links leave this machine", async () => {
    const ctx = makeContext(db(), { publicUrl: "https://sign.example.org" });
    await expect(ensureDemoAccount(ctx, "some-random-password")).rejects.toThrow("loopback");
  });

  test("creates no demo account in an instance with other accounts, such as a restored backup", async () => {
    const ctx = makeContext(db());
    await makeAccount(ctx);
    expect(await ensureDemoAccount(ctx, "some-random-password")).toBeNull();
    expect(await findAccountByEmail(ctx, demoEmail)).toBeNull();
  });
});

describe("sessions", () => {
  test("end one by one on log-out", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const [here, there] = [await startSession(ctx, account), await startSession(ctx, account)];
    await endSession(ctx, here);
    expect(await findSession(ctx, here)).toBeNull();
    expect((await findSession(ctx, there))?.account.id).toBe(account.id);
  });

  test("are stored by a hash of their id only, and end when idle or old", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx);
    const id = await startSession(ctx, account);
    const [row] = await ctx.db.select().from(sessions);
    expect(JSON.stringify(row)).not.toContain(id);
    await ctx.db.update(sessions).set({ lastSeenAt: new Date(Date.now() - 25 * 3600_000) });
    expect(await findSession(ctx, id)).toBeNull();
    await ctx.db.update(sessions).set({ lastSeenAt: new Date(), createdAt: new Date(Date.now() - 15 * 24 * 3600_000) });
    expect(await findSession(ctx, id)).toBeNull();
  });
});

describe("two concurrent processes", () => {
  const database = useCommittedDatabase();

  test("create one administrator", async () => {
    const ctx = makeContext(database().db);
    await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(ctx, { email: "root@x.org", password: strong })));
    expect(await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, "admin"))).toHaveLength(1);
  });

  test("keep one of two administrators who demote each other @exhaustive", async () => {
    const ctx = makeContext(database().db);
    const [a, b] = [await makeAccount(ctx, { role: "admin" }), await makeAccount(ctx, { role: "admin" })];
    const outcomes = await Promise.allSettled([
      changeAccount(ctx, actingAs(a), b.id, { role: "signer" }),
      changeAccount(ctx, actingAs(b), a.id, { role: "signer" }),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, "admin"))).toHaveLength(1);
  });
});

test("notes the browser's time zone once, and never replaces a known one", async () => {
  const ctx = makeContext(db());
  const account = await makeAccount(ctx);
  const zone = async () =>
    (await ctx.db.select({ zone: accounts.timeZone }).from(accounts).where(eq(accounts.id, account.id)))[0]?.zone;
  await noteTimeZone(ctx, account, "Atlantis/Capital");
  expect(await zone()).toBeNull();
  await noteTimeZone(ctx, account, "Europe/Lisbon");
  await noteTimeZone(ctx, account, "America/Sao_Paulo");
  expect(await zone()).toBe("Europe/Lisbon");
});
