import { beforeEach, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import type { Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { callOperation } from "@/lib/testing/call-operation";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let headers: Record<string, string>;
beforeEach(async () => {
  const ctx = (held.ctx = makeContext(db(), { limits: { ...defaultLimits, webhooksPerAccount: 3 } }));
  headers = {
    authorization: `Bearer ${(await createToken(ctx, actingAs(await makeAccount(ctx)), { name: "hooks" })).token}`,
  };
});

// A public address, so that no name server is queried; nothing is ever sent to it here.
const url = "https://8.8.8.8/hook";
const post = (body: unknown) => callOperation("createWebhook", { headers, body });
const file = { base64: twoPages.toString("base64") };
const request = { file, name: "Lease", users: [{ email: "ana@x.example" }] };

describe("webhooks over HTTP", () => {
  test("return the secret once and never again", async () => {
    const made = await post({ url, events: ["file.signed"], description: "Ours" });
    expect(made.body).toMatchObject({
      url,
      events: ["file.signed"],
      description: "Ours",
      format: "json",
      enabled: true,
      disabledReason: null,
      failuresInRow: 0,
      lastDeliveryAt: null,
    });
    const { secret, id } = made.body as { secret: string; id: number };
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    for (const answer of [
      await callOperation("getWebhook", { headers, params: { id } }),
      await callOperation("listWebhooks", { headers }),
      await callOperation("changeWebhook", { headers, params: { id }, body: {} }),
    ]) {
      expect([answer.status, answer.text.includes("whsec_")]).toEqual([200, false]);
    }
    expect((await callOperation("deleteWebhook", { headers, params: { id } })).status).toBe(200);
    expect((await callOperation("getWebhook", { headers, params: { id } })).status).toBe(404);
  });

  test.each([
    [{}, "/url"],
    [{ url: 1 }, "/url"],
    [{ url, events: [] }, "/events"],
    [{ url, events: ["file.unheard-of"] }, "/events/0"],
    [{ url, description: "a\nb" }, "/description"],
    [{ url: `https://8.8.8.8/${"x".repeat(2050)}` }, "/url"],
  ])("reject %j with its pointer", async (body, pointer) => {
    expect((await post(body)).body).toMatchObject({ code: "validation_failed", violations: [{ pointer }] });
  });

  test("are limited in number per account", async () => {
    for (let count = 0; count < 3; count++) expect((await post({ url })).status).toBe(200);
    expect((await post({ url })).body).toMatchObject({ code: "validation_failed", violations: [{ code: "too_many" }] });
  });

  test("reject a URL into this server's network in every member that takes one, with the same detail", async () => {
    const { id } = (await post({ url })).body as { id: number };
    const inner = "http://169.254.169.254/latest/meta-data";
    const answers = [
      await post({ url: inner }),
      await callOperation("changeWebhook", { headers, params: { id }, body: { url: inner } }),
      await callOperation("createRequest", { headers, body: { ...request, callback: inner } }),
      await callOperation("createRequest", { headers, body: { ...request, file: { url: inner } } }),
      await callOperation("registerRequest", { headers, body: { ...request, callback: inner } }),
    ];
    expect(
      answers.map(({ status, body }) => [
        status,
        body["code"],
        (body["violations"] as { pointer: string }[])[0]?.pointer,
      ]),
    ).toEqual([
      [422, "url_not_allowed", "/url"],
      [422, "url_not_allowed", "/url"],
      [422, "url_not_allowed", "/callback"],
      [422, "url_not_allowed", "/file/url"],
      [422, "url_not_allowed", "/callback"],
    ]);
    expect(new Set(answers.map(({ body }) => body["detail"])).size).toBe(1);
  });

  test("return a secret for a request only with a callback, and are refused for a signer's account", async () => {
    expect(
      (await callOperation("createRequest", { headers, body: { ...request, callback: url } })).body["callbackSecret"],
    ).toMatch(/^whsec_/);
    expect(
      (await callOperation("registerRequest", { headers, body: { ...request, callback: url } })).body["callbackSecret"],
    ).toMatch(/^whsec_/);
    expect((await callOperation("createRequest", { headers, body: request })).body).not.toHaveProperty(
      "callbackSecret",
    );
    expect((await callOperation("registerRequest", { headers, body: request })).status).toBe(422);
    const ctx = held.ctx as Ctx;
    const { token } = await createToken(ctx, actingAs(await makeAccount(ctx, { role: "signer" })), { name: "signer" });
    expect(
      (await callOperation("createWebhook", { headers: { authorization: `Bearer ${token}` }, body: { url } })).status,
    ).toBe(403);
  });
});

describe("GET /events", () => {
  test("pages through the log by position, and lists deliveries newest first", async () => {
    const { id } = (await post({ url })).body as { id: number };
    await callOperation("createRequest", { headers, body: { ...request, status: 1 } });
    const page = async (query: string) =>
      (await callOperation("listEvents", { headers, query })).body as {
        data: { position: number; type: string }[];
        pagination: { nextCursor: string | null };
      };
    const first = await page("?length=2");
    expect(first.data.map(({ type }) => type)).toEqual(["file.created", "file.released"]);
    const second = await page(`?length=2&after=${first.pagination.nextCursor}`);
    expect([second.data.map(({ type }) => type), second.pagination.nextCursor]).toEqual([
      ["sign_request.notified"],
      null,
    ]);
    expect(await page(`?after=${second.data.at(-1)?.position}`)).toEqual({
      data: [],
      pagination: { nextCursor: null },
    });
    const deliveries = (await callOperation("listWebhookDeliveries", { headers, params: { id }, query: "?length=2" }))
      .body as { data: { id: number; event: { sequence: number } }[]; pagination: { nextCursor: string } };
    expect(deliveries.data.map(({ event }) => event.sequence)).toEqual([3, 2]);
    const rest = (
      await callOperation("listWebhookDeliveries", {
        headers,
        params: { id },
        query: `?cursor=${deliveries.pagination.nextCursor}`,
      })
    ).body as typeof deliveries;
    expect(rest.data.map(({ event }) => event.sequence)).toEqual([1]);
  });

  test.each(["?after=-1", "?after=x", "?length=0", "?length=101", "?after=1.5", "?before=1"])(
    "%s is refused",
    async (query) => {
      expect((await callOperation("listEvents", { headers, query })).status).toBe(422);
    },
  );
});
