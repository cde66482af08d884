import { randomUUID } from "node:crypto";
import { isNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accounts, accountSigningKeys, apiTokens, sessions } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { telegramLinks } from "@/db/schema/messages";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import { operations } from "@/lib/api/operations";
import { needsAccount } from "@/lib/api/operations/operation";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Ctx } from "@/lib/context/context";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { actingAs, logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { callOperation, operationNamed, type OperationCall } from "@/lib/testing/call-operation";
import { oneOfEachClass, present } from "@/lib/testing/representatives";
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

type Call = OperationCall & { headers: Record<string, string> };

async function withAccount(values: Parameters<typeof makeAccount>[1], call: OperationCall): Promise<Call> {
  const account = await makeAccount(ctx, values);
  return { ...call, headers: { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl } };
}

async function asAdministrator(call: OperationCall): Promise<Call> {
  return withAccount({ role: "admin" }, call);
}

const password = "a long and quiet evening";
const newPerson = () => ({ email: `${randomUUID()}@x.example`, displayName: "Made" });
const someone = async (values: Parameters<typeof makeAccount>[1] = {}) => ({ id: (await makeAccount(ctx, values)).id });

/** Every way to set, replace or confirm something used to log in, sign or receive codes. */
const ways: [name: string, operation: string, prepare: () => Promise<Call>][] = [
  ["one's own password", "changeOwnPassword", () => withAccount({}, { body: { password } })],
  [
    "a first signing password",
    "setSigningPassword",
    () => withAccount({}, { body: { signPassword: "a quiet green harbour" } }),
  ],
  [
    "another signing password",
    "setSigningPassword",
    async () => {
      const account = await makeAccount(ctx);
      await setSigningPassword(ctx, actingAs(account), { signPassword: "the first signing words" });
      return {
        headers: { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl },
        body: { signPassword: "a quiet green harbour" },
      };
    },
  ],
  ["one's own name", "changeOwnAccount", () => withAccount({}, { body: { displayName: "Somebody Else" } })],
  ["a token", "createToken", () => withAccount({}, { body: { name: "integration" } })],
  [
    "a phone number",
    "changePhone",
    async () => {
      const account = await makeAccount(ctx);
      return {
        headers: { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl },
        params: { user_id: account.id },
        body: { phone: "+4917012345678" },
      };
    },
  ],
  [
    "somebody's phone number",
    "changePhone",
    async () => asAdministrator({ params: { user_id: (await someone()).id }, body: { phone: "+4917012345678" } }),
  ],
  ["a Telegram chat", "createTelegramLink", () => withAccount({}, { body: {} })],
  [
    "somebody's password",
    "changeAccount",
    async () => asAdministrator({ params: await someone(), body: { password } }),
  ],
  [
    "somebody's role",
    "changeAccount",
    async () => asAdministrator({ params: await someone(), body: { role: "signer" } }),
  ],
  [
    "somebody's name",
    "changeAccount",
    async () => asAdministrator({ params: await someone(), body: { displayName: "Somebody Else" } }),
  ],
  [
    "somebody's address, by vouching for it",
    "changeAccount",
    async () =>
      asAdministrator({
        params: await someone({ emailProvedAt: null, emailProof: null }),
        body: { emailProved: true },
      }),
  ],
  ["an administrator", "createAccount", () => asAdministrator({ body: { ...newPerson(), role: "admin" } })],
  ["a requester", "createAccount", () => asAdministrator({ body: { ...newPerson(), role: "requester" } })],
  [
    "a proved address",
    "createAccount",
    () => asAdministrator({ body: { ...newPerson(), role: "signer", emailProved: true } }),
  ],
  [
    "an unproved account with a password",
    "createAccount",
    () => asAdministrator({ body: { ...newPerson(), role: "requester", password } }),
  ],
  [
    "an account that can sign in as a signer at once",
    "createAccount",
    () => asAdministrator({ body: { ...newPerson(), role: "signer", password, emailProved: true } }),
  ],
  ["where answers to e-mails go", "changeBranding", () => asAdministrator({ body: { replyTo: "eve@x.example" } })],
  [
    "where a legal link leads",
    "changeBranding",
    () => asAdministrator({ body: { name: "Harbour", privacyUrl: "https://eve.example/privacy" } }),
  ],
  [
    "how people may sign",
    "changeSettings",
    () => asAdministrator({ body: { allowed_sign_methods: ["email", "link"] } }),
  ],
  ["what signers prove", "changeSettings", () => asAdministrator({ body: { identify_method: ["email"] } })],
  ["who may register", "changeSettings", () => asAdministrator({ body: { signup: "open" } })],
  ["when documents are deleted", "changeSettings", () => asAdministrator({ body: { retention_days: 1 } })],
  [
    "when a sender's documents are deleted",
    "setAccountRetention",
    async () => asAdministrator({ params: await someone(), body: { days: 1 } }),
  ],
  ["the clock by which documents are deleted", "confirmRetentionClock", () => asAdministrator({ body: {} })],
  ["a key of the service", "rotateKey", () => asAdministrator({ body: { key: "seal" } })],
];

async function tokenHeaders(headers: Record<string, string>): Promise<Record<string, string>> {
  const actor = await resolveActor(ctx, new Headers(headers));
  if (actor.kind !== "account") throw new Error("the call needs an account");
  return {
    authorization: `Bearer ${(await createToken(ctx, { ...actor, signedInAt: await ctx.now() }, { name: "stolen" })).token}`,
  };
}

describe.each(oneOfEachClass(ways, ([, operation]) => operation))("to set %s", (_name, operation, prepare) => {
  test("needs a password given within five minutes", async () => {
    const call = await prepare();
    await ctx.db.update(sessions).set({ createdAt: sql`now() - interval '6 minutes'` });
    const stale = await callOperation(operation, call);
    expect([stale.status, stale.body["code"]]).toEqual([403, "reauth_required"]);
    await ctx.db.update(sessions).set({ createdAt: sql`now()` });
    expect((await callOperation(operation, call)).status).toBe(200);
  });

  test("is refused to a token with every scope, even with the right password in the body", async () => {
    const { headers, body, ...call } = await prepare();
    const stolen = await tokenHeaders(headers);
    for (const more of operation === "changeOwnPassword" || operation === "setSigningPassword"
      ? [{}, { currentPassword: testPassword }]
      : [{}]) {
      const { status, body: answer } = await callOperation(operation, {
        ...call,
        headers: stolen,
        body: { ...(body as object), ...more },
      });
      expect([status, answer["code"]]).toEqual([403, "reauth_required"]);
    }
  });
});

test("delegating is refused to a token with every scope, and needs no fresh proof in a session", async () => {
  const prepare = present(mutations["delegateByLink"]);
  const { headers = {}, ...call } = await prepare(ctx);
  const before = await ctx.db.select().from(signRequests);
  const byToken = await callOperation("delegateByLink", { ...call, headers: await tokenHeaders(headers) });
  expect([byToken.status, byToken.body["code"]]).toEqual([403, "reauth_required"]);
  expect(await ctx.db.select().from(signRequests)).toEqual(before);
  await ctx.db.update(sessions).set({ createdAt: sql`now() - interval '6 minutes'` });
  expect((await callOperation("delegateByLink", { ...call, headers })).status).toBe(200);
});

describe("a response with a secret is returned again under its Idempotency-Key", () => {
  test.each<[string, object]>([
    ["createToken", { name: "integration" }],
    ["createTelegramLink", {}],
  ])("by %s for a fresh proof, but not for a token with every scope", async (operation, body) => {
    const { headers } = await withAccount({}, {});
    const key = { "idempotency-key": randomUUID() };
    const first = await callOperation(operation, { headers: { ...headers, ...key }, body });
    const again = (as: Record<string, string>) => callOperation(operation, { headers: { ...as, ...key }, body });
    expect([first.status, (await again(headers)).text]).toEqual([200, first.text]);
    const { status, body: refusal } = await again(await tokenHeaders(headers));
    expect([status, refusal["code"]]).toEqual([403, "reauth_required"]);
  });

  test("to an older session that gives the password in the body", async () => {
    const { headers } = await withAccount({}, {});
    await ctx.db.update(sessions).set({ createdAt: sql`now() - interval '6 minutes'` });
    const call = { headers: { ...headers, "idempotency-key": randomUUID() }, body: { currentPassword: testPassword } };
    const [first, again] = [
      await callOperation("createTelegramLink", call),
      await callOperation("createTelegramLink", call),
    ];
    expect([first.status, again.text]).toEqual([200, first.text]);
  });
});

/** Passwords, roles, numbers, proofs, tokens, keys, chats and sessions of all accounts, each as one text. */
async function credentials(): Promise<string[]> {
  const owned = await ctx.db.select().from(accounts);
  const tokens = await ctx.db.select().from(apiTokens).where(isNull(apiTokens.revokedAt));
  const keys = await ctx.db.select().from(accountSigningKeys).where(isNull(accountSigningKeys.replacedAt));
  const chats = await ctx.db.select().from(telegramLinks);
  const live = await ctx.db.select().from(sessions).where(isNull(sessions.endedAt));
  return [
    ...owned.flatMap(({ id, passwordHash, role, phone, emailProvedAt }) => [
      `password ${id} ${passwordHash}`,
      `role ${id} ${role}`,
      `phone ${id} ${phone}`,
      ...(emailProvedAt ? [`proof ${id}`] : []),
    ]),
    ...tokens.map(({ tokenHash }) => `token ${tokenHash}`),
    ...keys.map(({ serialNumber }) => `signing key ${serialNumber}`),
    ...chats.map((chat) => `chat ${JSON.stringify(chat)}`),
    ...live.map(({ idHash }) => `session ${idHash}`),
  ];
}

describe("an administrator's token", () => {
  /**
   * Operations that a token cannot call, because they need a password entered just now. All other operations are
   * intended for integrations.
   */
  const refused = [
    "createAccount",
    "changeAccount",
    "changeSettings",
    "setAccountRetention",
    "liftLegalHold",
    "confirmRetentionClock",
    "rotateKey",
    "revokeCertificate",
    "erasePerson",
  ];
  const changes = operations.filter(({ caller, method }) => caller === "admin" && method !== "GET");

  const cases = oneOfEachClass(
    changes.map(({ id }) => [id, id] as const),
    ([id]) => (refused.includes(id) ? id : operationNamed(id).method),
  );
  test.each(cases)("is limited by its scopes and by the need for a fresh password: %s", async (_name, id) => {
    const prepare = present(mutations[id]);
    const { headers = {}, ...call } = await prepare(ctx);
    const { cookie: _cookie, origin: _origin, ...others } = headers;
    const actor = await resolveActor(ctx, new Headers(headers));
    if (actor.kind !== "account") throw new Error("the call needs an account");
    const fresh = { ...actor, signedInAt: await ctx.now() };
    const reading = (await createToken(ctx, fresh, { name: "reads", scopes: ["read"] })).token;
    const readOnly = await callOperation(id, { ...call, headers: { ...others, authorization: `Bearer ${reading}` } });
    expect([readOnly.status, readOnly.body["code"]]).toEqual([403, "insufficient_scope"]);
    const every = await callOperation(id, { ...call, headers: { ...others, ...(await tokenHeaders(headers)) } });
    expect([every.status, every.body["code"]]).toEqual(
      refused.includes(id) ? [403, "reauth_required"] : [200, undefined],
    );
  });

  test("creates signers without a password and with an unproved address, to whom nothing is sent", async () => {
    const { headers } = await asAdministrator({});
    const body = { ...newPerson(), role: "signer" };
    const { status, body: answer } = await callOperation("createAccount", {
      headers: await tokenHeaders(headers),
      body,
    });
    expect([status, answer["role"], answer["emailProved"]]).toEqual([200, "signer", false]);
    expect(await ctx.db.$count(outboxJobs)).toBe(0);
  });

  test("can change settings that weaken nothing, and send unchanged values", async () => {
    const { headers } = await asAdministrator({});
    const body = {
      sign_method: "email",
      allowed_sign_methods: ["password", "email"],
      signup: "invited",
      time_zone: "Europe/Berlin",
    };
    expect((await callOperation("changeSettings", { headers: await tokenHeaders(headers), body })).status).toBe(200);
  });

  test("can change how the service looks, and send unchanged values", async () => {
    const { headers } = await asAdministrator({});
    const body = { name: "Harbour", replyTo: null, privacyUrl: null };
    expect((await callOperation("changeBranding", { headers: await tokenHeaders(headers), body })).status).toBe(200);
  });
});

/** The link in the e-mail is the proof. */
const byMail = ["confirmAddress"];
/** A guest has no account. */
const byGuests = ["cleanGuestImage", "storeGuestImages"];

describe("no other operation gives a token with every scope a new credential", () => {
  const cases = Object.entries(mutations).filter(
    ([id]) => needsAccount(operationNamed(id)) && ![...byMail, ...byGuests].includes(id),
  );
  const byResource = oneOfEachClass(
    cases.map(([id, prepare]) => [id, id, prepare] as const),
    ([, id]) => operationNamed(id).method,
  );
  test.each(byResource)("%s", async (_name, id, prepare) => {
    const { headers = {}, ...call } = await prepare(ctx);
    const { cookie: _cookie, origin: _origin, ...others } = headers;
    const stolen = await tokenHeaders(headers);
    const before = new Set(await credentials());
    await callOperation(id, { ...call, headers: { ...others, ...stolen } });
    expect((await credentials()).filter((credential) => !before.has(credential))).toEqual([]);
  });
});
