import { describe, expect, test } from "vitest";
import { acceptPassword } from "./password-rules";

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
    "%s is accepted whole",
    (password) => {
      expect(acceptPassword("/password", password, ana)).toBe(password);
    },
  );

  test("what is stored is NFC", () => {
    expect(acceptPassword("/password", "cafe\u0301 au lait noir", ana)).toBe("café au lait noir");
  });

  test.each([
    ["short one", "too_short"],
    ["x".repeat(129), "too_long"],
  ])("%s is %s", (password, code) => {
    expect(codeOf(password)).toBe(code);
  });

  test("length counts characters, not code units", () => {
    expect(codeOf("😀".repeat(9))).toBe("too_short");
    expect(codeOf("😀🎉🚜🌲🐙🦊🍋🎻🧭🛶")).toBe("accepted");
  });

  test.each(["qwertyuiop", "1234567890", "Password123", "christopher"])("the common %s is refused", (password) => {
    expect(codeOf(password)).toBe("password_common");
  });

  test.each(["paraph2024!", "AnaSmith99!!", "smith-jones-1", "ana.smith@example.org", "example.org-1", "Signature-42"])(
    "%s, made of words of the person or the service, is refused",
    (password) => {
      expect(codeOf(password)).toBe("password_common");
    },
  );
});
