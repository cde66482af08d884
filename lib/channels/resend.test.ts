import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import type { MailMessage } from "./messenger";
import { resendMessenger } from "./resend";
import { failureOf } from "./testing/http-double";

interface Call {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A local double of Resend on a free port that gives the configured responses. */
async function fakeResend(status: number, answer: unknown, options: { silent?: boolean } = {}) {
  const calls: Call[] = [];
  server = createServer((request, response) => {
    void json(request).then((body) => {
      calls.push({ path: request.url, headers: request.headers, body: body as Record<string, unknown> });
      if (!options.silent) {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const messenger = resendMessenger({
    apiKey: "re_test",
    baseUrl: `http://127.0.0.1:${port}/`,
    from: "Paraph <sign@paraph.test>",
    timeoutMs: options.silent ? 300 : 20_000,
  });
  return { calls, messenger };
}

const mail: MailMessage = {
  to: "bo@x.org",
  subject: "Lease",
  text: "plain",
  html: "<p>rich</p>",
  idempotencyKey: "outbox/17",
};

describe("mail through Resend", () => {
  test("contains both parts, the idempotency key, and its attachments", async () => {
    const { calls, messenger } = await fakeResend(200, { id: "em_1" });
    const attachments = [{ filename: "lease.pdf", contentType: "application/pdf", content: Buffer.from("%PDF") }];
    expect(await messenger.send({ ...mail, attachments })).toEqual({ providerId: "em_1" });
    const [call] = calls;
    expect(call?.path).toBe("/emails");
    expect(call?.headers).toMatchObject({ authorization: "Bearer re_test", "idempotency-key": "outbox/17" });
    expect(call?.body).toMatchObject({
      from: "Paraph <sign@paraph.test>",
      to: ["bo@x.org"],
      subject: "Lease",
      text: "plain",
      html: "<p>rich</p>",
    });
    expect(call?.body.attachments).toMatchObject([
      { filename: "lease.pdf", content: Buffer.from("%PDF").toString("base64") },
    ]);
  });

  test.each([
    [429, "rate_limit_exceeded", true],
    [500, "internal_server_error", true],
    [401, "invalid_api_key", true],
    [409, "concurrent_idempotent_requests", true],
    [409, "invalid_idempotent_request", false],
    [422, "validation_error", false],
  ])("throws for an error %i %s, retryable: %s", async (statusCode, name, retryable) => {
    const { messenger } = await fakeResend(statusCode, { statusCode, name, message: "no" });
    expect((await failureOf(messenger.send(mail))).retryable).toBe(retryable);
  });

  test("is retried when the server is unavailable, silent or sends garbage", async () => {
    const away = resendMessenger({ apiKey: "re_test", baseUrl: "http://127.0.0.1:9", from: "a@b.test" });
    expect((await failureOf(away.send(mail))).retryable).toBe(true);
    const silent = await fakeResend(200, {}, { silent: true });
    expect((await failureOf(silent.messenger.send(mail))).retryable).toBe(true);
    const odd = await fakeResend(200, { ok: "yes" });
    expect((await failureOf(odd.messenger.send(mail))).retryable).toBe(true);
  });

  test("is never sent to anything but exactly one bare address", async () => {
    const { calls, messenger } = await fakeResend(200, { id: "em_1" });
    for (const to of [
      "Bo <bo@x.org>",
      "bo@x.org, eve@x.org",
      "bo@x.org\r\nBcc: eve@x.org",
      "bo@x.org;eve@x.org",
      '"bo"@x.org',
      "bo",
      "",
    ]) {
      expect((await failureOf(messenger.send({ ...mail, to }))).retryable).toBe(false);
    }
    expect(calls).toEqual([]);
  });

  test("has no API key in its errors", async () => {
    const { messenger } = await fakeResend(403, { statusCode: 403, name: "invalid_api_key", message: "no" });
    const error = await failureOf(messenger.send(mail));
    expect(`${error.message}${error.stack}`).not.toContain("re_test");
  });
});
