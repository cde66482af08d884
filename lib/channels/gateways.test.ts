import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { TextGateway } from "./messenger";
import { httpGateway, signalGateway } from "./open-gateways";
import { telegramGateway } from "./telegram";
import { everythingOf, failureOf, useHttpDoubles, type Answer } from "./testing/http-double";
import { twilioGateway } from "./twilio";

const start = useHttpDoubles();
const secret = "a-secret-of-the-operator-1234567890";
const botToken = `123456:${secret}`;
const timeoutMs = 400;

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { "content-length": "50" }).write("{", () => response.destroy());
}

/** The four adapters against one test double, each with a recipient and a response that it accepts as success. */
const adapters: { name: string; to: string; success: unknown; open: (url: string) => TextGateway }[] = [
  {
    name: "Twilio",
    to: "+491511234567",
    success: { sid: "SM1", status: "queued" },
    open: (apiUrl) => twilioGateway({ accountSid: "AC1", authToken: secret, from: "+15005550006", apiUrl, timeoutMs }),
  },
  {
    name: "a generic gateway",
    to: "+491511234567",
    success: { id: "m-1" },
    open: (url) => httpGateway({ url, token: secret, timeoutMs }),
  },
  {
    name: "Telegram",
    to: "4711",
    success: { ok: true, result: { message_id: 7 } },
    open: (apiUrl) => telegramGateway({ botToken, apiUrl, timeoutMs }),
  },
  {
    name: "Signal",
    to: "+491511234567",
    success: { timestamp: "1700000000000" },
    open: (apiUrl) => signalGateway({ apiUrl, number: "+491700000000", timeoutMs }),
  },
];

describe.each(adapters)("$name", ({ name, to, open, success }) => {
  const message = { to, text: "042137 is your code", idempotencyKey: "paraph-1" };
  const failing = async (answer: Answer) => failureOf(open((await start(answer)).url).send(message));

  test("accepts a success", async () => {
    const double = await start({ status: 201, body: success });
    expect((await open(double.url).send(message)).providerId).toMatch(/^(SM1|m-1|7|1700000000000)$/);
    expect(double.calls).toHaveLength(1);
  });

  test.each([429, 500, 502, 503])("retries after %i", async (status) => {
    expect((await failing({ status, body: { ok: false, error: "busy", message: "busy" } })).retryable).toBe(true);
  });

  // All gateways share the code for calls and time limits.
  const mark = name === adapters[0]?.name ? "" : " @exhaustive";
  test(`retries when the server is unreachable or silent, or the answer trickles, breaks off or never ends${mark}`, async () => {
    expect((await failureOf(open("http://127.0.0.1:9").send(message))).retryable).toBe(true);
    expect((await failing("silence")).detail).toContain("within 0.4 s");
    expect((await failing({ write: (response) => void response.writeHead(200).write("{") })).retryable).toBe(true);
    expect((await failing({ write: breakOff })).retryable).toBe(true);
    expect((await failing({ status: 200, body: `{"x":"${"y".repeat(300_000)}"}` })).retryable).toBe(true);
  });

  test("never follows a redirect, which would carry the credential elsewhere", async () => {
    const elsewhere = await start({ status: 201, body: success });
    expect((await failing({ status: 307, headers: { location: elsewhere.url }, body: {} })).retryable).toBe(true);
    expect(elsewhere.calls).toEqual([]);
  });

  test(`puts neither credential nor number into errors, whatever the response${mark}`, async () => {
    const answers: Answer[] = [
      "silence",
      { status: 500, body: "oops" },
      { status: 400, body: { error: `no ${to}`, message: `no ${to}`, description: `no ${to}` } },
      { status: 200, body: "garbage" },
    ];
    for (const answer of answers) {
      const double = await start(answer);
      const error = await open(double.url)
        .send(message)
        .then(
          () => null,
          (thrown: unknown) => thrown,
        );
      if (!(error instanceof Error)) continue;
      expect(everythingOf(error)).not.toContain(secret);
      expect(error.message).not.toContain("491511234567");
    }
    expect(everythingOf(await failureOf(open("http://127.0.0.1:9").send(message)))).not.toContain(secret);
  });

  test("never sends to a recipient of another kind", async () => {
    const double = await start({ status: 201, body: success });
    for (const other of [
      "",
      "0151 1234567",
      "+49 151 1234567",
      "+491511234567,+491511234568",
      "bo@x.org",
      "@bo",
      "+0123456789",
    ]) {
      expect((await failureOf(open(double.url).send({ ...message, to: other }))).retryable).toBe(false);
    }
    expect(double.calls).toEqual([]);
  });
});

describe("Twilio's Messages resource", () => {
  const message = { to: "+491511234567", text: "042137 is your code & no more", idempotencyKey: "k" };
  const open = (apiUrl: string, from = "+15005550006") =>
    twilioGateway({ accountSid: "AC1", authToken: secret, from, apiUrl, timeoutMs });

  test("receives a form with Basic authentication", async () => {
    const double = await start({ status: 201, body: { sid: "SM9", status: "queued", error_code: null } });
    await open(`${double.url}/`).send(message);
    const [call] = double.calls;
    expect(call).toMatchObject({ method: "POST", path: "/2010-04-01/Accounts/AC1/Messages.json" });
    expect(call?.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from(`AC1:${secret}`).toString("base64")}`,
    });
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      To: "+491511234567",
      From: "+15005550006",
      Body: "042137 is your code & no more",
    });
  });

  test("accepts a messaging service instead of a sender", async () => {
    const double = await start({ status: 201, body: { sid: "SM9" } });
    const service = `MG${"0a".repeat(16)}`;
    await open(double.url, service).send(message);
    expect(Object.fromEntries(new URLSearchParams(double.calls[0]?.body))).toMatchObject({
      MessagingServiceSid: service,
    });
  });

  test.each([
    [400, 21211, false],
    [400, 21610, false],
    [400, 21614, false],
    [400, 21606, true],
    [400, 21408, true],
    [401, 20003, true],
    [403, 20005, true],
    [404, 20404, true],
    [429, 20429, true],
  ])("retries on %i with code %i: %s", async (status, code, retryable) => {
    const double = await start({
      status,
      body: {
        code,
        message: "The 'To' number +491511234567 is not valid",
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status,
      },
    });
    const error = await failureOf(open(double.url).send(message));
    expect(error.retryable).toBe(retryable);
    expect(error.detail).toContain(String(code));
  });

  test("reports a success without an id as an error", async () => {
    expect((await failureOf(open((await start({ status: 201, body: {} })).url).send(message))).retryable).toBe(true);
  });
});

describe("a generic gateway", () => {
  const message = { to: "+491511234567", text: "042137", idempotencyKey: "paraph-1" };

  test("receives recipient, text and key as JSON and the token as Bearer, and any 2xx is a success", async () => {
    const double = await start({ status: 204, body: "" });
    expect(await httpGateway({ url: `${double.url}/send?from=1`, token: secret, timeoutMs }).send(message)).toEqual({
      providerId: "paraph-1",
    });
    const [call] = double.calls;
    expect(call).toMatchObject({ method: "POST", path: "/send?from=1" });
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      authorization: `Bearer ${secret}`,
      "idempotency-key": "paraph-1",
    });
    expect(JSON.parse(call?.body ?? "")).toEqual(message);
  });

  test("without a token gets no Authorization", async () => {
    const double = await start({ status: 200, body: { id: 12 } });
    expect(await httpGateway({ url: double.url, token: null, timeoutMs }).send(message)).toEqual({ providerId: "12" });
    expect(double.calls[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [400, false],
    [402, false],
    [422, false],
    [401, true],
    [403, true],
    [404, true],
    [408, true],
  ])("retries on %i: %s", async (status, retryable) => {
    expect(
      (
        await failureOf(
          httpGateway({ url: (await start({ status, body: { error: "no" } })).url, token: null, timeoutMs }).send(
            message,
          ),
        )
      ).retryable,
    ).toBe(retryable);
  });
});

describe("Telegram's Bot API", () => {
  const message = { to: "4711", text: "042137", idempotencyKey: "k" };
  const open = (apiUrl: string) => telegramGateway({ botToken, apiUrl, timeoutMs });

  test("sends a text to a chat, without a link preview", async () => {
    const double = await start({ status: 200, body: { ok: true, result: { message_id: 31, chat: { id: 4711 } } } });
    expect(await open(double.url).send(message)).toEqual({ providerId: "31" });
    expect(double.calls[0]?.path).toBe(`/bot${botToken}/sendMessage`);
    expect(JSON.parse(double.calls[0]?.body ?? "")).toEqual({
      chat_id: "4711",
      text: "042137",
      link_preview_options: { is_disabled: true },
    });
  });

  test.each([
    [403, "Forbidden: bot was blocked by the user", {}, false],
    [400, "Bad Request: chat not found", {}, false],
    [429, "Too Many Requests: retry after 5", { parameters: { retry_after: 5 } }, true],
    [401, "Unauthorized", {}, true],
    [409, "Conflict: terminated by other getUpdates request", {}, true],
  ])("%i %s is retried: see the last column", async (status, description, more, retryable) => {
    const double = await start({ status, body: { ok: false, error_code: status, description, ...more } });
    expect((await failureOf(open(double.url).send(message))).retryable).toBe(retryable);
  });

  test("returns the bot's name, which is requested once", async () => {
    const double = await start({
      status: 200,
      body: { ok: true, result: { id: 123456, is_bot: true, username: "ParaphCodesBot" } },
    });
    const gateway = open(double.url);
    expect([await gateway.botName(), await gateway.botName()]).toEqual(["ParaphCodesBot", "ParaphCodesBot"]);
    expect(double.calls).toHaveLength(1);
  });

  test("reports texts in private chats, and anything else as an update without a message", async () => {
    const chat = { id: 4711, type: "private" };
    const result = [
      {
        update_id: 5,
        message: { message_id: 1, chat, from: { id: 4711, language_code: "pt-br" }, text: "/start abc" },
      },
      { update_id: 9, message: { message_id: 4, chat, text: "/start" } },
      { update_id: 6, message: { message_id: 2, chat: { id: -100, type: "group" }, text: "/start abc" } },
      { update_id: 7, message: { message_id: 3, chat, photo: [] } },
      { update_id: 8 },
      { nonsense: true },
    ];
    const double = await start({ status: 200, body: { ok: true, result } });
    expect(await open(double.url).readUpdates(5, 0, new AbortController().signal)).toEqual([
      { updateId: 5, message: { chatId: "4711", text: "/start abc", language: "pt-br" } },
      { updateId: 9, message: { chatId: "4711", text: "/start", language: null } },
      { updateId: 6, message: null },
      { updateId: 7, message: null },
      { updateId: 8, message: null },
    ]);
    expect(JSON.parse(double.calls[0]?.body ?? "")).toEqual({ offset: 5, timeout: 0, allowed_updates: ["message"] });
  });

  test("waits for updates as long as requested, and stops at once when aborted", async () => {
    const held: ServerResponse[] = [];
    const slow = await start(({ path }) =>
      path.endsWith("/getUpdates") ? { write: (response) => void held.push(response) } : "silence",
    );
    const updates = Promise.allSettled([open(slow.url).readUpdates(0, 60, new AbortController().signal)]);
    await expect.poll(() => held.length).toBe(1);
    // A later call without a wait of its own has timed out.
    await failureOf(open(slow.url).botName());
    held[0]?.writeHead(200).end(JSON.stringify({ ok: true, result: [] }));
    expect(await updates).toMatchObject([{ value: [] }]);
    const [silent, stop] = [await start("silence"), new AbortController()];
    const waiting = failureOf(open(silent.url).readUpdates(0, 60, stop.signal));
    await expect.poll(() => silent.calls.length).toBe(1);
    stop.abort();
    await waiting;
  });
});

describe("signal-cli-rest-api", () => {
  const message = { to: "+491511234567", text: "042137", idempotencyKey: "k" };
  const open = (apiUrl: string) => signalGateway({ apiUrl, number: "+491700000000", timeoutMs });

  test("receives the sender's number, the recipient and the text", async () => {
    const double = await start({ status: 201, body: { timestamp: "1700000000001" } });
    expect(await open(`${double.url}/`).send(message)).toEqual({ providerId: "1700000000001" });
    expect(double.calls[0]).toMatchObject({ method: "POST", path: "/v2/send" });
    expect(JSON.parse(double.calls[0]?.body ?? "")).toEqual({
      message: "042137",
      number: "+491700000000",
      recipients: ["+491511234567"],
    });
  });

  test.each([
    ['Failed to send (some) messages: +491511234567: Unregistered user "+491511234567"', false],
    ["User +491700000000 is not registered.\n", true],
    ["Failed to send message: [413] Rate limit exceeded", true],
    ["Untrusted Identity for +491511234567", true],
  ])("400 %j: retried: %s", async (error, retryable) => {
    expect((await failureOf(open((await start({ status: 400, body: { error } })).url).send(message))).retryable).toBe(
      retryable,
    );
  });
});
