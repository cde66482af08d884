import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "@/db/schema/accounts";
import { idempotencyKeys } from "@/db/schema/api-calls";
import { files } from "@/db/schema/files";
import { wrongCodes } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import type { Ctx } from "@/lib/context/context";
import { sweepIdempotencyKeys } from "@/lib/context/idempotency/keys";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { requestCode } from "@/lib/signing/proof/request-code";
import { newestCode, releasedScenario, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, logInByCookie, makeAccount } from "@/lib/testing/accounts";
import { callOperation, type OperationAnswer } from "@/lib/testing/call-operation";
import { present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { mutations } from "./testing/mutation-scenarios";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  held.ctx = ctx = makeContext(db());
});

const pdf = makePdf({ pages: [{}] });
const body = { file: { base64: pdf.toString("base64") }, name: "Lease", users: [{ email: "ana@x.example" }] };

async function bearer(account?: Account): Promise<Record<string, string>> {
  const { token } = await createToken(ctx, actingAs(account ?? (await makeAccount(ctx))), { name: "t" });
  return { authorization: `Bearer ${token}` };
}

const create = (headers: Record<string, string>, given: unknown = body): Promise<OperationAnswer> =>
  callOperation("createRequest", { headers, body: given });
const countFiles = async (): Promise<number> => ctx.db.$count(files);
const outcome = ({ status, body: { code } }: OperationAnswer): unknown[] => [status, code];

describe("a repeated request", () => {
  test("gets the stored answer byte for byte, marked as replayed", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    const first = await create(headers);
    const second = await create(headers);
    expect([first.status, second.status, second.text === first.text]).toEqual([200, 200, true]);
    expect([first.headers.get("idempotent-replayed"), second.headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(await countFiles()).toBe(1);
  });

  test("with a large response is rendered again: keys outlast every quota, and keep no copy of it @exhaustive", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    const users = Array.from({ length: 60 }, (_, index) => ({ email: `signer${index}@x.example` }));
    const first = await create(headers, { ...body, users });
    const [row] = await ctx.db.select().from(idempotencyKeys);
    expect([first.status, first.text.length > 16 * 1024, row?.sealedAnswer]).toEqual([200, true, null]);
    const second = await create(headers, { ...body, users });
    expect([second.text === first.text, second.headers.get("idempotent-replayed")]).toEqual([true, "true"]);
    expect(await countFiles()).toBe(1);
  });

  test("with a session or a token of the same account counts as the same caller @exhaustive", async () => {
    const account = await makeAccount(ctx);
    const first = await create({ ...(await bearer(account)), "idempotency-key": "one" });
    const second = await create({
      cookie: await logInByCookie(ctx, account),
      origin: ctx.publicUrl,
      "idempotency-key": "one",
    });
    expect(second.text).toBe(first.text);
  });

  test("with a token without the scope sign is refused, because the response may contain a sign link @exhaustive", async () => {
    const account = await makeAccount(ctx);
    const own = { ...body, status: 1, users: [{ email: account.email }] };
    const first = await create({ ...(await bearer(account)), "idempotency-key": "one" }, own);
    const link = (first.body["data"] as { settings: { signerFileUuid: string } }).settings.signerFileUuid;
    const { token } = await createToken(ctx, actingAs(account), { name: "t", scopes: ["read", "write"] });
    const second = await create({ authorization: `Bearer ${token}`, "idempotency-key": "one" }, own);
    expect(link).toMatch(/^[0-9a-f-]{36}$/);
    expect([...outcome(second), second.text.includes(link)]).toEqual([422, "idempotency_key_reused", false]);
    expect(await countFiles()).toBe(1);
  });

  test("for a visitor's code is executed again for a guessable key, which a stranger in the network could send as well", async () => {
    const prepare = present(mutations["requestVisitorCode"]);
    const ask = (call: Awaited<ReturnType<typeof prepare>>, key: string): Promise<OperationAnswer> =>
      callOperation("requestVisitorCode", { ...call, headers: { "idempotency-key": key } });
    for (const key of ["1", `${"0".repeat(30)}12345`]) {
      const call = await prepare(ctx);
      expect((await ask(call, key)).status).toBe(200);
      expect(outcome(await ask(call, key))).toEqual([429, "rate_limited"]);
    }
    const call = await prepare(ctx);
    const random = randomUUID();
    const first = await ask(call, random);
    expect([first.status, (await ask(call, random)).text]).toEqual([200, first.text]);
  });

  test("without a key is executed again @exhaustive", async () => {
    const headers = await bearer();
    await create(headers);
    await create(headers);
    expect(await countFiles()).toBe(2);
  });

  test("by another account, or for another operation, is a different request @exhaustive", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    await create(headers);
    await create({ ...(await bearer()), "idempotency-key": "one" });
    await callOperation("uploadFile", { headers, query: "?name=Lease", body: pdf });
    expect(await countFiles()).toBe(3);
  });

  test("with another body, query or path returns 422 and does nothing", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    await create(headers);
    expect(outcome(await create(headers, { ...body, name: "Other" }))).toEqual([422, "idempotency_key_reused"]);
    const upload = (query: string, bytes: Buffer): Promise<OperationAnswer> =>
      callOperation("uploadFile", { headers, query, body: bytes });
    const first = await upload("?name=Lease", pdf);
    expect((await upload("?name=Lease", pdf)).text).toBe(first.text);
    for (const other of [await upload("?name=Other", pdf), await upload("?name=Lease", makePdf({ pages: [{}, {}] }))])
      expect(outcome(other)).toEqual([422, "idempotency_key_reused"]);
    expect(await countFiles()).toBe(2);
  });

  test("returns 409 with Retry-After while the first is in progress, and is executed once its lease has expired", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    await create(headers);
    await ctx.db.update(idempotencyKeys).set({
      doneAt: null,
      made: null,
      sealedAnswer: null,
      leasedUntil: sql`clock_timestamp() + interval '9 seconds'`,
    });
    const busy = await create(headers);
    expect([...outcome(busy), busy.headers.get("retry-after")]).toEqual([409, "idempotency_in_progress", "9"]);
    await ctx.db.update(idempotencyKeys).set({ leasedUntil: sql`clock_timestamp() - interval '1 second'` });
    expect((await create(headers)).status).toBe(200);
    expect(await countFiles()).toBe(2);
  });

  test("after 72 hours is a new request, and the sweep deletes the key", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    await create(headers);
    const makeOld = () => ctx.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '72 hours 1 second'` });
    await makeOld();
    expect((await create(headers, { ...body, name: "Other" })).status).toBe(200);
    expect(await sweepIdempotencyKeys(ctx)).toBe(0);
    await makeOld();
    expect(await sweepIdempotencyKeys(ctx)).toBe(1);
  });
});

describe("refusals", () => {
  test("that changed nothing leave the key free for the corrected request", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "one" };
    expect(outcome(await create(headers, { ...body, file: { base64: "!" } }))).toEqual([422, "base64_invalid"]);
    expect(outcome(await create(headers, { ...body, name: "" }))).toEqual([422, "validation_failed"]);
    expect(outcome(await create({ "idempotency-key": "one" }))).toEqual([401, "unauthenticated"]);
    expect(await ctx.db.$count(idempotencyKeys)).toBe(0);
    expect((await create(headers)).status).toBe(200);
  });

  test("that counted a wrong code are counted once, even when their response was lost @exhaustive", async () => {
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const call = {
      params: { fileId },
      body: { code: wrongCode(await newestCode(ctx)) },
      headers: { ...(await bearer(ana.actor.account)), "idempotency-key": "wrong" },
    };
    const first = await callOperation("signByFile", call);
    expect([...outcome(first), first.body["attemptsLeft"]]).toEqual([422, "code_wrong", 4]);
    expect((await callOperation("signByFile", call)).text).toBe(first.text);
    await ctx.db.update(idempotencyKeys).set({
      sealedAnswer: null,
      made: { refused: "code_wrong" },
      sealedSecret: ctx.secrets.seal("idempotency", JSON.stringify({ attemptsLeft: 4 })),
    });
    const rendered = await callOperation("signByFile", call);
    expect([...outcome(rendered), rendered.body["attemptsLeft"]]).toEqual([422, "code_wrong", 4]);
    expect(await ctx.db.$count(wrongCodes)).toBe(1);
  });

  test.each(["", "x".repeat(256), "two words", "schlüssel"])("reject a key like %j with 422", async (key) => {
    const answer = await create({ ...(await bearer()), "idempotency-key": key });
    expect([...outcome(answer), (answer.body["violations"] as { pointer: string }[])[0]?.pointer]).toEqual([
      422,
      "validation_failed",
      "/header/Idempotency-Key",
    ]);
    expect(await countFiles()).toBe(0);
  });

  test("ignore a key on a GET", async () => {
    const headers = { ...(await bearer()), "idempotency-key": "two words" };
    expect((await callOperation("getOwnAccount", { headers })).status).toBe(200);
    expect(await ctx.db.$count(idempotencyKeys)).toBe(0);
  });
});

describe("secrets", () => {
  test("key, body and response are not stored in clear", async () => {
    const cookie = await logInByCookie(ctx, await makeAccount(ctx));
    const answer = await callOperation("createToken", {
      headers: { cookie, origin: ctx.publicUrl, "idempotency-key": "my-own-key" },
      body: { name: "visible-name" },
    });
    const [row] = await ctx.db.select().from(idempotencyKeys);
    const dump = `${JSON.stringify(row)} ${String(row?.sealedAnswer?.toString("latin1"))} ${String(row?.sealedSecret?.toString("latin1"))}`;
    for (const text of ["my-own-key", "visible-name", String(answer.body["token"])]) expect(dump).not.toContain(text);
  });

  test("a token created with a fresh proof is returned again only for a fresh proof", async () => {
    const account = await makeAccount(ctx);
    const call = (headers: Record<string, string>): Promise<OperationAnswer> =>
      callOperation("createToken", { headers: { ...headers, "idempotency-key": "one" }, body: { name: "t" } });
    const cookie = { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl };
    const first = await call(cookie);
    expect((await call(cookie)).text).toBe(first.text);
    expect(outcome(await call(await bearer(account)))).toEqual([403, "reauth_required"]);
  });

  test("a removed scope blocks the stored response too", async () => {
    const account = await makeAccount(ctx);
    const { token } = await createToken(ctx, actingAs(account), { name: "t", scopes: ["read"] });
    await create({ ...(await bearer(account)), "idempotency-key": "one" });
    expect(outcome(await create({ authorization: `Bearer ${token}`, "idempotency-key": "one" }))).toEqual([
      403,
      "insufficient_scope",
    ]);
  });
});

test("binds a key to the link on calls by sign link @exhaustive", async () => {
  const {
    signers: [ana, bo],
  } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
  const viewed = (u: string): Promise<OperationAnswer> =>
    callOperation("viewedByLink", { params: { u }, headers: { "idempotency-key": "one" } });
  expect([(await viewed(ana.link)).status, (await viewed(bo.link)).status]).toEqual([200, 200]);
  expect((await viewed(ana.link.toUpperCase())).headers.get("idempotent-replayed")).toBe("true");
  expect(await ctx.db.$count(idempotencyKeys)).toBe(2);
});
