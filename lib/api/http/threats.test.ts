import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { operations } from "@/lib/api/operations";
import { needsAccount } from "@/lib/api/operations/operation";
import type { Ctx } from "@/lib/context/context";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { defaultLimits } from "@/lib/platform/limits";
import { requestCode } from "@/lib/signing/proof/request-code";
import {
  draftScenario,
  newestCode,
  readFile,
  releasedScenario,
  wrongCode,
} from "@/lib/signing/testing/signing-scenario";
import { logInByCookie, makeAccount } from "@/lib/testing/accounts";
import { callOperation, type OperationAnswer, type OperationCall } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

/** Attack payloads as received by operations. Addresses, paths, sizes and JSON are tested where they are parsed. */
const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  held.ctx = ctx = makeContext(db(), {
    limits: { ...defaultLimits, anonymousRequestsPerMinute: 10_000, apiRequestBurst: 10_000 },
  });
});

const outcome = ({ status, body }: OperationAnswer): unknown[] => [status, body["code"]];
const pdf = makePdf({ pages: [{}] });
const base64 = pdf.toString("base64");

async function loggedIn(): Promise<Record<string, string>> {
  return { cookie: await logInByCookie(ctx, await makeAccount(ctx)), origin: ctx.publicUrl };
}

async function rowCounts(): Promise<string> {
  const tables = await ctx.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const counts: string[] = [];
  for (const { name } of tables.rows.filter((table) => table.name !== "rate_counters")) {
    const { rows } = await ctx.db.execute<{ count: string }>(sql`select count(*) from ${sql.identifier(name)}`);
    counts.push(`${name} ${rows[0]?.count}`);
  }
  return counts.join("\n");
}

test("writes nothing for an operation that needs a credential without one, whatever is sent @exhaustive", async () => {
  const { uuid, id } = await readFile(ctx, (await draftScenario(ctx, [{ name: "Ana" }])).fileId);
  const before = await rowCounts();
  const params = {
    uuid,
    fileId: id,
    id: 1,
    u: uuid,
    n: 1,
    elementId: 1,
    signRequestId: 1,
    deliveryId: 1,
    user_id: "1",
    signRequestUuid: uuid,
  };
  for (const operation of operations.filter(needsAccount)) {
    const named = Object.fromEntries(Object.entries(params).filter(([name]) => operation.path.includes(`{${name}}`)));
    const call: OperationCall = {
      params: named,
      headers: { "idempotency-key": "stranger" },
      ...(operation.method === "GET"
        ? {}
        : { body: ["pdf", "document", "file"].includes(operation.bodyKind ?? "") ? pdf : { status: 1 } }),
    };
    expect([operation.id, ...outcome(await callOperation(operation.id, call))]).toEqual([
      operation.id,
      401,
      "unauthenticated",
    ]);
  }
  expect(await rowCounts()).toBe(before);
});

describe("passwords", () => {
  test.each<[string, string, number]>([
    ["128 characters", `${"quiet harbour ".repeat(9)}xy`, 200],
    ["129 characters", `${"quiet harbour ".repeat(9)}xyz`, 422],
    ["a quarter of a megabyte", "long".repeat(60_000), 422],
  ])("of %s", async (_name, password, status) => {
    const headers = await loggedIn();
    expect((await callOperation("changeOwnPassword", { headers, body: { password } })).status).toBe(status);
  });

  test("are stored whole: the last of 128 characters matters", async () => {
    const account = await makeAccount(ctx);
    const password = `${"quiet harbour ".repeat(9)}xy`;
    await callOperation("changeOwnPassword", {
      headers: { cookie: await logInByCookie(ctx, account), origin: ctx.publicUrl },
      body: { password },
    });
    const me = (secret: string): Promise<OperationAnswer> =>
      callOperation("getOwnAccount", {
        headers: { authorization: `Basic ${Buffer.from(`${account.email}:${secret}`).toString("base64")}` },
      });
    expect([(await me(password)).status, (await me(password.slice(0, -1))).status]).toEqual([200, 401]);
  });
});

test("ignores members that cannot be set, and changes no prototype", async () => {
  const headers = await loggedIn();
  const poison =
    '"ownerId":1,"requesterId":1,"uuid":"00000000-0000-4000-8000-000000000000","id":1,"signed":true,"createdAt":"2000-01-01T00:00:00Z","sha256":"0","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
  const created = await callOperation("createRequest", {
    headers,
    body: `{"file":{"base64":"${base64}"},"name":"Lease","users":[{"email":"ana@x.example","status":"signed","signRequestId":7,"signed":true}],${poison}}`,
  });
  const data = created.body["data"] as {
    uuid: string;
    signers: { status: string; signed: unknown }[];
    created_at: string;
  };
  expect([
    created.status,
    data.uuid.startsWith("00000000"),
    data.created_at.startsWith("2000"),
    data.signers[0]?.status,
    data.signers[0]?.signed,
  ]).toEqual([200, false, false, "draft", null]);
  await callOperation("updateRequest", {
    headers,
    body: `{"file":{"fileId":${String(created.body["fileId"])}},"name":"Other",${poison.replace(/"uuid":"[^"]*",/, "")}}`,
  });
  const shown = await callOperation("showFileByUuid", { headers, params: { uuid: data.uuid } });
  expect(shown.body).toMatchObject({ uuid: data.uuid, status: 0, name: "Other" });
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

describe("status of a request", () => {
  async function statusesAfter(...statuses: string[]): Promise<unknown[][]> {
    const { requester, fileId } = await draftScenario(ctx, [{ name: "Ana" }]);
    const headers = { cookie: await logInByCookie(ctx, requester.account), origin: ctx.publicUrl };
    const answers: unknown[][] = [];
    for (const status of statuses) {
      const body = `{"file":{"fileId":${fileId}},"status":${status}}`;
      const answer = await callOperation("updateRequest", { headers, body });
      answers.push([status, answer.status, (await readFile(ctx, fileId)).status]);
    }
    return answers;
  }

  test("keeps a draft for 0, and for anything but 0 and 1, which is 422", async () => {
    const refused = ["2", "-1", '"1"', "true", "null", "[1]", "0.5"];
    expect(await statusesAfter("0", ...refused)).toEqual([
      ["0", 200, "draft"],
      ...refused.map((status) => [status, 422, "draft"]),
    ]);
  });

  test.each(["1", "1.0 @exhaustive", "1e0 @exhaustive"])("releases a draft for %s", async (title) => {
    const status = title.split(" ")[0] ?? "";
    expect(await statusesAfter(status)).toEqual([[status, 200, "able_to_sign"]]);
  });

  test("returns 200 without another mail for 1 again, and 422 for 0 on a released one", async () => {
    const { requester, fileId } = await releasedScenario(ctx, [{ name: "Ana" }]);
    const headers = { cookie: await logInByCookie(ctx, requester.account), origin: ctx.publicUrl };
    const mails = (): Promise<number> => ctx.db.$count(outboxJobs, eq(outboxJobs.kind, "notification"));
    const before = await mails();
    const patch = (status: number): Promise<OperationAnswer> =>
      callOperation("updateRequest", { headers, body: { file: { fileId }, status } });
    expect([(await patch(1)).status, (await patch(0)).status, await mails()]).toEqual([200, 422, before]);
  });
});

test("accepts only six digits as a code, and does not count malformed input as a wrong try", async () => {
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  const headers = { cookie: await logInByCookie(ctx, ana.actor.account), origin: ctx.publicUrl };
  const fullwidth = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join("");
  for (const given of [Number(code), [code], { code }, null, "", `${code}0`, fullwidth, "1".repeat(10_000), true]) {
    expect([
      given,
      ...outcome(await callOperation("signByFile", { headers, params: { fileId }, body: { code: given } })),
    ]).toEqual([given, 422, "validation_failed"]);
  }
  expect(outcome(await callOperation("signByFile", { headers, params: { fileId }, body: {} }))).toEqual([
    422,
    "validation_failed",
  ]);
  expect(
    (await callOperation("signByFile", { headers, params: { fileId }, body: { code: wrongCode(code) } })).body[
      "attemptsLeft"
    ],
  ).toBe(4);
  expect((await callOperation("signByFile", { headers, params: { fileId }, body: { code } })).status).toBe(200);
});

describe("documents", () => {
  test.each<[string, unknown, number]>([
    ["bare base64", { base64 }, 200],
    ["a data URI", { base64: `data:application/pdf;base64,${base64}` }, 200],
    ["the URL-safe alphabet", { base64: `${base64.slice(0, 40)}-_${base64.slice(42)}` }, 422],
    ["bad padding", { base64: `${base64}=` }, 422],
    ["a stray byte", { base64: `${base64.slice(0, 40)}*${base64.slice(40)}` }, 422],
    ["an empty text", { base64: "" }, 422],
    ["two sources", { base64, url: "https://x.example/a.pdf" }, 422],
    ["no source", {}, 422],
    ["null", null, 422],
    ["a number", { base64: 1 }, 422],
    ["a list", { base64: [base64] }, 422],
  ])("as %s", async (_name, file, status) => {
    const answer = await callOperation("createRequest", {
      headers: await loggedIn(),
      body: { file, name: "Lease", users: [{ email: "ana@x.example" }] },
    });
    expect([answer.status, await ctx.db.$count(files)]).toEqual([status, status === 200 ? 1 : 0]);
  });
});

describe("text designed to slow down a parser is answered like any other", () => {
  const long = 100_000;
  test.each<[string, OperationCall]>([
    [
      "an e-mail of nested dots",
      { body: { email: `${"a.".repeat(long / 2)}@x.example`, password: "x", displayName: "x" } },
    ],
    ["an e-mail of at signs", { body: { email: "@".repeat(long), password: "x", displayName: "x" } }],
    ["a name of spaces", { body: { email: "a@x.example", password: "x", displayName: " ".repeat(long) } }],
    [
      "a content type of semicolons",
      { body: "{}", headers: { "content-type": `application/json${";".repeat(long)}` } },
    ],
    ["a content type of blanks", { body: "{}", headers: { "content-type": `application/json${" ".repeat(long)}x` } }],
    ["a cookie of separators", { body: {}, headers: { cookie: "; =".repeat(long / 3) } }],
    ["an Authorization of blanks", { body: {}, headers: { authorization: `Basic${" ".repeat(long)}x` } }],
    [
      "an Idempotency-Key of a hundred thousand characters",
      { body: { email: "a@x.example" }, headers: { "idempotency-key": "k".repeat(long) } },
    ],
  ])("%s", { timeout: 5000 }, async (_name, call) => {
    expect((await callOperation("register", call)).status).toBeGreaterThanOrEqual(400);
    expect((await callOperation("register", call)).status).toBeLessThan(500);
    expect(await ctx.db.$count(accounts)).toBe(0);
  });
});
