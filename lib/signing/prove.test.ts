import { describe, expect, test } from "vitest";
import { readStatedProof } from "@/lib/platform/signed-texts";
import { maxOrganizationalUnit } from "@/lib/x509/issued-certificates";
import { linkProofText, proofText, readProof } from "./prove";

const refusal = (pointer: string, code: string) =>
  expect.objectContaining({
    code: "validation_failed",
    violations: [expect.objectContaining({ pointer, code })],
  }) as unknown;

describe("the proof in a body", () => {
  test.each(["123456", " 123 456 ", "123-456"])("reads six digits as a code, however they are spaced: %j", (code) => {
    expect(readProof({ code })).toEqual({ kind: "code", code: "123456" });
    expect(readProof({ token: code })).toEqual({ kind: "code", code: "123456" });
  });

  test.each(["", " ", "12345", "1234567", "12345a", "１２３４５６", "123456\u0000", "abcdef"])(
    "does not count anything else as a code: %j",
    (code) => {
      expect(() => readProof({ code })).toThrow(refusal("/code", "format_invalid"));
      expect(() => readProof({ token: code })).toThrow(refusal("/token", "format_invalid"));
    },
  );

  test("rejects an empty password and accepts any other unchanged", () => {
    expect(() => readProof({ password: "" })).toThrow(refusal("/password", "too_short"));
    expect(() => readProof({ signPassword: "" })).toThrow(refusal("/signPassword", "too_short"));
    expect(readProof({ signPassword: " a b " })).toEqual({ kind: "password", password: " a b " });
  });

  test("rejects a code with a password under all their names, and aliases with different values", () => {
    for (const code of ["code", "token"] as const) {
      for (const password of ["password", "signPassword"] as const)
        expect(() => readProof({ [code]: "123456", [password]: "secret" })).toThrow(
          refusal(`/${password}`, "ambiguous"),
        );
    }
    expect(() => readProof({ code: "123456", token: "654321" })).toThrow(refusal("/token", "ambiguous"));
    expect(() => readProof({ password: "a", signPassword: "b" })).toThrow(refusal("/signPassword", "ambiguous"));
    expect(readProof({ code: "123456", token: "123456" })).toEqual({ kind: "code", code: "123456" });
  });

  test("finds no proof in an empty body", () => {
    expect(readProof({})).toEqual({ kind: "none" });
  });
});

const enteredAt = new Date("2026-11-20T12:01:07.123Z");

test("a mailed code is reported as access to the mailbox", () => {
  expect(proofText({ channel: "email", sentTo: "b…@x.example", entered: "to_sign", enteredAt, isInInbox: false })).toBe(
    "mailbox access, code entered 2026-11-20 12:01:07Z",
  );
});

test("a code that was not mailed is never reported as access to a mailbox, and its text fits a certificate in full", () => {
  const text = proofText({ channel: "email", sentTo: "b…@x.example", entered: "to_sign", enteredAt, isInInbox: true });
  expect(text).toBe("code kept by service, not mailed, entered 2026-11-20 12:01:07Z");
  expect(text).not.toContain("mailbox");
  expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
});

test.each([
  ["email", "b…@x.example", false, "mailbox access, code entered at opening 2026-11-20 12:01:07Z"],
  ["email", "b…@x.example", true, "code not mailed, entered at opening 2026-11-20 12:01:07Z"],
  ["sms", "+351…78", false, "text message to +351…78, opening code 2026-11-20 12:01:07Z"],
] as const)("reports that a code opened the document: %s, %s, kept %s", (channel, sentTo, isInInbox, expected) => {
  const text = proofText({ channel, sentTo, entered: "to_open", enteredAt, isInInbox });
  expect(text).toBe(expected);
  expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
});

test.each([
  ["link", false, "mailed link only, no code, clicked 2026-11-20 12:01:07Z", "mailed_link"],
  ["link", true, "unmailed link only, no code, clicked 2026-11-20 12:01:07Z", "unmailed_link"],
  ["account", false, "account log-in only, no code, clicked 2026-11-20 12:01:07Z", "account"],
] as const)("reports signing by the %s alone as exactly that, and reads it back", (by, isInInbox, expected, read) => {
  const text = linkProofText({ by, clickedAt: enteredAt, isInInbox });
  expect(text).toBe(expected);
  expect(text.length).toBeLessThanOrEqual(maxOrganizationalUnit);
  expect(readStatedProof(text)).toEqual({ kind: read, at: "2026-11-20T12:01:07Z", sentTo: null });
});
