import { beforeEach, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { identify } from "@/lib/signing/identification/confirm";
import {
  anybody,
  guestScenario,
  type GuestScenario,
  type InvitedSigner,
} from "@/lib/signing/identification/testing/guest-scenario";
import { newestCode, strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { logInByCookie, makeAccount } from "@/lib/testing/accounts";
import { routeAt, routeHandler } from "@/lib/testing/route-files";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = held.ctx = makeContext(db());
});

interface Call {
  headers?: Record<string, string>;
  json?: unknown;
}

/** Calls `METHOD /path/with/{names}`. The service's own pages send their origin. */
async function call(
  operation: string,
  params: Record<string, string>,
  { headers = {}, json }: Call = {},
): Promise<Response> {
  const [method = "", path = ""] = operation.split(" ");
  const handler = await routeHandler(routeAt({ path }), method);
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return handler(
    new Request(`http://localhost:3000/api/v1${path}`, {
      method,
      headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...body,
    }),
    { params: Promise.resolve(params) },
  );
}

async function statusOf(response: Promise<Response>): Promise<string> {
  const answer = await response;
  const { code } = answer.headers.get("content-type")?.includes("json")
    ? ((await answer.clone().json()) as { code?: string })
    : {};
  return code ? `${answer.status} ${code}` : String(answer.status);
}

const ours = { origin: "http://localhost:3000" };
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function letIn({ link }: InvitedSigner): Promise<{ token: string; cookie: string; setCookie: string }> {
  await identify(ctx, anybody, { u: link });
  const response = await call(
    "POST /sign/uuid/{u}/identify/confirm",
    { u: link },
    { json: { code: await newestCode(ctx) } },
  );
  const { token } = (await response.json()) as { token: string };
  const setCookie = response.headers.get("set-cookie") ?? "";
  return { token, setCookie, cookie: setCookie.split(";")[0] ?? "" };
}

async function oneSigner(): Promise<GuestScenario & { bo: InvitedSigner }> {
  const scenario = await guestScenario(ctx, "email", [{ fields: ["signature"] }]);
  const [bo] = scenario.signers;
  return { ...scenario, bo };
}

describe("a guest over HTTP", () => {
  test("gets a cookie for this one request, hidden from scripts and other sites, and the same as a token", async () => {
    const { bo } = await oneSigner();
    const { token, setCookie } = await letIn(bo);
    expect(token).toMatch(/^gt_[A-Za-z0-9_-]{43}$/);
    expect(setCookie).toMatch(
      new RegExp(`^paraph-guest-${bo.signRequestId}=${token}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
    );
  });

  test("gets a cookie bound to this host and to TLS where links are https @exhaustive", async () => {
    ctx = held.ctx = makeContext(db(), { publicUrl: "https://sign.example.org" });
    const { bo } = await oneSigner();
    const { setCookie, cookie } = await letIn(bo);
    expect(setCookie).toMatch(
      /^__Host-paraph-guest-\d+=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(await statusOf(call("GET /sign/uuid/{u}/elements", { u: bo.link }, { headers: { cookie } }))).toBe("200");
  });

  test("signs by cookie and by token: image, code, signature", async () => {
    for (const way of ["cookie", "token"] as const) {
      const { bo } = await oneSigner();
      const { token, cookie } = await letIn(bo);
      const headers: Record<string, string> = way === "cookie" ? { cookie, ...ours } : bearer(token);
      const stored = await call(
        "POST /sign/uuid/{u}/elements",
        { u: bo.link },
        { headers, json: { elements: [{ type: "signature", file: { base64: await strokeBase64() } }] } },
      );
      expect(await stored.json()).toMatchObject({ data: [{ type: "signature", isDefault: true }] });
      expect(await statusOf(call("POST /sign/uuid/{u}/code", { u: bo.link }, { headers }))).toBe("200");
      expect(
        await statusOf(call("POST /sign/uuid/{u}", { u: bo.link }, { headers, json: { code: await newestCode(ctx) } })),
      ).toBe("200");
      expect(await statusOf(call("GET /sign/uuid/{u}", { u: bo.link }, { headers }))).toBe("200");
    }
  });

  test("changes nothing from another site's page", async () => {
    const { bo } = await oneSigner();
    const { cookie } = await letIn(bo);
    for (const headers of [{ cookie }, { cookie, origin: "https://evil.example" }]) {
      expect(await statusOf(call("POST /sign/uuid/{u}/code", { u: bo.link }, { headers }))).toBe("403 csrf");
      expect(
        await statusOf(call("POST /sign/uuid/{u}/decline", { u: bo.link }, { headers, json: { reason: "no" } })),
      ).toBe("403 csrf");
    }
  });

  test("can be several guests in one browser, each at their own link @exhaustive", async () => {
    const [one, two] = [await oneSigner(), await oneSigner()];
    const cookie = [(await letIn(one.bo)).cookie, (await letIn(two.bo)).cookie].join("; ");
    for (const { bo, uuid } of [one, two]) {
      expect(await statusOf(call("POST /sign/uuid/{u}/code", { u: bo.link }, { headers: { cookie, ...ours } }))).toBe(
        "200",
      );
      expect(await statusOf(call("GET /file/{uuid}/pages", { uuid }, { headers: { cookie } }))).toBe("200");
    }
  });

  test("reads their own document, and gets the same answer for any other as for a missing one @exhaustive", async () => {
    const [mine, other] = [await oneSigner(), await oneSigner()];
    const { token } = await letIn(mine.bo);
    const read = (uuid: string) => statusOf(call("GET /file/{uuid}/pages", { uuid }, { headers: bearer(token) }));
    expect(await read(mine.uuid)).toBe("200");
    expect([await read(other.uuid), await read("00000000-0000-4000-8000-000000000000")]).toEqual([
      "404 not_found",
      "404 not_found",
    ]);
    const shown = await call("GET /file/validate/uuid/{uuid}", { uuid: mine.uuid }, { headers: bearer(token) });
    expect(await shown.json()).toMatchObject({
      signers: [{ me: true, email: mine.bo.email }],
      settings: { canSign: true },
    });
  });

  test("has no access anywhere else @exhaustive", async () => {
    const { bo, uuid, fileId } = await oneSigner();
    const { token } = await letIn(bo);
    const refused: [string, Record<string, string>, unknown?][] = [
      ["GET /file/list", {}],
      ["GET /account/me", {}],
      ["GET /account/tokens", {}],
      ["GET /account/signature/elements", {}],
      ["GET /file/{uuid}/audit", { uuid }],
      ["POST /sign/file_id/{fileId}/code", { fileId: String(fileId) }],
      ["POST /sign/file_id/{fileId}", { fileId: String(fileId) }, { code: "123456" }],
      ["DELETE /file/{uuid}", { uuid }],
      ["GET /admin/settings", {}],
    ];
    for (const [operation, params, json] of refused)
      expect([operation, await statusOf(call(operation, params, { headers: bearer(token), json }))]).toEqual([
        operation,
        "401 unauthenticated",
      ]);
  });

  test("is refused at another signer's link, and with an invalid token @exhaustive", async () => {
    const [mine, other] = [await oneSigner(), await oneSigner()];
    const { token } = await letIn(mine.bo);
    expect(await statusOf(call("POST /sign/uuid/{u}/code", { u: other.bo.link }, { headers: bearer(token) }))).toBe(
      "403 not_the_signer",
    );
    expect(await statusOf(call("GET /sign/uuid/{u}", { u: mine.bo.link }, { headers: bearer(`${token}x`) }))).toBe(
      "401 invalid_credentials",
    );
  });

  test("is overridden by a log-in: another account sees nothing of the document @exhaustive", async () => {
    const { bo } = await oneSigner();
    const { cookie } = await letIn(bo);
    const session = await logInByCookie(ctx, await makeAccount(ctx));
    expect(
      await statusOf(call("GET /sign/uuid/{u}", { u: bo.link }, { headers: { cookie: `${cookie}; ${session}` } })),
    ).toBe("403 not_the_signer");
  });

  test("stores no images before identifying, or with an account @exhaustive", async () => {
    const { bo } = await oneSigner();
    const json = { elements: [{ type: "signature", file: { base64: await strokeBase64() } }] };
    const session = await logInByCookie(ctx, await makeAccount(ctx, { email: bo.email, role: "signer" }));
    expect(await statusOf(call("POST /sign/uuid/{u}/elements", { u: bo.link }, { json }))).toBe("401 unauthenticated");
    expect(
      await statusOf(
        call("POST /sign/uuid/{u}/elements", { u: bo.link }, { json, headers: { cookie: session, ...ours } }),
      ),
    ).toBe("403 forbidden");
  });

  test("gets one code and the same response for a repeated key, and likewise for a confirmed session @exhaustive", async () => {
    const { bo } = await oneSigner();
    const headers = { "idempotency-key": "k-1" };
    const sent = [
      await call("POST /sign/uuid/{u}/identify", { u: bo.link }, { headers }),
      await call("POST /sign/uuid/{u}/identify", { u: bo.link }, { headers }),
    ];
    const [first, second] = await Promise.all(sent.map((answer) => answer.json()));
    expect(second).toEqual(first);
    const json = { code: await newestCode(ctx) };
    const confirmed = [
      await call("POST /sign/uuid/{u}/identify/confirm", { u: bo.link }, { headers, json }),
      await call("POST /sign/uuid/{u}/identify/confirm", { u: bo.link }, { headers, json }),
    ];
    expect(confirmed.map((answer) => answer.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await confirmed[1]?.json()).toEqual(await confirmed[0]?.json());
  });
});
