import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { storedSignatures } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { insertAccountLink, makeLinkToken } from "@/lib/accounts/account-link";
import { resetPassword } from "@/lib/accounts/passwords";
import type { Ctx } from "@/lib/context/context";
import { strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { makeAccount, testPassword } from "@/lib/testing/accounts";
import { routeAt, routeHandler } from "@/lib/testing/route-files";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const db = useRolledBackDatabase();
const testContext = useTestContext();
let ctx: Ctx;
beforeEach(() => (held.ctx = ctx = testContext(db())));

test("rejects a request whose credential ended before its body did", async () => {
  const account = await makeAccount(ctx);
  const handler = await routeHandler(routeAt({ path: "/account/signature/elements" }), "POST");
  const json = Buffer.from(
    JSON.stringify({ elements: [{ type: "signature", file: { base64: await strokeBase64() } }] }),
  );
  const token = makeLinkToken();
  await insertAccountLink(ctx, account.id, "reset", token);
  let verified = 0;
  const { passwords } = ctx;
  const verify: typeof passwords.verify = async (hash, password) => {
    const isRight = await passwords.verify(hash, password);
    verified += 1;
    return isRight;
  };
  held.ctx = { ...ctx, passwords: { ...passwords, verify } };
  let verifiedBeforeBody = 0;
  async function* drip() {
    verifiedBeforeBody = verified;
    yield json.subarray(0, 5);
    await resetPassword(ctx, { token, password: "another long password" });
    yield json.subarray(5);
  }
  const headers = {
    authorization: `Basic ${Buffer.from(`${account.email}:${testPassword}`).toString("base64")}`,
    "content-type": "application/json",
  };
  const request = new Request("http://localhost:3000/api/v1/account/signature/elements", {
    method: "POST",
    headers,
    // Nothing is read ahead: the body begins when the server reads it, after the password check.
    body: Readable.toWeb(Readable.from(drip()), { strategy: { highWaterMark: 0 } }),
    duplex: "half",
  } as RequestInit);
  expect((await handler(request, { params: Promise.resolve({}) })).status).toBe(401);
  expect(verifiedBeforeBody).toBe(1);
  expect(await ctx.db.$count(storedSignatures)).toBe(0);
});
