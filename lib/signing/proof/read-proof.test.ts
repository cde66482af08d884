import { describe, expect, test } from "vitest";
import { readProof } from "./read-proof";

const refusal = (pointer: string, code: string) =>
  expect.objectContaining({
    code: "validation_failed",
    violations: [expect.objectContaining({ pointer, code })],
  }) as unknown;

describe("the proof in a body", () => {
  test.each(["123456", " 123 456 ", "123-456"])("six digits are a code, however they are spaced: %j", (code) => {
    expect(readProof({ code })).toEqual({ kind: "code", code: "123456" });
    expect(readProof({ token: code })).toEqual({ kind: "code", code: "123456" });
  });

  test.each(["", " ", "12345", "1234567", "12345a", "１２３４５６", "123456\u0000", "abcdef"])(
    "anything else does not count as a code: %j",
    (code) => {
      expect(() => readProof({ code })).toThrow(refusal("/code", "format_invalid"));
      expect(() => readProof({ token: code })).toThrow(refusal("/token", "format_invalid"));
    },
  );

  test("rejects an empty password and takes any other unchanged", () => {
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

  test("an empty body has no proof", () => {
    expect(readProof({})).toEqual({ kind: "none" });
  });
});
