import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { apiTokens, type Account } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { insertAccountLink, makeLinkToken } from "@/lib/accounts/account-link";
import type { Ctx } from "@/lib/context/context";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { callOperation, type OperationAnswer } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();
const makeContext = useTestContext();
const db = useRolledBackDatabase();
let ctx: Ctx;
let account: Account;
beforeEach(async () => {
  held.ctx = ctx = makeContext(db());
  account = await makeAccount(ctx);
});

const basic = (secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${account.email}:${secret}`).toString("base64")}`,
});
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const me = (headers: Record<string, string>): Promise<OperationAnswer> => callOperation("getOwnAccount", { headers });
const outcome = ({ status, body }: OperationAnswer): unknown[] => [status, body["code"]];

async function make(body: Record<string, unknown> = {}): Promise<{ id: number; token: string }> {
  const { status, body: made } = await callOperation("createToken", {
    headers: basic(testPassword),
    body: { name: "integration", ...body },
  });
  expect(status).toBe(200);
  return { id: Number(made["id"]), token: String(made["token"]) };
}

/** Another server process on the same database, with its own cache. */
const elsewhere = (): void =>
  void (held.ctx = makeContext(db(), { secrets: makeSecretBox("a secret for tests, of enough length") }));

test("authenticates an account by a token as Bearer and in place of the password, lists it without its text, and records its use", async () => {
  const { id, token } = await make();
  expect(token).toMatch(/^pk_[\w-]{43}$/);
  for (const headers of [bearer(token), basic(token)]) expect((await me(headers)).body["email"]).toBe(account.email);
  const { text, body } = await callOperation("listTokens", { headers: bearer(token) });
  expect(text).not.toContain(token.slice(3));
  expect(body["data"]).toMatchObject([
    { id, name: "integration", scopes: ["read", "write", "sign"], lastUsedAt: expect.any(String) as string },
  ]);
  const [row] = await ctx.db.select().from(apiTokens).where(eq(apiTokens.id, id));
  expect(JSON.stringify(row)).not.toContain(token.slice(3));
});

test("returns 401 for another account's e-mail beside a token", async () => {
  const { token } = await make();
  const other = await makeAccount(ctx);
  expect(
    outcome(await me({ authorization: `Basic ${Buffer.from(`${other.email}:${token}`).toString("base64")}` })),
  ).toEqual([401, "invalid_credentials"]);
});

test("returns 401 for a revoked token at once where it was revoked, and within a second in every other process", async () => {
  const { id, token } = await make();
  expect((await me(bearer(token))).status).toBe(200);
  const here = held.ctx;
  elsewhere();
  const there = held.ctx;
  expect((await me(bearer(token))).status).toBe(200);
  held.ctx = here;
  expect((await callOperation("revokeToken", { headers: basic(testPassword), params: { id } })).status).toBe(200);
  expect(outcome(await me(bearer(token)))).toEqual([401, "invalid_credentials"]);
  held.ctx = there;
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(now + 1000);
  onTestFinished(() => clock.mockRestore());
  expect(outcome(await me(bearer(token)))).toEqual([401, "invalid_credentials"]);
  expect(outcome(await callOperation("revokeToken", { headers: basic(testPassword), params: { id } }))).toEqual([
    404,
    "not_found",
  ]);
});

test("returns 401 for an expired token, and rejects an expiry in the past", async () => {
  const { id, token } = await make({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect((await me(bearer(token))).status).toBe(200);
  await ctx.db
    .update(apiTokens)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(apiTokens.id, id));
  elsewhere();
  expect(outcome(await me(bearer(token)))).toEqual([401, "invalid_credentials"]);
  const past = await callOperation("createToken", {
    headers: basic(testPassword),
    body: { name: "t", expiresAt: "2020-01-01T00:00:00.000Z" },
  });
  expect(outcome(past)).toEqual([422, "validation_failed"]);
});

test("never accepts a token as fresh proof: even with the password in the body it creates no token and changes no password or number", async () => {
  const { token } = await make();
  const currentPassword = testPassword;
  expect(
    outcome(
      await callOperation("changeOwnPassword", {
        headers: bearer(token),
        body: { password: "a long and quiet evening", currentPassword },
      }),
    ),
  ).toEqual([403, "reauth_required"]);
  expect(
    outcome(
      await callOperation("changePhone", {
        headers: bearer(token),
        params: { user_id: account.id },
        body: { phone: "+491701234567", currentPassword },
      }),
    ),
  ).toEqual([403, "reauth_required"]);
  expect(
    outcome(
      await callOperation("changeOwnPassword", {
        headers: bearer(token),
        body: { password: "a long and quiet evening", currentPassword: "a guess" },
      }),
    ),
  ).toEqual([403, "reauth_required"]);
  expect(outcome(await callOperation("createToken", { headers: bearer(token), body: { name: "t" } }))).toEqual([
    403,
    "reauth_required",
  ]);
  expect(
    outcome(
      await callOperation("changeOwnPassword", {
        headers: bearer(token),
        body: { password: "a long and quiet evening" },
      }),
    ),
  ).toEqual([403, "reauth_required"]);
});

test("allows an account at most twenty tokens, not counting revoked ones @exhaustive", async () => {
  const made: number[] = [];
  for (let index = 0; index < 20; index++) made.push((await make()).id);
  const create = (): Promise<OperationAnswer> =>
    callOperation("createToken", { headers: basic(testPassword), body: { name: "one more" } });
  expect(outcome(await create())).toEqual([422, "validation_failed"]);
  await callOperation("revokeToken", { headers: basic(testPassword), params: { id: made[0] ?? 0 } });
  expect((await create()).status).toBe(200);
});

test("ends every token at a password reset", async () => {
  const { token } = await make();
  const link = makeLinkToken();
  await insertAccountLink(ctx, account.id, "reset", link);
  expect(
    (await callOperation("resetPassword", { body: { token: link, password: "a long and quiet evening" } })).status,
  ).toBe(200);
  expect(outcome(await me(bearer(token)))).toEqual([401, "invalid_credentials"]);
});

test("neither shows nor revokes another account's token", async () => {
  const { id } = await make();
  const cookie = { cookie: await logInByCookie(ctx, await makeAccount(ctx)), origin: ctx.publicUrl };
  expect((await callOperation("listTokens", { headers: cookie })).body["data"]).toEqual([]);
  expect(outcome(await callOperation("revokeToken", { headers: cookie, params: { id } }))).toEqual([404, "not_found"]);
});

describe("scopes", () => {
  test.each<[string, string[], string]>([
    ["read alone", ["read"], "200 403 403"],
    ["write alone", ["write"], "403 422 403"],
    ["sign alone", ["sign"], "403 403 404"],
  ])("%s allows what it names", async (_name, scopes, expected) => {
    const headers = bearer((await make({ scopes })).token);
    const statuses = [
      await me(headers),
      await callOperation("createRequest", { headers, body: {} }),
      await callOperation("requestCodeByFile", { headers, params: { fileId: 2_000_000_000 } }),
    ].map(({ status }) => status);
    expect(statuses.join(" ")).toBe(expected);
  });

  test("require `sign` to decline by sign link, and none to read", async () => {
    const {
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    ({ account } = ana.actor);
    const headers = bearer((await make({ scopes: ["read"] })).token);
    expect((await callOperation("openLink", { headers, params: { u: ana.link } })).status).toBe(200);
    expect(
      outcome(await callOperation("declineByLink", { headers, params: { u: ana.link }, body: { reason: "No" } })),
    ).toEqual([403, "insufficient_scope"]);
  });

  test("count once when repeated", async () => {
    const { body } = await callOperation("createToken", {
      headers: basic(testPassword),
      body: { name: "t", scopes: ["read", "sign", "read"] },
    });
    expect(body["scopes"]).toEqual(["read", "sign"]);
  });

  test.each([[[]], [["admin"]], [["read", "everything"]]])("are rejected with 422: %j", async (scopes) => {
    expect(
      (await callOperation("createToken", { headers: basic(testPassword), body: { name: "t", scopes } })).status,
    ).toBe(422);
  });
});
