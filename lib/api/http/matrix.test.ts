import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import { problemDocument } from "@/lib/api/openapi";
import { operations } from "@/lib/api/operations";
import { needsAccount, type Operation } from "@/lib/api/operations/operation";
import type { Ctx } from "@/lib/context/context";
import { actingAs, makeAccount, testPassword } from "@/lib/testing/accounts";
import { oneOfEachClass } from "@/lib/testing/representatives";
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

type Case = readonly [string, Operation];
/**
 * Credentials, media types and bodies are checked before an operation's own code runs, according to its entry in the
 * list.
 */
const cases = (want: (operation: Operation) => boolean): Case[] =>
  oneOfEachClass<Case>(
    operations.filter(want).map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
    ([, { method, bodyKind, body }]) => [method === "GET", bodyKind, body !== undefined].join(),
  );
/** Cases for the operation's own responses: additionally one of each caller and scope. */
const casesOfAnswers = (want: (operation: Operation) => boolean): Case[] =>
  oneOfEachClass<Case>(
    operations.filter(want).map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
    ([, { method, caller, scope, bodyKind, body }]) =>
      [method === "GET", caller, scope, bodyKind, body !== undefined].join(),
  );

/** Path parameters of missing objects. */
function missingParams(operation: Operation): Record<string, string> {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  const ofItsOwn: Record<string, string> = {
    n: "1",
    channel: "signal",
    authority: "0123456789abcdef",
    serialNumber: "40".repeat(20),
    token: "0".repeat(32),
  };
  return Object.fromEntries(
    names.map((name) => [name, ofItsOwn[name] ?? (/^(?:u|file)$|uuid/i.test(name) ? randomUUID() : "2147483647")]),
  );
}

/** The path if the parameter is itself a request: an OCSP request. */
function wellFormedParams(operation: Operation): Record<string, string> {
  return { ...missingParams(operation), ...(operation.path.includes("{request}") ? { request: "MAA=" } : {}) };
}

interface Call {
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function call(
  operation: Operation,
  { params = missingParams(operation), query = "", headers = {}, body }: Call,
): Promise<{ status: number; code: string; headers: Headers }> {
  const handler = await routeHandler(routeAt(operation), operation.method);
  const sent = operation.method === "GET" ? null : (body ?? (operation.body ? "{}" : null));
  const request = new Request(`http://localhost:3000/probe${query}`, {
    method: operation.method,
    body: sent,
    headers: { ...(sent === null ? {} : { "content-type": "application/json" }), ...headers },
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const isProblem = response.headers.get("content-type") === "application/problem+json";
  const code = isProblem ? problemDocument.parse(await response.json()).code : "";
  return { status: response.status, code, headers: response.headers };
}

/** The most privileged caller: role admin, all scopes. */
async function asAdministrator(): Promise<Record<string, string>> {
  const { token } = await createToken(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { name: "matrix" });
  return { authorization: `Bearer ${token}` };
}

/** Like `asAdministrator`, with a fresh proof, which a token never provides. */
async function withFreshProof(): Promise<Record<string, string>> {
  const { email } = await makeAccount(ctx, { role: "admin" });
  return { authorization: `Basic ${Buffer.from(`${email}:${testPassword}`).toString("base64")}` };
}

const writes = (operation: Operation): boolean => operation.body !== undefined;
const writesJson = (operation: Operation): boolean =>
  writes(operation) &&
  !["pdf", "document", "file", "ocsp", "signed-json", "mail"].includes(operation.bodyKind ?? "json");

describe("401", () => {
  test.each(cases(needsAccount))("%s without a credential", async (_name, operation) => {
    const answer = await call(operation, {});
    expect([answer.status, answer.code]).toEqual([401, "unauthenticated"]);
    expect(answer.headers.get("www-authenticate")).toContain("Basic");
  });

  test.each(cases(() => true))("%s with a wrong credential", async (_name, operation) => {
    expect(await call(operation, { headers: { authorization: "Bearer pk_nobody" } })).toMatchObject({
      status: 401,
      code: "invalid_credentials",
    });
  });
});

describe("403", () => {
  test.each(cases(({ caller }) => caller === "admin"))("%s for a requester", async (_name, operation) => {
    const { token } = await createToken(ctx, actingAs(await makeAccount(ctx)), { name: "matrix" });
    expect(await call(operation, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      status: 403,
      code: "forbidden",
    });
  });

  test.each(cases(({ caller }) => caller === "requester" || caller === "admin"))(
    "%s for an account that may only sign, before its body is read",
    async (_name, operation) => {
      const { token } = await createToken(ctx, actingAs(await makeAccount(ctx, { role: "signer" })), {
        name: "matrix",
      });
      const headers = { authorization: `Bearer ${token}` };
      for (const body of ["{", "[]", "{}"])
        expect(await call(operation, { headers, body })).toMatchObject({ status: 403, code: "forbidden" });
    },
  );

  test.each(casesOfAnswers(({ scope }) => scope !== undefined))(
    "%s for a token without its scope",
    async (_name, operation) => {
      const scopes = (["read", "write", "sign"] as const).filter((scope) => scope !== operation.scope);
      const { token } = await createToken(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), {
        name: "matrix",
        scopes,
      });
      expect(await call(operation, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
        status: 403,
        code: "insufficient_scope",
      });
    },
  );
});

describe("404", () => {
  const ids = ["-1", "0", "1.5", "2147483648", "12345678901234567890", "x", "%00"];

  test.each(casesOfAnswers(({ path }) => path.includes("{")))(
    "%s for ids that no object can have",
    async (_name, operation) => {
      const headers = await asAdministrator();
      for (const id of ids) {
        const params = Object.fromEntries(Object.keys(missingParams(operation)).map((name) => [name, id]));
        expect([id, (await call(operation, { params, headers })).code]).toEqual([id, "not_found"]);
      }
    },
  );

  // Guest images reject every account alike (access-matrix.test.ts); requesting a code through `/to/…` always gets the
  // same response.
  const tellNothing = ["listGuestImages", "getGuestImage", "askToOpen"];

  test.each(
    casesOfAnswers(
      (operation) => operation.path.includes("{") && !writes(operation) && !tellNothing.includes(operation.id),
    ),
  )("%s for a missing object", async (_name, operation) => {
    const headers = await (operation.errors.includes("reauth_required") ? withFreshProof() : asAdministrator());
    expect(await call(operation, { headers })).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });
});

describe("400", () => {
  test.each(cases((operation) => operation.method !== "GET" && !writes(operation)))(
    "%s with a truncated body that it does not need",
    async (_name, operation) => {
      expect(
        await call(operation, {
          headers: { ...(await asAdministrator()), "content-type": "application/json" },
          body: "{not json",
        }),
      ).toMatchObject({ status: 400, code: "malformed_json" });
    },
  );

  test.each(cases(writesJson))("%s with a truncated body", async (_name, operation) => {
    expect(await call(operation, { headers: await asAdministrator(), body: '{"a":' })).toMatchObject({
      status: 400,
      code: "malformed_json",
    });
  });
});

describe("413", () => {
  test.each(
    cases((operation) => operation.bodyKind === "json" || (writes(operation) && operation.bodyKind === undefined)),
  )("%s with a body over 256 KiB", async (_name, operation) => {
    const body = JSON.stringify({ padding: "x".repeat(256 * 1024) });
    expect(await call(operation, { headers: await asAdministrator(), body })).toMatchObject({
      status: 413,
      code: "too_large",
    });
  });
});

describe("415", () => {
  test.each(cases(writes))("%s with a body of another type", async (_name, operation) => {
    // Sent as text, a document is Markdown.
    const text = operation.bodyKind === "document" ? [] : ["text/plain"];
    for (const type of [...text, "application/x-www-form-urlencoded", "application/xml"]) {
      expect(
        await call(operation, { headers: { ...(await asAdministrator()), "content-type": type }, body: "x" }),
      ).toMatchObject({ status: 415, code: "unsupported_media_type" });
    }
  });

  test.each(cases((operation) => operation.method !== "GET" && !writes(operation)))(
    "%s with a form that it does not need",
    async (_name, operation) => {
      expect(
        await call(operation, { headers: { ...(await asAdministrator()), "content-type": "text/plain" }, body: "x" }),
      ).toMatchObject({ status: 415 });
    },
  );
});

describe("422", () => {
  test.each(cases(() => true))("%s with a query parameter it does not know", async (_name, operation) => {
    expect(
      await call(operation, {
        params: wellFormedParams(operation),
        headers: await asAdministrator(),
        query: "?unheard-of=1",
      }),
    ).toMatchObject({ status: 422, code: "validation_failed" });
  });

  test.each(cases(writesJson))("%s with a body that is not an object", async (_name, operation) => {
    for (const body of ["[]", "null", '"text"', "12"]) {
      expect(await call(operation, { headers: await asAdministrator(), body })).toMatchObject({
        status: 422,
        code: "validation_failed",
      });
    }
  });

  test.each(cases(writesJson))("%s with text that cannot be stored", async (_name, operation) => {
    for (const body of ['{"name":"\\u0000"}', '{"name":"\\ud800"}']) {
      expect(await call(operation, { headers: await asAdministrator(), body })).toMatchObject({
        status: 422,
        code: "validation_failed",
      });
    }
  });
});
