import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { rateBuckets } from "@/db/schema/api-calls";
import { rateCounters } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken, revokeToken } from "@/lib/accounts/tokens";
import type { Ctx } from "@/lib/context/context";
import { countAttempt } from "@/lib/context/rates/counters";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import type { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { requestStore, type ServedRequest } from "@/lib/platform/next/served-request";
import { releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { callOperation, type OperationAnswer } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { admitPage } from "./count-request";

const held = useRuntime();
const makeContext = useTestContext();

async function bearer(ctx: Ctx): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await createToken(ctx, actingAs(await makeAccount(ctx)), { name: "t" })).token}` };
}

/** The number of `count` consecutive calls that were accepted, and the last answer. */
async function letIn(
  count: number,
  call: () => Promise<OperationAnswer>,
): Promise<{ passed: number; last: OperationAnswer }> {
  let passed = 0;
  let last = await call();
  for (let made = 1; ; made++) {
    if (last.status !== 429) passed += 1;
    if (made === count) return { passed, last };
    last = await call();
  }
}

/** 100, minus tokens that a process took but did not spend within a second, which happens on a stalled machine. */
function expectBurst(passed: number): void {
  expect(passed).toBeLessThanOrEqual(100);
  expect(passed).toBeGreaterThan(80);
}

describe("requests", () => {
  const db = useRolledBackDatabase();
  let ctx: Ctx;
  beforeEach(() => {
    held.ctx = ctx = makeContext(db());
  });

  test("have a burst of 100 per credential, then get 429 with the time to retry, without affecting other credentials of the account", async () => {
    const account = await makeAccount(ctx);
    const token = async (): Promise<Record<string, string>> => ({
      authorization: `Bearer ${(await createToken(ctx, actingAs(account), { name: "t" })).token}`,
    });
    const [first, second] = [await token(), await token()];
    const { passed, last } = await letIn(101, () => callOperation("getOwnAccount", { headers: first }));
    expectBurst(passed);
    expect([last.status, last.body["code"], last.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    expect((await callOperation("getOwnAccount", { headers: second })).status).toBe(200);
    expect(
      (await callOperation("getOwnAccount", { headers: { cookie: await logInByCookie(ctx, account) } })).status,
    ).toBe(200);
  });

  test("a token that replaces a revoked one continues with its burst", async () => {
    held.ctx = ctx = makeContext(db(), { limits: { ...defaultLimits, apiRequestsPerMinute: 1, apiRequestBurst: 2 } });
    const actor = actingAs(await makeAccount(ctx));
    const made = await createToken(ctx, actor, { name: "first" });
    const call = async (token: string): Promise<number> =>
      (await callOperation("getOwnAccount", { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await call(made.token), await call(made.token), await call(made.token)]).toEqual([200, 200, 429]);
    await revokeToken(ctx, actor, made.row.id);
    expect(await call((await createToken(ctx, actor, { name: "second" })).token)).toBe(429);
  });

  test("all sessions of an account and its password share one burst", async () => {
    held.ctx = ctx = makeContext(db(), { limits: { ...defaultLimits, apiRequestsPerMinute: 1, apiRequestBurst: 2 } });
    const account = await makeAccount(ctx);
    const call = async (headers: Record<string, string>): Promise<number> =>
      (await callOperation("getOwnAccount", { headers })).status;
    const statuses = [
      await call({ cookie: await logInByCookie(ctx, account) }),
      await call({ cookie: await logInByCookie(ctx, account) }),
      await call({ cookie: await logInByCookie(ctx, account) }),
    ];
    const authorization = `Basic ${Buffer.from(`${account.email}:${testPassword}`).toString("base64")}`;
    expect([...statuses, await call({ authorization })]).toEqual([200, 200, 429, 429]);
    expect(
      await call({ authorization: `Bearer ${(await createToken(ctx, actingAs(account), { name: "t" })).token}` }),
    ).toBe(200);
  });

  test("get the policy and the remaining calls with every response, including errors", async () => {
    const headers = await bearer(ctx);
    const good = await callOperation("getOwnAccount", { headers });
    expect([good.headers.get("ratelimit-policy"), good.headers.get("ratelimit")]).toEqual([
      '"api";q=600;w=60',
      '"api";r=99;t=1',
    ]);
    const refused = await callOperation("createToken", { headers, body: {} });
    expect([refused.status, refused.headers.get("ratelimit")]).toEqual([422, '"api";r=98;t=1']);
    const anonymous = await callOperation("getOwnAccount");
    expect([anonymous.status, anonymous.headers.get("ratelimit-policy"), anonymous.headers.get("ratelimit")]).toEqual([
      401,
      '"anonymous";q=60;w=60',
      '"anonymous";r=59;t=60',
    ]);
  });

  test("without a credential share 60 a minute per network, regardless of their headers @exhaustive", async () => {
    let call = 0;
    const { passed, last } = await letIn(61, () =>
      callOperation("askForReset", {
        body: {},
        headers: {
          "x-forwarded-for": `198.51.100.${++call}`,
          "x-real-ip": `198.51.101.${call}`,
          forwarded: `for=198.51.102.${call}`,
        },
      }),
    );
    expect([passed, last.body["code"]]).toEqual([60, "rate_limited"]);
    expect((await callOperation("getOwnAccount", { headers: await bearer(ctx) })).status).toBe(200);
  });

  test("a sign link is a credential of its own @exhaustive", async () => {
    const {
      signers: [ana, bo],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const { passed } = await letIn(102, () => callOperation("viewedByLink", { params: { u: ana?.link ?? "" } }));
    expectBurst(passed);
    expect((await callOperation("viewedByLink", { params: { u: bo?.link ?? "" } })).status).toBe(200);
  });

  test("with made-up links count as anonymous together, and leave no counters of their own @exhaustive", async () => {
    const rows = async (): Promise<number> =>
      (await ctx.db.select().from(rateBuckets)).length + (await ctx.db.select().from(rateCounters)).length;
    await callOperation("openLink", { params: { u: randomUUID() } });
    const before = await rows();
    const { passed, last } = await letIn(60, () => callOperation("viewedByLink", { params: { u: randomUUID() } }));
    expect([passed, last.body["code"], last.headers.get("ratelimit-policy")]).toEqual([
      59,
      "rate_limited",
      '"anonymous";q=60;w=60',
    ]);
    expect(await rows()).toBe(before);
  });

  test("that upload or verify have additional limits @exhaustive", async () => {
    held.ctx = ctx = makeContext(db(), {
      limits: { ...defaultLimits, uploadsPerMinute: 2, verificationsPerMinute: 1 },
    });
    const headers = await bearer(ctx);
    const upload = (): Promise<OperationAnswer> =>
      callOperation("uploadFile", { headers, query: "?name=Lease", body: makePdf({ pages: [{}] }) });
    const uploads = await letIn(3, upload);
    expect([uploads.passed, uploads.last.headers.get("ratelimit-policy")]).toEqual([
      2,
      '"api";q=600;w=60, "uploads";q=2;w=60',
    ]);
    expect((await callOperation("createRequest", { headers, body: {} })).status).toBe(429);
    expect((await callOperation("getOwnAccount", { headers })).status).toBe(200);
    expect(
      (await letIn(2, () => callOperation("validatePdf", { headers, body: makePdf({ pages: [{}] }) }))).passed,
    ).toBe(1);
  });

  test("that copy stored documents or add files to templates count as uploads", async () => {
    held.ctx = ctx = makeContext(db(), { limits: { ...defaultLimits, uploadsPerMinute: 1 } });
    for (const [id, params] of [
      ["createFromTemplate", { id: 1 }],
      ["changeTemplate", { id: 1 }],
      ["duplicateFile", { uuid: randomUUID() }],
    ] as const) {
      const headers = await bearer(ctx);
      const call = (): Promise<OperationAnswer> => callOperation(id, { headers, params, body: { people: {} } });
      expect([id, (await letIn(2, call)).passed]).toEqual([id, 1]);
    }
  });

  test("share uploads and verifications among all credentials of an account @exhaustive", async () => {
    held.ctx = ctx = makeContext(db(), {
      limits: { ...defaultLimits, uploadsPerMinute: 2, verificationsPerMinute: 2 },
    });
    const account = await makeAccount(ctx);
    const byTokens = () =>
      Promise.all(
        [1, 2].map(async () => ({
          authorization: `Bearer ${(await createToken(ctx, actingAs(account), { name: "t" })).token}`,
        })),
      );
    const credentials = [...(await byTokens()), { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl }];
    for (const [id, call] of [
      ["uploadFile", { query: "?name=Lease" }],
      ["validatePdf", {}],
    ] as const) {
      const statuses: number[] = [];
      for (const headers of credentials)
        statuses.push((await callOperation(id, { ...call, headers, body: makePdf({ pages: [{}] }) })).status);
      expect([id, ...statuses]).toEqual([id, 200, 200, 429]);
    }
  });

  test("for certificate status have a limit of their own per network, and anonymous requests still pass", async () => {
    held.ctx = ctx = makeContext(db(), { limits: { ...defaultLimits, statusRequestsPerMinute: 3 } });
    for (const id of ["getAuthorities", "getRevocationList", "getRootRevocationList"])
      expect([id, (await callOperation(id)).status]).toEqual([id, 200]);
    const { status, headers } = await callOperation("askCertificateStatusByPath", { params: { request: "MAA=" } });
    expect([status, headers.get("ratelimit-policy")]).toEqual([429, '"status";q=3;w=60']);
    expect((await callOperation("askForReset", { body: {} })).status).toBe(422);
  });

  test("for pages count for the account, and without one for the network", async () => {
    held.ctx = ctx = makeContext(db(), { limits: { ...defaultLimits, pagesPerMinute: 2 } });
    const [ana, bo] = [await makeAccount(ctx), await makeAccount(ctx)];
    const cookies = [await logInByCookie(ctx, ana), await logInByCookie(ctx, ana), await logInByCookie(ctx, bo)];
    const open = (cookie: string): Promise<string> =>
      admitPage(new Headers({ cookie })).then(
        () => "shown",
        (error: DomainError) => error.code,
      );
    const answers: string[] = [];
    for (const cookie of ["", "", "", "", cookies[0], cookies[1], cookies[0], cookies[2]])
      answers.push(await open(cookie ?? ""));
    expect(answers).toEqual([
      ...["shown", "shown", "rate_limited", "rate_limited"],
      ...["shown", "shown", "rate_limited", "shown"],
    ]);
    const { count } = await countAttempt(ctx, "requests:pages:127.0.0.0/24", 60);
    expect(count).toBe(4);
  });

  test("for pages of a sign link still pass when strangers have used up the network's", async () => {
    held.ctx = ctx = makeContext(db(), { limits: { ...defaultLimits, pagesPerMinute: 2 } });
    const { signers } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const open = (link: string): Promise<string> => {
      const request = { url: `/sign/${link}`, headers: {} } as ServedRequest["request"];
      const response = {} as ServedRequest["response"];
      return requestStore.run({ requestId: "r", clientAddress: "127.0.0.1", trace: null, request, response }, () =>
        admitPage(new Headers()).then(
          () => "shown",
          (error: DomainError) => error.code,
        ),
      );
    };
    const answers: string[] = [];
    for (const link of [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      ...signers.flatMap((one) => [one.link, one.link, one.link]),
    ])
      answers.push(await open(link));
    expect(answers).toEqual([
      ...["shown", "shown", "rate_limited"],
      ...signers.flatMap(() => ["shown", "shown", "rate_limited"]),
    ]);
  });

  test("are not counted for probes", async () => {
    for (const id of ["health", "readiness"]) {
      const { headers } = await callOperation(id);
      expect([id, headers.get("ratelimit")]).toEqual([id, null]);
    }
  });
});

describe("when the counters are unavailable", () => {
  const database = useCommittedDatabase();

  test("allows reads, and answers 503 to calls that change something, sign or log in @exhaustive", async () => {
    const ctx = (held.ctx = makeContext(database().db));
    const account = await makeAccount(ctx);
    const headers = { authorization: `Bearer ${(await createToken(ctx, actingAs(account), { name: "t" })).token}` };
    const blocker = await database().pool.connect();
    try {
      await blocker.query("begin; lock table rate_buckets, rate_counters in access exclusive mode");
      const [read, write, logIn] = await Promise.all([
        callOperation("getOwnAccount", { headers }),
        callOperation("changeOwnAccount", { headers, body: { displayName: "Other" } }),
        callOperation("getOwnAccount", {
          headers: { authorization: `Basic ${Buffer.from(`${account.email}:${testPassword}`).toString("base64")}` },
        }),
      ]);
      expect([read.status, write.status, write.body["code"], logIn.status]).toEqual([200, 503, "unavailable", 503]);
      const signing = await callOperation("signByFile", { headers, params: { fileId: 1 }, body: { code: "123456" } });
      expect(signing.status).toBe(503);
      await expect(admitPage(new Headers())).resolves.toBeUndefined();
    } finally {
      await blocker.query("rollback");
      blocker.release();
    }
  });
});
