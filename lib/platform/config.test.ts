import { describe, expect, test } from "vitest";
import { readConfig } from "./config";

const base = { DATABASE_URL: "postgres://x", APP_SECRET: "9f2c71d04be85a36c4f1e7208d93ab56" };

describe("configuration", () => {
  test("by default listens on loopback and stores mail in the inbox", () => {
    const config = readConfig(base);
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://localhost:3000",
      isLoopback: true,
      mail: { kind: "inbox" },
      changedLimits: [],
    });
  });

  test.each(["ftp://clerk:s3cret@tsa.example", "clerk:s3cret@tsa.example", "/tsa"])(
    "rejects TSA_URL %j by name without repeating its credentials",
    (url) => {
      expect(() => readConfig({ ...base, TSA_URL: url })).toThrow(/^(?!.*s3cret).*TSA_URL/);
    },
  );

  test("enables test locales only with their variable", () => {
    expect(readConfig(base).pseudoLocales).toBe(false);
    expect(readConfig({ ...base, PSEUDO_LOCALES: "1" }).pseudoLocales).toBe(true);
  });

  test("rejects a short secret by name without repeating it", () => {
    expect(() => readConfig({ ...base, APP_SECRET: "short-secret" })).toThrow(/^(?!.*short-secret).*APP_SECRET/);
  });

  test.each([undefined, "", "short-secret"])(
    "reports a missing or short APP_SECRET (%j) in one clear line",
    (secret) => {
      expect(() => readConfig({ ...base, APP_SECRET: secret })).toThrow(
        /^Configuration: APP_SECRET: required with DATABASE_URL, at least 32 characters$/,
      );
    },
  );

  test.each([
    "a".repeat(64),
    "changeme".repeat(8),
    "0123".repeat(16),
    "please-change-me-to-something-long",
    "your-secret-key-of-32-characters!",
  ])("rejects the guessable APP_SECRET %j without repeating it", (secret) => {
    expect(() => readConfig({ ...base, APP_SECRET: secret })).toThrow(
      /^Configuration: APP_SECRET: repeats itself or is a placeholder; make one by: openssl rand -hex 32$/,
    );
  });

  test("off loopback, refuses to start without a mail provider unless MAIL=inbox is set", () => {
    const open = { ...base, HOST: "0.0.0.0", PUBLIC_URL: "https://sign.example.org" };
    expect(() => readConfig(open)).toThrow(/mail provider/);
    expect(readConfig({ ...open, MAIL: "inbox" }).mail).toEqual({ kind: "inbox" });
    expect(readConfig({ ...open, SMTP_URL: "smtp://mail.example.org" }).mail.kind).toBe("smtp");
  });

  test("lists changed limits for the line printed at start, and rejects unknown ones", () => {
    expect(readConfig({ ...base, LIMITS: '{"signersPerFile":5}' }).changedLimits).toEqual([
      "signersPerFile=5 (standard 100)",
    ]);
    expect(() => readConfig({ ...base, LIMITS: '{"signers":5}' })).toThrow(/LIMITS/);
    expect(() => readConfig({ ...base, LIMITS: "{" })).toThrow(/LIMITS/);
  });

  test("reads allowed hosts and the webhook schedule as lists and rejects malformed ones", () => {
    expect(readConfig(base)).toMatchObject({ outboundAllow: [], webhookSchedule: null });
    expect(
      readConfig({
        ...base,
        OUTBOUND_ALLOW: "127.0.0.1:9911, Hooks.internal:8443,[::1]:80",
        WEBHOOK_SCHEDULE: "1, 2,30",
      }),
    ).toMatchObject({
      outboundAllow: ["127.0.0.1:9911", "hooks.internal:8443", "[::1]:80"],
      webhookSchedule: [1, 2, 30],
    });
    for (const value of ["localhost", "http://localhost:80", "*:80", "10.0.0.0/8:80", "user@host:80"])
      expect(() => readConfig({ ...base, OUTBOUND_ALLOW: value })).toThrow(/OUTBOUND_ALLOW/);
    for (const value of ["soon", "-1", "1.5", "1;2"])
      expect(() => readConfig({ ...base, WEBHOOK_SCHEDULE: value })).toThrow(/WEBHOOK_SCHEDULE/);
  });

  test("reads an operator's signing key from one PKCS#12 file or a pair of PEM files, never from half or both", () => {
    expect(readConfig(base).signers).toEqual([]);
    expect(readConfig({ ...base, SIGNER_P12: "a.p12", SIGNER_P12_PASSWORD: " blank " }).signers).toEqual([
      { kind: "p12", file: "a.p12", password: " blank " },
    ]);
    expect(readConfig({ ...base, SIGNER_CERT: "a.pem", SIGNER_KEY: "a.key" }).signers).toEqual([
      { kind: "pair", name: "SIGNER", certificateFile: "a.pem", key: { kind: "file", file: "a.key" } },
    ]);
    for (const half of [
      { SIGNER_CERT: "a.pem" },
      { SIGNER_KEY: "a.key" },
      { SIGNER_P12_PASSWORD: "swordfish" },
      { SIGNER_P12: "a.p12", SIGNER_KEY: "a.key" },
    ]) {
      expect(() => readConfig({ ...base, ...half })).toThrow(/^Configuration: (?!.*swordfish).*SIGNER_/);
    }
  });

  test("strips the trailing slash from PUBLIC_URL", () => {
    expect(readConfig({ ...base, PUBLIC_URL: "http://localhost:4000/" }).publicUrl).toBe("http://localhost:4000");
  });
});
