import { and, desc, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  accounts,
  accountSigningKeys,
  apiTokens,
  sessions,
  storedSignatures,
  type Account,
} from "@/db/schema/accounts";
import { telegramLinks } from "@/db/schema/messages";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { logIn } from "@/lib/auth/log-in";
import { startSession } from "@/lib/auth/session";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { createTelegramLink } from "@/lib/delivery/telegram/links";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { fetchFile, uploadFile } from "@/lib/documents/upload/upload";
import { createDocument } from "@/lib/requests/create";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { actingAs, makeAccount, testPassword } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { changeAccount } from "./change";
import { changePhone } from "./change-phone";
import { confirmAddress, proveAddress } from "./confirm-address";
import { createAccount } from "./create";
import { getAccount } from "./find";
import { changeOwnPassword, resetPassword, type ResetRequest } from "./passwords";
import { createToken } from "./tokens";

const db = useRolledBackDatabase();
const testContext = useTestContext();

const unproved = { emailProvedAt: null, emailProof: null, madeBy: "signup" } as const;
const telegram = { botName: () => Promise.resolve("paraph_bot") } as unknown as NonNullable<
  Ctx["gateways"]["telegram"]
>;
const withTelegram = () => testContext(db(), { gateways: { ...testContext(db()).gateways, telegram } });

test("gives an account with an unproved address no webhook, phone number, Telegram chat or signing password", async () => {
  const ctx = withTelegram();
  const stranger = actingAs(await makeAccount(ctx, unproved));
  const attempts = [
    () => addEndpoint(ctx, stranger, { url: "https://hooks.example/x" }),
    () => changePhone(ctx, stranger, String(stranger.account.id), { phone: "+491701234567" }),
    () => createTelegramLink(ctx, stranger),
    () => setSigningPassword(ctx, stranger, { signPassword: "a signing password of length" }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "email_unproved" });
});

test("fetches nothing for an account with an unproved address", async () => {
  const ctx = testContext(db());
  const stranger = actingAs(await makeAccount(ctx, unproved));
  const url = "https://files.example/lease.pdf";
  const attempts = [
    () => fetchFile(ctx, stranger, { url, name: "Lease" }),
    () => createDocument(ctx, stranger, { file: { url }, name: "Lease", users: [{ email: "ana@x.example" }] }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "email_unproved" });
});

test("creates no document with a callback for an account with an unproved address", async () => {
  const ctx = testContext(db());
  const input = {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    users: [{ email: "ana@x.example" }],
    status: 0,
    callback: "https://hooks.example/x",
  } as const;
  await expect(
    createDocument(ctx, actingAs(await makeAccount(ctx, unproved)), { ...input, users: [...input.users] }),
  ).rejects.toMatchObject({ code: "email_unproved" });
  expect(await ctx.db.$count(webhookEndpoints)).toBe(0);
});

/** An account prepared by an attacker, as the rejections above now prevent. */
async function makePrepared(ctx: Ctx) {
  const account = await makeAccount(ctx, { ...unproved, phone: "+491701234567" });
  const accountId = account.id;
  await startSession(ctx, account);
  await createToken(ctx, actingAs(account), { name: "stranger's" });
  await ctx.db
    .insert(webhookEndpoints)
    .values({ accountId, url: "https://evil.example/", sealedSecret: Buffer.from("x") });
  await ctx.db.insert(telegramLinks).values({ accountId, chatId: "666" });
  await ctx.db.insert(accountSigningKeys).values({
    accountId,
    certificate: Buffer.from("x"),
    serialNumber: String(accountId),
    subject: "CN=x",
    notBefore: new Date(),
    notAfter: new Date(),
  });
  await ctx.db
    .insert(storedSignatures)
    .values({ accountId, type: "signature", png: Buffer.from("x"), widthPx: 1, heightPx: 1 });
  return account;
}

/** Counts what can act or receive codes in the account's name. */
async function leftOf(ctx: Ctx, id: number) {
  const rows = await Promise.all([
    ctx.db.$count(sessions, and(eq(sessions.accountId, id), isNull(sessions.endedAt))),
    ctx.db.$count(apiTokens, and(eq(apiTokens.accountId, id), isNull(apiTokens.revokedAt))),
    ctx.db.$count(webhookEndpoints, eq(webhookEndpoints.accountId, id)),
    ctx.db.$count(telegramLinks, eq(telegramLinks.accountId, id)),
    ctx.db.$count(accountSigningKeys, and(eq(accountSigningKeys.accountId, id), isNull(accountSigningKeys.revokedAt))),
    ctx.db.$count(storedSignatures, eq(storedSignatures.accountId, id)),
    ctx.db.$count(accounts, and(eq(accounts.id, id), eq(accounts.phone, "+491701234567"))),
  ]);
  const [live, tokens, webhooks, chats, keys, images, phones] = rows;
  return { live, tokens, webhooks, chats, keys, images, phones };
}
const everything = { live: 1, tokens: 1, webhooks: 1, chats: 1, keys: 1, images: 1, phones: 1 };
const nothing = { live: 0, tokens: 0, webhooks: 0, chats: 0, keys: 0, images: 0, phones: 0 };

test("removes everything added before when a password reset is the first proof of an address @exhaustive", async () => {
  const ctx = testContext(db());
  const account = await makePrepared(ctx);
  expect(await leftOf(ctx, account.id)).toEqual(everything);
  const token = makeLinkToken();
  await insertAccountLink(ctx, account.id, "reset", token);
  await resetPassword(ctx, { token, password: "another long password" });
  expect(await leftOf(ctx, account.id)).toEqual(nothing);
});

describe("a call in progress when its credential ends", () => {
  const admin = (ctx: Ctx, values: Partial<Account> = {}) => makeAccount(ctx, { role: "admin", ...values });
  const cases: [string, (ctx: Ctx, actor: AccountActor) => Promise<unknown>][] = [
    ["a token", (ctx, actor) => createToken(ctx, actor, { name: "late" })],
    ["a password @exhaustive", (ctx, actor) => changeOwnPassword(ctx, actor, "a password of the stranger")],
    [
      "a phone number @exhaustive",
      (ctx, actor) => changePhone(ctx, actor, String(actor.account.id), { phone: "+491701234567" }),
    ],
    ["a webhook @exhaustive", (ctx, actor) => addEndpoint(ctx, actor, { url: "https://hooks.example/x" })],
    ["a Telegram chat @exhaustive", (ctx, actor) => createTelegramLink(ctx, actor)],
    [
      "a signing password @exhaustive",
      (ctx, actor) => setSigningPassword(ctx, actor, { signPassword: "a signing password of length" }),
    ],
    [
      "an administrator @exhaustive",
      (ctx, actor) => createAccount(ctx, actor, { email: "second@x.example", displayName: "Second", role: "admin" }),
    ],
    ["a document @exhaustive", (ctx, actor) => uploadFile(ctx, actor, { stream: twoPages, name: "Late" })],
    [
      "somebody's password @exhaustive",
      async (ctx, actor) => changeAccount(ctx, actor, (await makeAccount(ctx)).id, { password: testPassword }),
    ],
  ];

  test.each(cases)("can no longer set %s", async (_what, run) => {
    const ctx = withTelegram();
    const account = await admin(ctx);
    const withSession = async (): Promise<AccountActor> => {
      await startSession(ctx, account);
      const [newest] = await ctx.db
        .select()
        .from(sessions)
        .where(eq(sessions.accountId, account.id))
        .orderBy(desc(sessions.id))
        .limit(1);
      return { ...actingAs(account), proof: "session", sessionId: newest?.id ?? 0 };
    };
    const stale = [actingAs(account), await withSession()];
    const token = makeLinkToken();
    await insertAccountLink(ctx, account.id, "reset", token);
    await resetPassword(ctx, { token, password: "another long password" });
    for (const actor of stale) await expect(run(ctx, actor)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(startSession(ctx, account)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await leftOf(ctx, account.id)).toEqual(nothing);
  });
});

test("also removes the name and language when a password reset is the first proof of an address @exhaustive", async () => {
  const ctx = testContext(db());
  const reset = async (values: Partial<Account>) => {
    const account = await makeAccount(ctx, {
      ...unproved,
      displayName: "A stranger's words",
      language: "pt",
      ...values,
    });
    const token = makeLinkToken();
    await insertAccountLink(ctx, account.id, "reset", token);
    await resetPassword(ctx, { token, password: "another long password" });
    const [left] = await ctx.db.select().from(accounts).where(eq(accounts.id, account.id));
    return { email: account.email, name: left?.displayName, language: left?.language };
  };
  for (const madeBy of ["signup", "invitation"] as const) {
    const left = await reset({ madeBy });
    expect(left).toMatchObject({ name: left.email, language: null });
  }
  const given = { madeBy: "administrator" } as const;
  expect(await reset(given)).toMatchObject({ name: "A stranger's words", language: "pt" });
  const byToken = await reset({ ...given, isNameByToken: true });
  expect(byToken).toMatchObject({ name: byToken.email, language: null });
});

test("removes everything added before when an administrator proves the address", async () => {
  const ctx = testContext(db());
  const account = await makePrepared(ctx);
  await changeAccount(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), account.id, { emailProved: true });
  expect(await leftOf(ctx, account.id)).toEqual(nothing);
});

/** The account is new, or its earlier password still works, or no longer does. */
const occasionOf = (ctx: Ctx, sealed: Buffer | null) =>
  (JSON.parse(ctx.secrets.open("outbox", sealed ?? Buffer.alloc(0)).toString()) as ResetRequest).occasion;

test("the first proof by an administrator removes the password of a self-registered account, and mails the owner of any account", async () => {
  const ctx = testContext(db());
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const vouch = async (values: Partial<Account>, change: { password?: string } = {}) => {
    const { id, email, passwordHash } = await makeAccount(ctx, { ...unproved, ...values });
    await ctx.db.delete(outboxJobs);
    await changeAccount(ctx, admin, id, { emailProved: true, ...change });
    const [after] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
    const jobs = (await ctx.db.select().from(outboxJobs))
      .filter(({ kind }) => kind !== "removeUnproved")
      .map(({ kind, sealed }) => (kind === "reset" ? occasionOf(ctx, sealed) : kind));
    return {
      keepsPassword: after?.passwordHash === passwordHash,
      logsIn: await logIn(ctx, email, testPassword).then(
        () => true,
        () => false,
      ),
      jobs,
    };
  };
  expect(await vouch({})).toEqual({ keepsPassword: false, logsIn: false, jobs: ["replaced"] });
  expect(await vouch({ madeBy: "invitation" })).toEqual({ keepsPassword: false, logsIn: false, jobs: ["replaced"] });
  expect(await vouch({}, { password: "chosen by the administrator" })).toEqual({
    keepsPassword: false,
    logsIn: false,
    jobs: ["accountMail"],
  });
  expect(await vouch({ madeBy: "administrator" })).toEqual({ keepsPassword: true, logsIn: true, jobs: ["proved"] });
  expect(await vouch({ madeBy: "administrator" }, { password: "chosen by the administrator" })).toEqual({
    keepsPassword: false,
    logsIn: false,
    jobs: ["accountMail"],
  });
  expect(await vouch({ emailProvedAt: new Date(), emailProof: "confirmation" })).toEqual({
    keepsPassword: true,
    logsIn: true,
    jobs: [],
  });
});

test("keeps the log-in and the signature images, and nothing else, when the logged-in owner proves the address", async () => {
  const ctx = testContext(db());
  const account = await makePrepared(ctx);
  const [own] = await ctx.db.select().from(sessions).where(eq(sessions.accountId, account.id));
  await startSession(ctx, account);
  await proveAddress(ctx, account.id, { signRequestId: 1 }, { ...actingAs(account), sessionId: own?.id ?? 0 });
  expect(await leftOf(ctx, account.id)).toEqual({ ...nothing, live: 1, images: 1 });
});

test("revokes the tokens made before when the logged-in owner proves the address, and no token proves it", async () => {
  const ctx = testContext(db());
  const account = await makeAccount(ctx, unproved);
  const { row } = await createToken(ctx, actingAs(account), { name: "stranger's" });
  const token = makeLinkToken();
  await insertAccountLink(ctx, account.id, "confirmation", token);
  const byToken = { ...actingAs(account), proof: "token", tokenId: row.id, signedInAt: null } as const;
  await expect(confirmAddress(ctx, byToken, token)).rejects.toMatchObject({ code: "reauth_required" });
  expect(await confirmAddress(ctx, actingAs(account), token)).toMatchObject({ emailProof: "confirmation" });
  expect(await leftOf(ctx, account.id)).toEqual(nothing);
});

test("removes nothing when the owner of an account opened by a sign link confirms the address", async () => {
  const ctx = testContext(db());
  const account = await makePrepared(ctx);
  const byLink = { emailProvedAt: new Date(), emailProof: "invitation", emailProofRequestId: 1 } as const;
  await ctx.db.update(accounts).set(byLink).where(eq(accounts.id, account.id));
  expect(await proveAddress(ctx, account.id, "confirmation", actingAs(account))).toBe(true);
  expect(await getAccount(ctx, account.id)).toMatchObject({ emailProof: "confirmation", emailProofRequestId: null });
  expect(await leftOf(ctx, account.id)).toEqual(everything);
});

test("removes nothing when an address is proved again", async () => {
  const ctx = testContext(db());
  const account = await makePrepared(ctx);
  await ctx.db
    .update(accounts)
    .set({ emailProvedAt: new Date(), emailProof: "confirmation" })
    .where(eq(accounts.id, account.id));
  expect(await proveAddress(ctx, account.id, { signRequestId: 1 }, null)).toBe(false);
  expect(await proveAddress(ctx, account.id, "confirmation", null)).toBe(false);
  expect(await leftOf(ctx, account.id)).toEqual(everything);
});

describe("fresh proof", () => {
  const byToken = (account: Account) => ({ ...actingAs(account), proof: "token", signedInAt: null }) as const;
  const byOldSession = (account: Account) =>
    ({ ...actingAs(account), proof: "session", signedInAt: new Date(0) }) as const;

  test.each([
    ["a token", byToken],
    ["a log-in of long ago", byOldSession],
  ])("%s sets no first signing password", async (_name, acting) => {
    const ctx = testContext(db());
    const account = await makeAccount(ctx);
    await expect(
      setSigningPassword(ctx, acting(account), { signPassword: "a signing password of length" }),
    ).rejects.toMatchObject({ code: "reauth_required" });
  });

  test("a token does not replace a signing password, even with the current one @exhaustive", async () => {
    const ctx = testContext(db());
    const account = await makeAccount(ctx);
    await setSigningPassword(ctx, actingAs(account), { signPassword: "a signing password of length" });
    const input = { signPassword: "a second one of length", currentPassword: "a signing password of length" };
    await expect(setSigningPassword(ctx, byToken(account), input)).rejects.toMatchObject({ code: "reauth_required" });
  });

  test("the owner gets an e-mail each time a signing password is set @exhaustive", async () => {
    const ctx = testContext(db());
    const account = await makeAccount(ctx);
    await setSigningPassword(ctx, actingAs(account), { signPassword: "a signing password of length" });
    await setSigningPassword(ctx, actingAs(account), { signPassword: "a second one of length" });
    expect((await ctx.db.select().from(outboxJobs)).map(({ payload }) => payload)).toEqual(
      Array(2).fill({ template: "signing_password_set", accountId: account.id }),
    );
  });

  test.each([
    ["a token", byToken],
    ["a log-in of long ago", byOldSession],
  ])("%s of an administrator sets no password, role or name, and creates no administrator", async (_name, acting) => {
    const ctx = testContext(db());
    const [admin, other] = [acting(await makeAccount(ctx, { role: "admin" })), await makeAccount(ctx)];
    const attempts = [
      () => changeAccount(ctx, admin, other.id, { password: testPassword }),
      () => changeAccount(ctx, admin, other.id, { role: "admin" }),
      () => changeAccount(ctx, admin, other.id, { displayName: "Renamed" }),
      ...(["admin", "requester"] as const).map(
        (role) => () => createAccount(ctx, admin, { email: "second@x.example", displayName: "Second", role }),
      ),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "reauth_required" });
  });

  test("the owner gets an e-mail when an administrator sets the password, the role or the name", async () => {
    const ctx = testContext(db());
    const [admin, other] = [actingAs(await makeAccount(ctx, { role: "admin" })), await makeAccount(ctx)];
    await changeAccount(ctx, admin, other.id, { password: testPassword, role: "signer", displayName: "Renamed" });
    await changeAccount(ctx, admin, other.id, { role: "signer", displayName: "Renamed" });
    const templates = (await ctx.db.select().from(outboxJobs)).map(({ payload }) => payload);
    expect(templates).toEqual(
      ["password_changed", "role_changed", "name_changed"].map((template) => ({ template, accountId: other.id })),
    );
  });
});
