import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { accounts, sessions } from "@/db/schema/accounts";
import { idempotencyKeys } from "@/db/schema/api-calls";
import { files } from "@/db/schema/files";
import { telegramLinks } from "@/db/schema/messages";
import { inboxMessages } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { changeAccount } from "@/lib/accounts/change";
import { changePhone } from "@/lib/accounts/change-phone";
import { changeOwnAccount } from "@/lib/accounts/own-account";
import { createToken } from "@/lib/accounts/tokens";
import { listAccounts } from "@/lib/administration/users";
import { revocationListAt } from "@/lib/authority/revocation";
import { listCertificates } from "@/lib/authority/stored-certificates";
import { openssl, useOpensslFolder } from "@/lib/authority/testing/openssl-folder";
import { toCertificatesWire } from "@/lib/authority/wire";
import { inboxMessenger } from "@/lib/channels/messenger";
import { withRequest, type AccountActor, type Ctx } from "@/lib/context/context";
import { makeNotificationHandlers } from "@/lib/delivery/notifications/handlers";
import { storeMail } from "@/lib/delivery/notifications/send";
import { downloadFile } from "@/lib/documents/content";
import { checkChain } from "@/lib/evidence/check/check-chain";
import { showAudit } from "@/lib/evidence/read-chain";
import { dumpRows } from "@/lib/evidence/testing/dump-rows";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { defaultLimits } from "@/lib/platform/limits";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { createDocument } from "@/lib/requests/create";
import { declineByLink } from "@/lib/requests/decline";
import { noteViewed } from "@/lib/requests/links/find-by-link";
import { withdrawSigners } from "@/lib/requests/withdraw";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import { envelopeScenario, pdfsOf, signEnvelope } from "@/lib/signing/testing/envelope-scenario";
import {
  draftScenario,
  newestCode,
  readFile,
  releasedScenario,
  storeStroke,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { expectRightStorageTallies } from "@/lib/testing/storage-tallies";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { showHistory } from "@/lib/views/history";
import { showFileByUuid } from "@/lib/views/show";
import { eraseOneself, erasePerson } from "./erase-person";
import { isOneOf } from "./person";

const db = useRolledBackDatabase();
expectRightStorageTallies(db);
const makeContext = useTestContext();
const { file, save } = useOpensslFolder();
const name = "Wilhelmina Quastenbein";
const phone = "+491701234567890";
const address = "198.51.100.77";
const userAgent = "Quastenbrowser/7";
const reason = "Quastenbein refuses";
const signPassword = "a quiet green harbour";
const pdf = twoPages.toString("base64");
let ctx: Ctx;
let hers: Ctx;
let logged = "";
let admin: AccountActor;

beforeEach(async () => {
  logged = "";
  const log = pino(
    { level: "trace" },
    {
      write: (line: string) => {
        logged += line;
      },
    },
  );
  ctx = makeContext(db(), { publicUrl: "https://sign.example.org", log });
  hers = withRequest(ctx, { id: "her-request", address, userAgent });
  admin = actingAs(await makeAccount(ctx, { role: "admin", displayName: "The Administrator" }));
});

async function sendMails(): Promise<void> {
  const messenger = inboxMessenger((message) => storeMail(ctx, message));
  const handlers = { ...makeNotificationHandlers({ messenger }) } as unknown as OutboxHandlers;
  while ((await drainOnce(ctx, handlers)) > 0);
}

type Signer = Scenario["signers"][number];
const first = ({ signers: [signer] }: Scenario): Signer => {
  return signer;
};

/** Her account has everything that an account can have. She signed with it in one document and declined another. */
async function busyPerson(): Promise<{ her: AccountActor; signed: Scenario; declined: Scenario }> {
  const signed = await releasedScenario(ctx, [
    { name, method: "password", phone, fields: [{ type: "name" }, { type: "text", required: false }] },
  ]);
  const her = first(signed).actor;
  await ctx.db.execute(sql`update accounts set phone = ${phone} where id = ${her.account.id}`);
  const declined = await releasedScenario(ctx, [{ name: "Somebody" }]);
  await ctx.db.execute(
    sql`update sign_requests set email = ${her.account.email}, display_name = ${name}, description = ${`For ${name}`} where id = ${first(declined).signRequestId}`,
  );
  await setSigningPassword(hers, her, { signPassword });
  await storeStroke(hers, her);
  await createToken(hers, her, { name: `Token of ${name}` });
  await ctx.db.insert(telegramLinks).values({ accountId: her.account.id, chatId: "77123456" });
  await ctx.db.insert(sessions).values({ idHash: "x", accountId: her.account.id, address, userAgent });
  await noteViewed(hers, { kind: "public" }, { u: first(signed).link });
  await sign(hers, her, { target: { fileId: signed.fileId }, password: signPassword });
  await declineByLink(hers, her, { u: first(declined).link, reason });
  const sealedAnswer = ctx.secrets.seal(
    "idempotency",
    JSON.stringify({ status: 200, headers: [], body: JSON.stringify({ email: her.account.email, name }) }),
  );
  await ctx.db.insert(idempotencyKeys).values({
    key: "k",
    requestHmac: "a",
    run: "3b0c9d4e-6a51-4f0e-8d2b-7f6f1c2a9e10",
    leasedUntil: new Date(),
    sealedAnswer,
  });
  await sendMails();
  return { her, signed, declined };
}

const dump = async (): Promise<string> => (await dumpRows(ctx)).join("\n");

const traces = (text: string, words: readonly string[]): string[] =>
  words
    .flatMap((word) => [word, Buffer.from(word).toString("hex")])
    .filter((word) => text.includes(word.toLowerCase()));

describe("an erased person", () => {
  test("leaves no name, address, number, picture or key in the database or the log, and keeps the others' evidence valid", async () => {
    const { her, signed, declined } = await busyPerson();
    const words = [name, "Quastenb", her.account.email, phone, phone.slice(1), address, "77123456"];
    expect(traces(await dump(), words)).toEqual(expect.arrayContaining([name, her.account.email, phone, address]));
    const erased = await erasePerson(ctx, admin, { email: her.account.email });
    expect(erased).toEqual({ account: true, signRequests: 2, documents: 2, signedDocuments: 1 });
    const after = await dump();
    expect(traces(after, words)).toEqual([]);
    expect(traces(logged, words)).toEqual([]);
    for (const { fileId, requester } of [signed, declined]) {
      const stored = await readFile(ctx, fileId);
      const trail = await readTrail(ctx, fileId);
      expect(trailBreaksAt(stored, trail)).toBeNull();
      expect(trail.filter(({ type }) => type === "person.erased")).toHaveLength(1);
      expect(JSON.stringify(await showFileByUuid(ctx, requester, { uuid: stored.uuid }))).toContain("Erased person");
      expect((await showHistory(ctx, requester, { uuid: stored.uuid })).map(({ type }) => type)).toContain(
        "person.erased",
      );
    }
    const { uuid } = await readFile(ctx, signed.fileId);
    const chain = checkChain(JSON.parse(JSON.stringify(await showAudit(ctx, signed.requester, { uuid }))));
    expect([chain.problems, chain.hiddenValues > 0]).toEqual([[], true]);
    expect((await verifyFile(ctx, await readFile(ctx, signed.fileId))).verdict).toBe("intact_later_allowed");
    expect((await listAccounts(ctx, admin, {})).rows.map(({ account }) => account.id)).not.toContain(her.account.id);
  });

  test("keeps a certificate with a number only, which the list names as revoked @exhaustive", async () => {
    const her = actingAs(await makeAccount(ctx, { displayName: name }));
    const { serialNumber } = await setSigningPassword(ctx, her, { signPassword });
    await erasePerson(ctx, admin, { email: her.account.email });
    save("list", await revocationListAt(ctx, "crl"));
    expect(await openssl("crl", "-inform", "DER", "-in", file("list"), "-noout", "-text")).toMatch(
      new RegExp(`${serialNumber.toUpperCase()}[\\s\\S]*Cessation Of Operation`),
    );
    const { data } = toCertificatesWire(await listCertificates(ctx, admin, { q: serialNumber }));
    expect(data).toEqual([
      expect.objectContaining({
        serialNumber,
        status: "revoked",
        subject: "Erased person",
        owner: expect.objectContaining({ erased: true }) as unknown,
      }),
    ]);
  });

  test("erases guests too: their codes, and their network address in the trail", async () => {
    const scenario = await releasedScenario(ctx, [{ name }]);
    const { actor } = first(scenario);
    await requestCode(hers, actor, { fileId: scenario.fileId });
    await sign(hers, actor, { target: { fileId: scenario.fileId }, code: await newestCode(ctx) });
    await sendMails();
    const email = actor.account.email;
    await erasePerson(ctx, admin, { email });
    expect(traces(await dump(), [email, name, address])).toEqual([]);
  });

  test("loses drafts with their bytes as a requester, while signed documents stay", async () => {
    const draft = await draftScenario(ctx, [{ name: "Bo" }]);
    const { uuid, sha256 } = await readFile(ctx, draft.fileId);
    expect(await ctx.blobs.has(blobKey(uuid, sha256))).toBe(true);
    await erasePerson(ctx, admin, { email: draft.requester.account.email });
    expect(await ctx.blobs.has(blobKey(uuid, sha256))).toBe(false);
    expect(await readFile(ctx, draft.fileId)).toMatchObject({ status: "deleted", name: "Erased draft" });
  });

  test("disappears from the trails of an envelope and of each of its files, while the others' evidence stays valid @exhaustive", async () => {
    const scenario = await envelopeScenario(
      hers,
      [twoPages, twoPages],
      [
        { name, signs: [0, 1], fields: [{ type: "name", file: 1 }] },
        { name: "Bo", signs: [1] },
      ],
    );
    await signEnvelope(hers, scenario, 0);
    await signEnvelope(ctx, scenario, 1);
    await finishFile(ctx, scenario.fileId);
    await sendMails();
    const [her, bo] = scenario.people;
    (
      await downloadFile(hers, her.actor, { uuid: (await pdfsOf(ctx, scenario))[0]?.uuid ?? "", version: "current" })
    ).stream.destroy();
    const words = [name, her.actor.account.email, address, userAgent];
    expect(traces(await dump(), words)).not.toEqual([]);
    await erasePerson(ctx, admin, { email: her.actor.account.email });
    expect(traces(await dump(), words)).toEqual([]);
    const pdfs = await pdfsOf(ctx, scenario);
    for (const one of [await readFile(ctx, scenario.fileId), ...pdfs])
      expect(trailBreaksAt(one, await readTrail(ctx, one.id))).toBeNull();
    for (const pdf of pdfs)
      for (const { verdict } of (await verifyFile(ctx, pdf)).signatures) expect(verdict).toMatch(/^intact/);
    const shown = await showFileByUuid(ctx, bo.actor, { uuid: scenario.uuid });
    expect(shown.files?.map(({ name: title }) => title)).toEqual(["File 1", "File 2"]);
  });

  test("can erase themself, with neither requester nor address in the trail @exhaustive", async () => {
    const scenario = await releasedScenario(ctx, [{ name, method: "password" }]);
    const { actor } = first(scenario);
    await setSigningPassword(hers, actor, { signPassword });
    await sign(hers, actor, { target: { fileId: scenario.fileId }, password: signPassword });
    await sendMails();
    await eraseOneself(hers, actor);
    const event = (await readTrail(ctx, scenario.fileId)).find(({ type }) => type === "person.erased");
    expect([event?.actor, event?.net, event?.data]).toEqual([
      { kind: "system" },
      {},
      {
        erased: expect.arrayContaining([{ path: "actor.email", events: expect.arrayContaining([expect.any(Number)]) }]),
      },
    ]);
    expect(traces(await dump(), [actor.account.email, name, address])).toEqual([]);
  });
});

test("does not write a changed name to an erased account @exhaustive", async () => {
  const actor = actingAs(await makeAccount(ctx, { displayName: name }));
  await eraseOneself(ctx, actor);
  await expect(changeOwnAccount(ctx, actor, { displayName: name })).rejects.toMatchObject({ code: "unauthenticated" });
  expect(traces(await dump(), [name])).toEqual([]);
});

test("compares more ids than a statement may have parameters @exhaustive", async () => {
  const ids = Array.from({ length: 70_000 }, (_, id) => -id);
  expect(await ctx.db.select({ id: files.id }).from(files).where(isOneOf(files.id, ids))).toEqual([]);
});

describe("an erasure keeps", () => {
  test("messages and responses that contain the person's chosen name, or an address with it @exhaustive", async () => {
    const { her } = await busyPerson();
    await ctx.db.update(accounts).set({ displayName: "sign", email: "bo@x.co" }).where(eq(accounts.id, her.account.id));
    const message = { to: "ann@example.org", subject: "Please sign", idempotencyKey: "theirs" };
    await storeMail(ctx, { ...message, text: "jo.bo@x.com asks you to sign", html: "" });
    const answer = { status: 200, headers: [], body: JSON.stringify({ message: "Please sign", email: "bo@x.com" }) };
    await ctx.db.update(idempotencyKeys).set({ sealedAnswer: ctx.secrets.seal("idempotency", JSON.stringify(answer)) });
    await eraseOneself(hers, { ...her, account: { ...her.account, email: "bo@x.co" } });
    expect([
      await ctx.db.$count(inboxMessages, eq(inboxMessages.to, message.to)),
      await ctx.db.$count(idempotencyKeys),
    ]).toEqual([1, 1]);
  });

  test("an address used as another person's name stays in the trail of a shared document @exhaustive", async () => {
    const { her, declined } = await busyPerson();
    const { email } = declined.requester.account;
    const inTrail = async (): Promise<number> => {
      const { rows } = await ctx.db.execute(
        sql`select from audit_personal_values where file_id = ${declined.fileId} and value = ${email}`,
      );
      return rows.length;
    };
    const before = await inTrail();
    await ctx.db.update(accounts).set({ displayName: email }).where(eq(accounts.id, her.account.id));
    await eraseOneself(hers, her);
    expect([before > 0, await inTrail()]).toEqual([true, before]);
  });
});

describe("an account that registered itself", () => {
  test("has no more invitations left after it is erased and created again @exhaustive", async () => {
    const strict = makeContext(db(), { limits: { ...defaultLimits, invitedAddressesFirstDay: 1 } });
    const register = async (email: string): Promise<AccountActor> =>
      actingAs(await makeAccount(strict, { email, madeBy: "signup" }));
    const actor = await register("again@example.org");
    const invite = (by: AccountActor, email: string): Promise<{ fileId: number }> =>
      createDocument(strict, by, { file: { base64: pdf }, name: "Lease", status: 1, users: [{ email }] });
    const { fileId } = await invite(actor, "first@example.org");
    await withdrawSigners(strict, actor, { id: fileId }, (signers) => [...signers]);
    await eraseOneself(strict, actor);
    const again = await register("again@example.org");
    await expect(invite(again, "second@example.org")).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});

describe("an erasure is refused", () => {
  test("and counts the documents while any that the person sent or has to sign are open", async () => {
    const open = await releasedScenario(ctx, [{ name }]);
    for (const { email } of [first(open).actor.account, open.requester.account]) {
      await expect(erasePerson(ctx, admin, { email })).rejects.toMatchObject({
        code: "person_in_open_requests",
        detail: expect.stringContaining("1 document") as string,
      });
    }
  });

  test("for the last administrator, by callers who are not administrators, without a fresh log-in, and for an unknown person", async () => {
    const somebody = actingAs(await makeAccount(ctx));
    await expect(erasePerson(ctx, admin, { email: admin.account.email })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(erasePerson(ctx, somebody, { email: admin.account.email })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(
      erasePerson(ctx, { ...admin, signedInAt: null }, { email: somebody.account.email }),
    ).rejects.toMatchObject({ code: "reauth_required" });
    await expect(erasePerson(ctx, admin, { email: "nobody@nowhere.example" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(eraseOneself(ctx, { ...somebody, signedInAt: null })).rejects.toMatchObject({
      code: "reauth_required",
    });
  });

  test("for an account with an unproved address, because data sent to it belongs to the owner of the address @exhaustive", async () => {
    const { declined, her } = await busyPerson();
    const { email } = her.account;
    await ctx.db.execute(sql`update accounts set email = 'other@example.org' where id = ${her.account.id}`);
    const stranger = actingAs(
      await makeAccount(ctx, { email, emailProvedAt: null, emailProof: null, madeBy: "signup" }),
    );
    await expect(eraseOneself(ctx, stranger)).rejects.toMatchObject({ code: "email_unproved" });
    const { uuid } = await readFile(ctx, declined.fileId);
    expect(JSON.stringify(await showFileByUuid(ctx, declined.requester, { uuid }))).toContain(email);
  });

  test("never because of a name that others entered in a draft: the person is removed from it @exhaustive", async () => {
    const draft = await draftScenario(ctx, [{ name }, { name: "Bo" }]);
    const email = first(draft).actor.account.email;
    await erasePerson(ctx, admin, { email });
    const shown = await showFileByUuid(ctx, draft.requester, { uuid: (await readFile(ctx, draft.fileId)).uuid });
    expect(JSON.stringify(shown)).not.toContain(email);
    expect(shown.signers.map(({ displayName }) => displayName)).toEqual(["Bo"]);
  });
});

describe("after an erasure", () => {
  test("a request in progress creates and sends nothing for the account @exhaustive", async () => {
    const person = actingAs(await makeAccount(ctx));
    const users = [{ email: "ana@x.example" }];
    await erasePerson(ctx, admin, { email: person.account.email });
    const underWay = [
      () => createDocument(ctx, person, { file: { base64: pdf }, name: "Lease", users, status: 1 }),
      () => storeStroke(ctx, person),
    ];
    for (const request of underWay) await expect(request()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await ctx.db.$count(files, eq(files.requesterId, person.account.id))).toBe(0);
  });

  test("an administrator cannot set a phone number for the account @exhaustive", async () => {
    const { id, email } = await makeAccount(ctx);
    await erasePerson(ctx, admin, { email });
    await expect(changePhone(ctx, admin, String(id), { phone })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a concurrent change by another administrator does not restore a name @exhaustive", async () => {
    const { id, email } = await makeAccount(ctx, { displayName: "Maria Sousa" });
    const passwords = {
      ...ctx.passwords,
      hash: async (password: string) => {
        await erasePerson(ctx, admin, { email });
        return ctx.passwords.hash(password);
      },
    };
    const change = changeAccount({ ...ctx, passwords }, admin, id, { password: "a quiet green harbour" });
    await expect(change).rejects.toMatchObject({ code: "not_found" });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
    expect(account?.displayName).not.toContain("Maria");
  });
});
