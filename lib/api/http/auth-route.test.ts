import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sessions } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { guestCookieName } from "@/lib/auth/cookies";
import { resolveSession } from "@/lib/auth/resolve-actor";
import { endSession, sealSessionId, startSession } from "@/lib/auth/session";
import type { Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { guestOf, guestScenario, identified } from "@/lib/signing/identification/testing/guest-scenario";
import { logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { authRoute } from "./auth-route";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const logged: unknown[] = [];
let ctx: Ctx;
beforeEach(() => {
  ctx = held.ctx = makeContext(db());
});

const origin = "http://localhost:3000";

async function ask(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const all = { ...(method === "POST" ? { origin, "content-type": "application/json" } : {}), ...headers };
  const request = new Request(`${origin}/api/auth/${path}`, { method, headers: all, ...sent });
  return authRoute(request, { params: Promise.resolve({ nextauth: path.split("/") }) });
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ");

async function csrf(): Promise<{ csrfToken: string; cookie: string }> {
  const response = await ask("GET", "csrf");
  return { csrfToken: ((await response.json()) as { csrfToken: string }).csrfToken, cookie: cookiesOf(response) };
}

async function logInWith(email: string, password: string, more: Record<string, string> = {}): Promise<Response> {
  const { csrfToken, cookie } = await csrf();
  return ask("POST", "callback/credentials", {
    body: { csrfToken, email, password },
    headers: { cookie: [cookie, more["cookie"] ?? ""].join("; ") },
  });
}

async function sessionOf(cookie: string): Promise<unknown> {
  return (await ask("GET", "session", { headers: { cookie } })).json();
}

const who = async (cookie: string): Promise<string> => (await resolveSession(ctx, new Headers({ cookie }))).kind;
const codeOf = async (response: Response): Promise<string> =>
  `${response.status} ${((await response.json()) as { code?: string }).code ?? ""}`;

describe("a log-in", () => {
  test("sets a cookie, hidden from scripts and not sent by other sites, for a session of 14 days", async () => {
    const { email, displayName } = await makeAccount(ctx);
    const response = await logInWith(email.toUpperCase(), testPassword);
    expect(response.status).toBe(200);
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith("paraph-session=")) ?? "";
    expect(cookie).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 2);
    expect(await who(cookiesOf(response))).toBe("account");
    expect(await sessionOf(cookiesOf(response))).toMatchObject({ user: { name: displayName, email } });
  });

  test("binds the cookies to the host and to TLS on https", async () => {
    ctx = held.ctx = makeContext(db(), { publicUrl: "https://sign.example" });
    const { email } = await makeAccount(ctx);
    const first = await ask("GET", "csrf", { headers: {} });
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const response = await ask("POST", "callback/credentials", {
      body: { csrfToken, email, password: testPassword },
      headers: { origin: "https://sign.example", cookie: cookiesOf(first) },
    });
    const set = [...first.headers.getSetCookie(), ...response.headers.getSetCookie()].filter((one) =>
      /session|csrf/.test(one),
    );
    expect(set).toHaveLength(2);
    for (const cookie of set)
      expect(cookie).toMatch(/^__Host-paraph-(session|csrf)=.*; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
  });

  test("stores no readable secret: the cookie is encrypted and the row has a hash", async () => {
    const account = await makeAccount(ctx);
    const sid = await startSession(ctx, account);
    const token = await sealSessionId(ctx, sid);
    const parts = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
    for (const text of [token, ...parts]) {
      expect(text).not.toContain(sid);
      expect(text).not.toContain(account.email);
    }
    expect((await ctx.db.select().from(sessions))[0]?.idHash).not.toContain(sid);
  });

  test("ends the browser's previous session", async () => {
    const { email } = await makeAccount(ctx);
    const first = cookiesOf(await logInWith(email, testPassword));
    const second = cookiesOf(await logInWith(email, testPassword, { cookie: first }));
    expect([await who(first), await who(second)]).toEqual(["public", "account"]);
  });

  test("answers a failure with a problem document, and sets no session", async () => {
    const account = await makeAccount(ctx);
    const wrong = await logInWith(account.email, "wrong");
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(await codeOf(wrong)).toBe("401 invalid_credentials");
    expect(await codeOf(await logInWith("nobody@x.example", "wrong"))).toBe("401 invalid_credentials");
    for (let time = 0; time < 9; time++) await logInWith(account.email, "wrong");
    const limited = await logInWith(account.email, testPassword);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(await codeOf(limited)).toBe("429 rate_limited");
    const locked = await makeAccount(ctx, { failedLoginsInRow: defaultLimits.loginFailuresInRow });
    expect(await codeOf(await logInWith(locked.email, testPassword))).toBe("429 account_locked");
    ctx = held.ctx = makeContext(db(), {
      passwords: {
        ...ctx.passwords,
        verify: () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })),
      },
    });
    expect(await codeOf(await logInWith((await makeAccount(ctx)).email, testPassword))).toBe("503 unavailable");
  });

  test.each([
    ["from a foreign page", { origin: "https://evil.example" }],
    ["from a page that hides where it is", { origin: "null" }],
    ["that a browser calls cross-site", { origin: "", "sec-fetch-site": "cross-site" }],
  ])("%s is refused", async (_name, headers) => {
    const { email } = await makeAccount(ctx);
    const { csrfToken, cookie } = await csrf();
    const response = await ask("POST", "callback/credentials", {
      body: { csrfToken, email, password: testPassword },
      headers: { ...headers, cookie },
    });
    expect(await codeOf(response)).toBe("403 csrf");
  });

  test("is refused without the double-submitted token, or with another browser's", async () => {
    const { email } = await makeAccount(ctx);
    const { csrfToken, cookie } = await csrf();
    const attempt = (body: object, own: string) =>
      ask("POST", "callback/credentials", {
        body: { email, password: testPassword, ...body },
        headers: { cookie: own },
      });
    expect(await codeOf(await attempt({}, cookie))).toBe("403 csrf");
    expect(await codeOf(await attempt({ csrfToken }, ""))).toBe("403 csrf");
    expect(await codeOf(await attempt({ csrfToken }, (await csrf()).cookie))).toBe("403 csrf");
    expect(await ctx.db.select().from(sessions)).toEqual([]);
  });
});

describe("a session", () => {
  test("ends with the log-out, for every copy of the cookie", async () => {
    const { email } = await makeAccount(ctx);
    const cookie = cookiesOf(await logInWith(email, testPassword));
    const { csrfToken, cookie: own } = await csrf();
    const response = await ask("POST", "signout", { body: { csrfToken }, headers: { cookie: `${own}; ${cookie}` } });
    expect(response.headers.getSetCookie().join("\n")).toContain("paraph-session=; Max-Age=0");
    expect([await who(cookie), await sessionOf(cookie)]).toEqual(["public", {}]);
  });

  test("ends together with the browser's guest sessions @exhaustive", async () => {
    const { signers } = await guestScenario(ctx, "email");
    const guest = await identified(ctx, signers[0] ?? { link: "" });
    const cookie = `${await logInByCookie(ctx, await makeAccount(ctx))}; ${guestCookieName(origin, 1)}=${guest}`;
    const { csrfToken, cookie: own } = await csrf();
    expect(await guestOf(ctx, guest)).not.toBeNull();
    await ask("POST", "signout", { body: { csrfToken }, headers: { cookie: `${own}; ${cookie}` } });
    expect(await guestOf(ctx, guest)).toBeNull();
  });

  test("is not reported as ended when the log-out did not reach the database", async () => {
    const cookie = await logInByCookie(ctx, await makeAccount(ctx));
    const { csrfToken, cookie: own } = await csrf();
    held.ctx = {
      ...ctx,
      db: new Proxy(ctx.db, {
        get: (target, name) =>
          name === "update"
            ? () => {
                throw Object.assign(new Error("gone"), { code: "57P01" });
              }
            : (Reflect.get(target, name) as unknown),
      }),
    };
    expect(
      await codeOf(await ask("POST", "signout", { body: { csrfToken }, headers: { cookie: `${own}; ${cookie}` } })),
    ).toBe("503 unavailable");
    expect(await who(cookie)).toBe("account");
  });

  test("is invalid when ended elsewhere, idle for a day, or two weeks old", async () => {
    const account = await makeAccount(ctx);
    const sid = await startSession(ctx, account);
    const cookie = `paraph-session=${await sealSessionId(ctx, sid)}`;
    const states: unknown[] = [];
    for (const change of [
      { lastSeenAt: sql`now() - interval '25 hours'` },
      { lastSeenAt: sql`now()`, createdAt: sql`now() - interval '15 days'` },
    ]) {
      await ctx.db.update(sessions).set(change);
      states.push(await who(cookie), await sessionOf(cookie));
    }
    await ctx.db.update(sessions).set({ createdAt: sql`now()` });
    expect(await who(cookie)).toBe("account");
    await endSession(ctx, sid);
    expect([...states, await who(cookie), await sessionOf(cookie)]).toEqual(["public", {}, "public", {}, "public", {}]);
  });

  test("is invalid if it comes from another server's secret, was altered, has no session, or is garbage", async () => {
    const account = await makeAccount(ctx);
    const sid = await startSession(ctx, account);
    const foreign = await sealSessionId(
      makeContext(db(), { secrets: makeSecretBox("another secret, also of enough length") }),
      sid,
    );
    const own = await sealSessionId(ctx, sid);
    const altered = `${own.slice(0, -8)}${own.endsWith("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA"}`;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ sid })).toString("base64url")}.`;
    for (const token of [foreign, altered, unsigned, sid, await sealSessionId(ctx, "x"), "%", "rubbish", ""]) {
      expect([token, await who(`paraph-session=${token}`)]).toEqual([token, "public"]);
      expect(await sessionOf(`paraph-session=${token}`)).toEqual({});
    }
    expect(await who(`paraph-session=${own}`)).toBe("account");
  });

  test("survives a restart with the same secret", async () => {
    const account = await makeAccount(ctx);
    const cookie = await logInByCookie(ctx, account);
    ctx = held.ctx = makeContext(db(), { secrets: makeSecretBox("a secret for tests, of enough length") });
    expect(await who(cookie)).toBe("account");
  });
});

describe("below /api/auth", () => {
  test.each([
    "GET signin",
    "GET signout",
    "GET error",
    "GET providers",
    "GET verify-request",
    "GET callback/credentials",
    "POST _log",
    "POST session",
    "POST signin/credentials",
    "POST csrf",
    "GET nothing",
  ])("%s is closed", async (address) => {
    const [method = "", path = ""] = address.split(" ");
    expect(await codeOf(await ask(method, path, method === "POST" ? { body: {} } : {}))).toBe("404 not_found");
  });

  test.each([
    ["half a body", "{", "400 malformed_json"],
    ["a list", "[]", "422 validation_failed"],
    ["300 KiB", JSON.stringify({ email: "x".repeat(300_000) }), "413 too_large"],
    ["a number as password", '{"password":1}', "422 validation_failed"],
  ])("%s is rejected as in the rest of the API", async (_name, body, answer) => {
    expect(await codeOf(await ask("POST", "callback/credentials", { body }))).toBe(answer);
  });

  test("rejects a form as in the rest of the API", async () => {
    expect(
      await codeOf(
        await ask("POST", "callback/credentials", {
          body: "email=a&password=b",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        }),
      ),
    ).toBe("415 unsupported_media_type");
  });

  test("ignores callback addresses in the query, the body and cookies", async () => {
    const { email } = await makeAccount(ctx);
    const { csrfToken, cookie } = await csrf();
    const response = await ask("POST", "callback/credentials?callbackUrl=https://evil.example", {
      body: { csrfToken, email, password: testPassword, callbackUrl: "https://evil.example" },
      headers: { cookie: `${cookie}; paraph-callback=https%3A%2F%2Fevil.example` },
    });
    expect(JSON.stringify([await response.text(), ...response.headers])).not.toContain("evil");
  });
});

describe("log lines", () => {
  test("contain no password, address, cookie or token for correct, wrong and stale tries", async () => {
    const note = (...parts: unknown[]) => void logged.push(parts);
    const log = { ...ctx.log, error: note, warn: note, info: note, debug: note } as unknown as Ctx["log"];
    held.ctx = { ...ctx, log };
    vi.spyOn(console, "error").mockImplementation(note);
    const { email } = await makeAccount(ctx);
    const right = await logInWith(email, testPassword);
    await logInWith(email, "wrong-password-1");
    await logInWith("nobody-at-all@x.example", "wrong-password-2");
    await ask("GET", "session", { headers: { cookie: "paraph-session=stale.stale.stale" } });
    vi.restoreAllMocks();
    const text = JSON.stringify(logged);
    expect(text).toContain("log-in: wrong password");
    for (const secret of [
      testPassword,
      "wrong-password",
      email,
      "nobody-at-all",
      cookiesOf(right).split("=")[1] ?? "",
      "stale.stale",
    ])
      expect(text).not.toContain(secret);
  });
});
