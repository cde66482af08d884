import { describe, expect, test } from "vitest";
import { readConfig } from "./config";

const base = { DATABASE_URL: "postgres://x", APP_SECRET: "9f2c71d04be85a36c4f1e7208d93ab56" };
const twilio = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "not-to-be-shown", TWILIO_FROM: "+15005550006" };
const gateways = (env: Record<string, string>) => readConfig({ ...base, ...env }).gateways;

describe("configuration of gateways", () => {
  test("has no gateway without variables", () => {
    expect(gateways({})).toEqual({ sms: null, telegram: null, signal: null });
  });

  test("reads each channel from its own variables", () => {
    expect(gateways({ SMS_GATEWAY_URL: "http://10.0.0.8/send", SMS_GATEWAY_TOKEN: "t" }).sms).toEqual({
      kind: "http",
      url: "http://10.0.0.8/send",
      token: "t",
    });
    expect(gateways(twilio).sms).toEqual({
      kind: "twilio",
      accountSid: "AC1",
      authToken: "not-to-be-shown",
      from: "+15005550006",
      apiUrl: null,
    });
    expect(gateways({ TELEGRAM_BOT_TOKEN: "123456:ABC-DEF_ghi12345" }).telegram).toEqual({
      botToken: "123456:ABC-DEF_ghi12345",
      apiUrl: null,
    });
    expect(gateways({ SIGNAL_API_URL: "http://signal:8080", SIGNAL_NUMBER: "+491700000000" }).signal).toEqual({
      apiUrl: "http://signal:8080",
      number: "+491700000000",
    });
  });

  test.each([
    [{ TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "not-to-be-shown" }, "need each other; missing: TWILIO_FROM"],
    [{ TWILIO_API_URL: "http://localhost:1" }, "missing: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM"],
    [{ SMS_GATEWAY_TOKEN: "not-to-be-shown" }, "SMS_GATEWAY_TOKEN needs SMS_GATEWAY_URL"],
    [{ ...twilio, SMS_GATEWAY_URL: "http://localhost:1" }, "exclude each other"],
    [{ TELEGRAM_API_URL: "http://localhost:1" }, "TELEGRAM_API_URL needs TELEGRAM_BOT_TOKEN"],
    [{ SIGNAL_API_URL: "http://localhost:1" }, "missing: SIGNAL_NUMBER"],
    [{ SIGNAL_NUMBER: "+491700000000" }, "missing: SIGNAL_API_URL"],
    [{ SIGNAL_NUMBER: "0170 not-to-be-shown", SIGNAL_API_URL: "http://localhost:1" }, "SIGNAL_NUMBER: is not a number"],
    [{ TELEGRAM_BOT_TOKEN: "not-to-be-shown" }, "TELEGRAM_BOT_TOKEN: is not a bot's token"],
    [{ SMS_GATEWAY_URL: "ftp://localhost" }, "SMS_GATEWAY_URL"],
    [
      { SMS_GATEWAY_URL: "http://user:not-to-be-shown@localhost/" },
      "SMS_GATEWAY_URL: must not contain a user or password",
    ],
  ])("refuses %j in one line without secrets", (env, text) => {
    const refusal = (() => {
      try {
        readConfig({ ...base, ...env });
        return "";
      } catch (error) {
        return String((error as Error).message);
      }
    })();
    expect(refusal).toMatch(/^Configuration: [^\n]+$/);
    expect(refusal).toContain(text);
    expect(refusal).not.toContain("not-to-be-shown");
  });
});
