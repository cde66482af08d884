import { expect, test } from "vitest";
import { cleanReason } from "./note-mail";

test("a reason loses addresses and control characters", () => {
  expect(cleanReason("550 5.1.1 <ana@x.example>:\r\n unknown\u202e")).toBe("550 5.1.1 …: unknown");
});

test("a reason of a megabyte without a space is cut before it is searched", () => {
  expect(cleanReason("y".repeat(1_000_000))).toBe("y".repeat(300));
});

test("a cut never leaves the first half of an address", () => {
  const addresses = "ana@x.example ".repeat(142);
  expect(cleanReason(`${addresses}secret.name@x.example`)).not.toContain("secret");
});
