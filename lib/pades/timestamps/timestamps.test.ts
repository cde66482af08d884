import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startLocalTsa, type LocalTsa, type TsaMode } from "@/lib/pades/testing/local-tsa";
import { httpTimestamper } from "./http-timestamper";
import { restingTimestamper, type TimestampError } from "./resting-timestamper";

const hash = createHash("sha256").update("a document").digest();
let tsa: LocalTsa;
beforeAll(async () => {
  tsa = await startLocalTsa();
});
afterEach(() => {
  tsa.mode = "honest";
});
afterAll(() => tsa.close());

const stamp = (mode: TsaMode, patienceMs = 5000) => {
  tsa.mode = mode;
  return httpTimestamper(tsa.url, { patienceMs }).stamp(hash);
};

describe("a timestamp", () => {
  test.each(["honest", "quick", "granted_with_modifications"] as const)(
    "of a %s authority is valid for openssl ts, and its time is now",
    async (mode) => {
      const { token, at } = await stamp(mode);
      writeFileSync(tsa.authority.file("token"), token);
      const output = await tsa.authority.openssl(
        "ts",
        "-verify",
        "-token_in",
        "-in",
        "token",
        "-digest",
        hash.toString("hex"),
        "-CAfile",
        "root.pem",
      );
      expect(output).toContain("Verification: OK");
      expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
    },
  );

  test("of an authority with an RSA key is accepted @exhaustive", async () => {
    const other = await startLocalTsa({ kind: "rsa2048" });
    try {
      expect((await httpTimestamper(other.url).stamp(hash)).token.length).toBeGreaterThan(1000);
    } finally {
      await other.close();
    }
  });

  test.each([
    ["wrong_nonce", "bad_answer", { code: "nonce_mismatch" }],
    ["no_nonce", "bad_answer", { code: "nonce_mismatch" }],
    ["replay", "bad_answer", { code: "nonce_mismatch" }],
    ["wrong_imprint", "bad_answer", { code: "token_invalid", findings: [{ code: "timestamp_of_other_bytes" }] }],
    ["other_key", "bad_answer", { code: "token_invalid", findings: [{ code: "value_mismatch" }] }],
    ["wrong_time", "bad_answer", { code: "clock_mismatch" }],
    ["vague", "bad_answer", { code: "time_inaccurate" }],
    ["garbage", "bad_answer", { code: "answer_unreadable" }],
    ["huge", "bad_answer", { code: "answer_too_large", most: 64 * 1024 }],
    ["rejection", "refused", { code: "rejected", status: 2, text: "not today" }],
    ["error", "refused", { code: "http_status", status: 500 }],
    ["redirect", "refused", { code: "http_status", status: 302 }],
    ["down", "unreachable", { code: "unreachable", systemCode: "ECONNRESET" }],
  ] as const)("is refused when the response is: %s", async (mode, failure, problem) => {
    if (mode === "replay") await stamp("honest");
    await expect(stamp(mode)).rejects.toMatchObject({ name: "TimestampError", failure, problem });
  });

  test.each(["hang", "drip"] as const)("fails when the authority takes too long (%s)", async (mode) => {
    await expect(stamp(mode, 150)).rejects.toMatchObject({ failure: "timed_out" });
  });

  test.each([
    ["timeStamping @exhaustive", "timeStamping", "timestamp_usage_not_alone"],
    ["critical,timeStamping,codeSigning", "critical,timeStamping,codeSigning", "timestamp_usage_not_alone"],
    ["critical,codeSigning @exhaustive", "critical,codeSigning", "timestamp_usage_missing"],
  ])("by a certificate for %s is refused", async (_title, purpose, code) => {
    const other = await startLocalTsa({ purpose });
    other.mode = "quick";
    try {
      await expect(httpTimestamper(other.url).stamp(hash)).rejects.toMatchObject({
        failure: "bad_answer",
        problem: { code: "token_invalid", findings: [{ code }] },
      });
    } finally {
      await other.close();
    }
  });

  test("is requested with a fresh nonce and with the address's credentials, which no other host gets", async () => {
    const timestamper = httpTimestamper(tsa.url.replace("//", "//clerk:s%40cret@"));
    await timestamper.stamp(randomBytes(32));
    const first = readFileSync(tsa.authority.file("query"));
    await timestamper.stamp(randomBytes(32));
    const nonce = (query: Buffer) => query.subarray(-19, -3).toString("hex");
    expect(nonce(first)).not.toBe(nonce(readFileSync(tsa.authority.file("query"))));
    expect(tsa.authorization).toBe(`Basic ${Buffer.from("clerk:s@cret").toString("base64")}`);
    expect(timestamper.url).toBe(tsa.url);
    tsa.mode = "down";
    await expect(timestamper.stamp(hash)).rejects.toSatisfy((error: Error) => !error.message.includes("cret"));
  });
});

describe("an authority that failed", () => {
  test("is skipped for a minute, then tried again; concurrent requests do not wait", async () => {
    let now = 0;
    const timestamper = restingTimestamper(httpTimestamper(tsa.url), () => now);
    tsa.mode = "error";
    const before = tsa.queries;
    const both = await Promise.allSettled([timestamper.stamp(hash), timestamper.stamp(hash)]);
    expect(both.map((one) => (one.status === "rejected" ? (one.reason as TimestampError).failure : "stamped"))).toEqual(
      ["refused", "refused"],
    );
    tsa.mode = "honest";
    await expect(timestamper.stamp(hash)).rejects.toMatchObject({ failure: "resting" });
    expect(tsa.queries - before).toBe(2);
    now = 61_000;
    await expect(timestamper.stamp(hash)).resolves.toMatchObject({ at: expect.any(Date) });
    await expect(timestamper.stamp(hash)).resolves.toMatchObject({ at: expect.any(Date) });
  });
});
