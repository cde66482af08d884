import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { directLinks, templates } from "@/db/schema/templates";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import { startSession } from "@/lib/auth/session";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { envelopeScenario, onePage, signEnvelope } from "@/lib/signing/testing/envelope-scenario";
import { releasedScenario, storeStroke } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount, testPassword } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { exportAccount } from "./export";
import { accountExportAnswer, type AccountExport } from "./schema";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = makeContext(db());
});

async function exported(actor: AccountActor): Promise<{ document: AccountExport; written: string }> {
  const { stream, fileName } = await exportAccount(ctx, actor);
  expect(fileName).toMatch(/^paraph-account-\d{4}-\d\d-\d\d\.json$/);
  const written = await text(Readable.from(stream, { objectMode: false }));
  return { document: accountExportAnswer.parse(JSON.parse(written)), written };
}

test("exports everything about the account and no secrets", async () => {
  const { requester, fileId, signers } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
  await startSession(ctx, requester.account);
  const { token } = await createToken(ctx, requester, { name: "Nightly export" });
  await storeStroke(ctx, requester);
  await setSigningPassword(ctx, requester, { signPassword: "a quiet green harbour" });
  const outbound = { assertAllowed: () => Promise.resolve(), fetch: () => Promise.reject(new Error("none")) };
  const { secret } = await addEndpoint({ ...ctx, outbound } as unknown as Ctx, requester, {
    url: "https://hooks.example/paraph",
  });
  const ownerId = requester.account.id;
  const [template] = await ctx.db.insert(templates).values({ ownerId, name: "Lease" }).returning();
  await ctx.db.insert(directLinks).values({
    templateId: template?.id ?? 0,
    name: "Website",
    role: "Tenant",
    people: { Landlord: { kind: "preset", email: "lea@x.example", displayName: null }, Guarantor: { kind: "asked" } },
    tokenHash: "hash of the link",
    tokenSealed: Buffer.from("the link, sealed"),
  });
  const { document, written } = await exported(requester);
  expect(document.templates).toMatchObject([
    { name: "Lease", directLinks: [{ name: "Website", people: [{ role: "Landlord", email: "lea@x.example" }] }] },
  ]);
  expect(document).toMatchObject({
    format: "paraph-account-export-1",
    account: { email: requester.account.email },
    sessions: [{}],
    tokens: [{ name: "Nightly export" }],
    signatures: [{ type: "signature" }],
    certificates: [{ revokedAt: null }],
    webhooks: [{ url: "https://hooks.example/paraph" }],
    requestsMade: [{ fileId, status: "able_to_sign" }],
    requestsReceived: [],
  });
  expect(
    Buffer.from(document.signatures[0]?.pngBase64 ?? "", "base64")
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  const [made] = document.requestsMade;
  expect(made?.signers.map(({ email }) => email)).toEqual(signers.map(({ actor }) => actor.account.email));
  expect(made?.events.find(({ type }) => type === "file.created")).toMatchObject({
    mine: true,
    address: "192.0.2.1",
    userAgent: "test",
  });
  for (const hidden of [
    token,
    secret,
    testPassword,
    requester.account.passwordHash,
    "hash of the link",
    ...signers.map(({ link }) => link),
  ])
    expect(written).not.toContain(hidden);
});

test("exports a signer's own part and nothing about the other signers", async () => {
  const {
    fileId,
    requester,
    signers: [ana, bo],
  } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
  const { document, written } = await exported(ana.actor);
  expect(document.requestsReceived).toMatchObject([
    { fileId, from: requester.account.displayName, email: ana.actor.account.email, mine: "pending" },
  ]);
  expect(document.requestsReceived[0]?.events.map(({ type }) => type)).toContain("mail.queued");
  expect(document.requestsReceived[0]?.events.filter(({ mine, address }) => !mine && address !== null)).toEqual([]);
  for (const hidden of [bo.actor.account.email, bo.link, ana.link]) expect(written).not.toContain(hidden);
});

test("leaves out documents sent to an unproved address", async () => {
  const {
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }]);
  const changed = await ctx.db
    .update(accounts)
    .set({ emailProvedAt: null, emailProof: null })
    .where(eq(accounts.id, ana.actor.account.id))
    .returning();
  expect((await exported(actingAs(only(changed)))).document.requestsReceived).toEqual([]);
});

test("reads a long history a hundred requests at a time, each of them once @exhaustive", async () => {
  const { requester, fileId } = await releasedScenario(ctx, [{ name: "Ana" }]);
  await ctx.db
    .execute(`insert into files (uuid, requester_id, name, pages, size, sha256, original_size, original_sha256)
    select gen_random_uuid(), requester_id, 'Copy ' || n, pages, size, sha256, original_size, original_sha256 from files, generate_series(1, 250) n where id = ${fileId}`);
  const { requestsMade } = (await exported(requester)).document;
  expect([requestsMade.length, new Set(requestsMade.map(({ uuid }) => uuid)).size]).toEqual([251, 251]);
});

test("exports an account without any activity too", async () => {
  expect((await exported(actingAs(await makeAccount(ctx)))).document).toMatchObject({
    requestsMade: [],
    requestsReceived: [],
    apiCalls: [],
  });
});

test("exports an envelope as one request with its files and their events, for the sender and for each signer with their own only @exhaustive", async () => {
  const scenario = await envelopeScenario(
    ctx,
    [onePage(), onePage()],
    [
      { name: "Ana", signs: [0, 1], fields: [{ type: "text", file: 1, label: "Rent", required: false }] },
      { name: "Bo", signs: [1] },
    ],
  );
  await signEnvelope(ctx, scenario, 0);
  await signEnvelope(ctx, scenario, 1);
  const { requester, people, fileId } = scenario;
  const names = ["File 1", "File 2"];
  const signedIn = (files: AccountExport["requestsMade"][number]["files"]) =>
    files?.map(({ name, events }) => [name, events.filter(({ type }) => type === "signed").map(({ mine }) => mine)]);

  const sender = (await exported(requester)).document;
  expect(sender.requestsMade.map((made) => [made.fileId, made.files?.map(({ name }) => name)])).toEqual([
    [fileId, names],
  ]);
  expect(signedIn(sender.requestsMade[0]?.files)).toEqual([
    ["File 1", [false]],
    ["File 2", [false, false]],
  ]);
  expect(sender.requestsMade[0]?.files?.[1]?.events.filter(({ type }) => type === "element.created")).toHaveLength(3);

  const [ana, bo] = people;
  const { document, written } = await exported(bo.actor);
  expect(document.requestsReceived.map((received) => received.fileId)).toEqual([fileId]);
  expect(signedIn(document.requestsReceived[0]?.files)).toEqual([
    ["File 1", []],
    ["File 2", [true]],
  ]);
  expect(
    document.requestsReceived[0]?.files?.[1]?.events.find(({ type }) => type === "signed")?.address,
  ).not.toBeNull();
  for (const hidden of [ana.actor.account.email, ana.link, bo.link]) expect(written).not.toContain(hidden);
});

test("streams one export of an account at a time", async () => {
  const actor = actingAs(await makeAccount(ctx));
  const other = actingAs(await makeAccount(ctx));
  const begin = async (caller: AccountActor) => (await exportAccount(ctx, caller)).stream[Symbol.asyncIterator]();
  const [first, second, third, elsewhere] = [
    await begin(actor),
    await begin(actor),
    await begin(actor),
    await begin(other),
  ];
  expect((await first.next()).done).toBe(false);
  const events: string[] = [];
  const waiting = second.next().then(({ done }) => events.push(`second: ${String(done)}`));
  const last = third.next().then(({ done }) => events.push(`third: ${String(done)}`));
  expect((await elsewhere.next()).done).toBe(false);
  expect(events).toEqual([]);
  await first.return?.();
  await waiting;
  expect(events).toEqual(["second: false"]);
  await second.return?.();
  await last;
  expect(events).toEqual(["second: false", "third: false"]);
});
