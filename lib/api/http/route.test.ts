import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import { operation, pathId, queryInteger, type Operation } from "@/lib/api/operations/operation";
import { pdfBody } from "@/lib/api/operations/request-bodies";
import type { Ctx } from "@/lib/context/context";
import type { PdfEngine } from "@/lib/engine/engine";
import type { Turn } from "@/lib/engine/lines/waiting-line";
import { defaultLimits } from "@/lib/platform/limits";
import { actingAs, logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { content } from "./content";
import { route } from "./route";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = held.ctx = makeContext(db(), { limits: { ...defaultLimits, jsonBodyBytes: 1000, pdfStreamedBytes: 2000 } });
});

const base = { id: "probe", path: "/probe", tag: "System", summary: "A probe", errors: [] } as const;
const echo = operation({
  ...base,
  method: "POST",
  caller: "public",
  body: z.object({ name: z.string().min(1) }),
  answer: z.object({ name: z.string() }),
});
const mine = operation({
  ...base,
  method: "POST",
  caller: "signer",
  scope: "write",
  answer: z.object({ id: z.int() }),
});
const asking = operation({
  ...base,
  method: "POST",
  caller: "requester",
  scope: "write",
  body: z.object({ name: z.string() }),
  answer: z.object({ name: z.string() }),
});
const named = operation({
  ...base,
  method: "GET",
  caller: "public",
  params: z.object({ id: pathId }),
  query: z.object({ page: queryInteger(1, 9).optional() }),
  answer: z.object({ id: z.int(), page: z.int().optional() }),
});
const upload = operation({
  ...base,
  method: "POST",
  caller: "public",
  bodyKind: "pdf",
  body: pdfBody,
  answer: z.object({ size: z.int(), fileName: z.string().nullable() }),
});

const postEcho = route(echo, (_ctx, _actor, { body }) => body);
const postMine = route(mine, (_ctx, actor) => ({ id: actor.kind === "account" ? actor.account.id : 0 }));
const postAsking = route(asking, (_ctx, _actor, { body }) => body);
const getNamed = route(named, (_ctx, _actor, { params, query }) => ({ ...params, ...query }));
const postUpload = route(upload, async (_ctx, _actor, { body }) => {
  let size = 0;
  for await (const chunk of body.stream) size += chunk.length;
  return { size, fileName: body.formName?.() ?? null };
});

const request = (init: RequestInit & { duplex?: "half" } = {}, query = ""): Request =>
  new Request(`http://localhost:3000/api/v1/probe${query}`, { method: "POST", ...init });
const json = (body: string, headers: Record<string, string> = {}): Request =>
  request({ body, headers: { "content-type": "application/json", ...headers } });
const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;
const answerOf = async (response: Promise<Response>): Promise<string> => {
  const { status, code } = {
    status: (await response).status,
    ...((await (await response).clone().json()) as { code?: string }),
  };
  return code ? `${status} ${code}` : `${status}`;
};

describe("bodies", () => {
  test.each<[string, string, Record<string, string>, string]>([
    ["JSON", '{"name":"x","unknown":1}', {}, "200"],
    ["JSON with its charset", '{"name":"x"}', { "content-type": "application/json; charset=utf-8" }, "200"],
    ["a plain text", '{"name":"x"}', { "content-type": "text/plain" }, "415 unsupported_media_type"],
    ["a form", "name=x", { "content-type": "application/x-www-form-urlencoded" }, "415 unsupported_media_type"],
    [
      "another charset",
      '{"name":"x"}',
      { "content-type": "application/json; charset=utf-16" },
      "415 unsupported_media_type",
    ],
    ["something packed", '{"name":"x"}', { "content-encoding": "gzip" }, "415 unsupported_media_type"],
    ["half of it", '{"name":', {}, "400 malformed_json"],
    ["nothing", "", {}, "400 malformed_json"],
    ["no object", "[]", {}, "422 validation_failed"],
    ["a member missing", "{}", {}, "422 validation_failed"],
    ["too much", JSON.stringify({ name: "x".repeat(1000) }), {}, "413 too_large"],
  ])("%s", async (_name, body, headers, expected) => {
    expect(await answerOf(postEcho(json(body, headers)))).toBe(expected);
  });

  test.each<[string, string, Record<string, string>, string]>([
    ["nothing", "", { "content-type": "application/json" }, "200"],
    ["nothing, of no type", "", {}, "200"],
    ["JSON that nobody needs", '{"a":1}', { "content-type": "application/json" }, "200"],
    ["half a JSON", '{"a":', { "content-type": "application/json" }, "400 malformed_json"],
    ["a member twice", '{"a":1,"a":2}', { "content-type": "application/json" }, "400 malformed_json"],
    [
      "something packed",
      "{}",
      { "content-type": "application/json", "content-encoding": "gzip" },
      "415 unsupported_media_type",
    ],
    ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }, "415 unsupported_media_type"],
  ])("%s is handled as everywhere when no body is needed", async (_name, body, headers, expected) => {
    const { token } = await createToken(ctx, actingAs(await makeAccount(ctx)), { name: "t" });
    expect(
      await answerOf(
        postMine(request({ body: body || null, headers: { ...headers, authorization: `Bearer ${token}` } })),
      ),
    ).toBe(expected);
  });

  test("without a content type return 415 when a body is needed", async () => {
    expect(await answerOf(postEcho(request()))).toBe("415 unsupported_media_type");
  });

  test("without a length are cut off at the limit, not read to their end", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 500;
        controller.enqueue(Buffer.alloc(500, 0x20));
      },
    });
    expect(
      await answerOf(
        postEcho(request({ body: endless, duplex: "half", headers: { "content-type": "application/json" } })),
      ),
    ).toBe("413 too_large");
    expect(sent).toBeLessThan(5000);
  });
});

describe("documents", () => {
  test("application/pdf arrives unchanged", async () => {
    const response = await postUpload(
      request({ body: Buffer.alloc(1500), headers: { "content-type": "application/pdf" } }),
    );
    expect(await response.json()).toEqual({ size: 1500, fileName: null });
  });

  test("arrive from a form with their file name", async () => {
    const form = new FormData();
    form.set("note", "first");
    form.set("file", new File([Buffer.alloc(1500)], "Mietvertrag für Zoë.pdf", { type: "application/pdf" }));
    expect(await (await postUpload(request({ body: form }))).json()).toEqual({
      size: 1500,
      fileName: "Mietvertrag für Zoë.pdf",
    });
  });

  test.each(["before", "after"])(
    "are named by the form field, %s the file, rather than by the file's own name",
    async (place) => {
      const form = new FormData();
      if (place === "before") form.set("name", "Lease");
      form.set("file", new File([Buffer.alloc(1500)], "scan.pdf"));
      if (place === "after") form.set("name", "Lease");
      expect(await (await postUpload(request({ body: form }))).json()).toEqual({ size: 1500, fileName: "Lease" });
    },
  );

  test.each<[string, (form: FormData) => void]>([
    ["a second file", (form) => form.append("file", new File([Buffer.alloc(10)], "other.pdf"))],
    ["a second file under another name", (form) => form.append("more", new File([Buffer.alloc(1900)], "other.pdf"))],
    [
      "two names",
      (form) => {
        form.append("name", "a");
        form.append("name", "b");
      },
    ],
  ])("are rejected from a form with %s, although the first file was streamed", async (_name, add) => {
    const form = new FormData();
    form.append("file", new File([Buffer.alloc(1500)], "Lease.pdf"));
    add(form);
    expect(await answerOf(postUpload(request({ body: form })))).toBe("422 validation_failed");
  });

  test.each<[string, BodyInit, string, string]>([
    ["a document that is too large", Buffer.alloc(2001), "application/pdf", "413 too_large"],
    ["JSON", "{}", "application/json", "415 unsupported_media_type"],
    ["a form without a boundary", "x", "multipart/form-data", "400 malformed_json"],
    [
      "a form that ends early",
      "--b\r\nContent-Disposition: form-data; name=file; filename=x\r\n\r\nabc",
      "multipart/form-data; boundary=b",
      "400 malformed_json",
    ],
    [
      "a form without a file",
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nabc\r\n--b--\r\n",
      "multipart/form-data; boundary=b",
      "422 validation_failed",
    ],
  ])("%s", async (_name, body, type, expected) => {
    expect(await answerOf(postUpload(request({ body, headers: { "content-type": type } })))).toBe(expected);
  });
});

describe("paths and queries", () => {
  const get = (id: string, query = ""): Promise<string> =>
    answerOf(getNamed(request({ method: "GET" }, query), { params: Promise.resolve({ id }) }));

  test.each(["2147483648", "-1", "0", "1.5", "1e3", "12345678901234567890", "1 OR 1=1", "٣"])(
    "answer the id %s like any missing one",
    async (id) => {
      expect(await get(id)).toBe("404 not_found");
    },
  );

  test.each(["?page=0", "?page=10", "?page=x", "?page=1&page=2", "?pgae=1", "?__proto__=1", "?page=%00"])(
    "reject %s with 422",
    async (query) => {
      expect(await get("1", query)).toBe("422 validation_failed");
    },
  );

  test("pass valid values as numbers", async () => {
    const response = await getNamed(request({ method: "GET" }, "?page=3"), {
      params: Promise.resolve({ id: "2147483647" }),
    });
    expect(await response.json()).toEqual({ id: 2147483647, page: 3 });
  });
});

describe("callers", () => {
  test("get 401 without a credential, with the challenge for clients and without it for browser scripts", async () => {
    const plain = await postMine(request());
    expect([plain.status, plain.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="Paraph", charset="UTF-8"',
    ]);
    const script = await postMine(request({ headers: { "sec-fetch-site": "same-origin" } }));
    expect([script.status, script.headers.get("www-authenticate")]).toEqual([401, null]);
  });

  test("are authenticated as one account by password, token in its place, and bearer token", async () => {
    const account = await makeAccount(ctx, { passwordHash: await ctx.passwords.hash("with:a:colon") });
    const { token } = await createToken(ctx, actingAs(account), { name: "t" });
    for (const authorization of [
      basic(account.email.toUpperCase(), "with:a:colon"),
      basic(account.email, token),
      `Bearer ${token}`,
    ]) {
      expect(await (await postMine(request({ headers: { authorization } }))).json()).toEqual({ id: account.id });
    }
  });

  test.each([
    "Basic",
    "Basic !!!",
    "Basic bm9jb2xvbg==",
    `Basic ${Buffer.from(":x").toString("base64")}`,
    `Basic ${Buffer.from("a\0@x:y").toString("base64")}`,
    "Basic /////w==",
    "Bearer abc",
    "Bearer pk_nobodys",
    "Digest x",
    basic("nobody@x.org", "wrong"),
  ])("get 401 for %s, on public operations too", async (authorization) => {
    expect(await answerOf(postMine(request({ headers: { authorization } })))).toBe("401 invalid_credentials");
    expect(await answerOf(postEcho(json('{"name":"x"}', { authorization })))).toBe("401 invalid_credentials");
  });

  test("get 403 for requesting with an account that can only sign, whatever they send", async () => {
    const asRole = async (role: "signer" | "requester"): Promise<string> =>
      `Bearer ${(await createToken(ctx, actingAs(await makeAccount(ctx, { role })), { name: "t" })).token}`;
    const signer = await asRole("signer");
    for (const body of ['{"name":', "{}", '{"name":"x"}'])
      expect([body, await answerOf(postAsking(json(body, { authorization: signer })))]).toEqual([
        body,
        "403 forbidden",
      ]);
    expect(await answerOf(postAsking(json("{}", { authorization: await asRole("requester") })))).toBe(
      "422 validation_failed",
    );
  });

  test("get 403 with a token without the scope", async () => {
    const account = await makeAccount(ctx);
    const { token } = await createToken(ctx, actingAs(account), { name: "t", scopes: ["read"] });
    expect(await answerOf(postMine(request({ headers: { authorization: `Bearer ${token}` } })))).toBe(
      "403 insufficient_scope",
    );
  });

  test("change state by cookie only from our own pages", async () => {
    const account = await makeAccount(ctx);
    const cookie = await logInByCookie(ctx, account);
    const from = (headers: Record<string, string>): Promise<string> =>
      answerOf(postMine(request({ headers: { cookie, ...headers } })));
    expect(await from({})).toBe("403 csrf");
    expect(await from({ origin: "https://evil.example" })).toBe("403 csrf");
    expect(await from({ origin: "null" })).toBe("403 csrf");
    expect(await from({ "sec-fetch-site": "cross-site" })).toBe("403 csrf");
    expect(await from({ origin: "http://localhost:3000" })).toBe("200");
    expect(await from({ "sec-fetch-site": "same-origin" })).toBe("200");
  });

  test("are not authenticated by a stale cookie", async () => {
    expect(await answerOf(postMine(request({ headers: { cookie: `paraph-session=${"x".repeat(43)}` } })))).toBe(
      "401 unauthenticated",
    );
  });

  test("get 429 with Retry-After at the eleventh wrong password @exhaustive", async () => {
    const { email } = await makeAccount(ctx);
    for (let time = 0; time < 10; time++)
      await postMine(request({ headers: { authorization: basic(email, "wrong") } }));
    const response = await postMine(
      request({ headers: { authorization: basic(email, testPassword), "x-forwarded-for": "203.0.113.9" } }),
    );
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(800);
  });
});

describe("responses", () => {
  test("are never cached and contain the request's id", async () => {
    for (const response of [
      await postEcho(json('{"name":"x"}')),
      await postEcho(json("{}")),
      await postMine(request()),
    ]) {
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect(response.headers.get("x-request-id")).toMatch(/./);
    }
  });

  test("that do not match the description become an internal error", async () => {
    const lying = route(echo as unknown as Operation<unknown, unknown, unknown, unknown>, () => ({ nmae: "x" }));
    expect(await answerOf(lying(json('{"name":"x"}')))).toBe("500 internal");
  });

  test("with content pass unchanged", async () => {
    const download = route(
      operation({ ...base, method: "GET", caller: "public", answer: { content: ["application/pdf"] } }),
      () => content({ bytes: Buffer.from("%PDF"), mediaType: "application/pdf" }),
    );
    expect(await (await download(request({ method: "GET" }))).text()).toBe("%PDF");
  });
});

test("queues engine work of a request by its account, or else its network", async () => {
  const turns: string[] = [];
  const engine = {} as PdfEngine;
  held.ctx = makeContext(db(), {
    engine: { forCaller: ({ caller }: Turn) => (turns.push(caller), engine) } as unknown as PdfEngine,
  });
  const account = await makeAccount(held.ctx);
  const caller = { authorization: `Basic ${Buffer.from(`${account.email}:${testPassword}`).toString("base64")}` };
  const post = (headers: Record<string, string>) =>
    route(echo, ({ engine: given }) => {
      expect(given).toBe(engine);
      return { name: "" };
    })(
      new Request("http://localhost:3000/api/v1/probe", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: '{"name":"x"}',
      }),
    );
  await post({});
  await post(caller);
  expect(turns).toEqual([expect.stringMatching(/^network:/), `account:${account.id}`]);
});
