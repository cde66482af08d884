import { expect, test } from "vitest";
import { cleanReason } from "./note-mail";

test("removes addresses and control characters from a reason", () => {
  expect(cleanReason("550 5.1.1 <ana@x.example>:\r\n unknown\u202e")).toBe("550 5.1.1 …: unknown");
});

test("cuts a reason of a megabyte without a space before searching it", () => {
  expect(cleanReason("y".repeat(1_000_000))).toBe("y".repeat(300));
});

test("never leaves the first half of an address at a cut", () => {
  const addresses = "ana@x.example ".repeat(142);
  expect(cleanReason(`${addresses}secret.name@x.example`)).not.toContain("secret");
});
