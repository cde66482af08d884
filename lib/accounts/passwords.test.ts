import { describe, expect, test } from "vitest";
import { acceptPassword } from "./passwords";

const ana = { email: "ana.smith@example.org", displayName: "Ana Smith-Jones" };
const codeOf = (password: string): string => {
  try {
    acceptPassword("/password", password, ana);
    return "accepted";
  } catch (error) {
    return (error as { violations: { code: string }[] }).violations[0]?.code ?? "";
  }
};

describe("account passwords", () => {
  test.each(["seven purple tractors", "ana-went-to-the-market", "пароль на стене", "a".repeat(118) + "0123456789"])(
    "accepts all of %s",
    (password) => {
      expect(acceptPassword("/password", password, ana)).toBe(password);
    },
  );

  test("stores NFC", () => {
    expect(acceptPassword("/password", "cafe\u0301 au lait noir", ana)).toBe("café au lait noir");
  });

  test.each([
    ["short one", "too_short"],
    ["x".repeat(129), "too_long"],
  ])("%s is %s", (password, code) => {
    expect(codeOf(password)).toBe(code);
  });

  test("are measured in characters, not code units", () => {
    expect(codeOf("😀".repeat(9))).toBe("too_short");
    expect(codeOf("😀🎉🚜🌲🐙🦊🍋🎻🧭🛶")).toBe("accepted");
  });

  test.each(["qwertyuiop", "1234567890", "Password123", "christopher"])("rejects the common %s", (password) => {
    expect(codeOf(password)).toBe("password_common");
  });

  test.each(["paraph2024!", "AnaSmith99!!", "smith-jones-1", "ana.smith@example.org", "example.org-1", "Signature-42"])(
    "rejects %s, made of words of the person or the service",
    (password) => {
      expect(codeOf(password)).toBe("password_common");
    },
  );
});
