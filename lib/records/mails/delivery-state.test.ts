import { expect, test } from "vitest";
import { cleanReason } from "./note-mail";

test("removes addresses and control characters from a reason", () => {
  expect(cleanReason("550 5.1.1 <ana@x.example>:\r\n unknown\u202e")).toBe("550 5.1.1 …: unknown");
});

test("cuts a reason of a megabyte without a space before searching it", () => {
  expect(cleanReason("y ".repeat(1_000_000))).toBe("y ".repeat(150));
});

test("never leaves the first half of an address at a cut", () => {
  const addresses = "ana@x.example ".repeat(142);
  expect(cleanReason(`${addresses}secret.name@x.example`)).not.toContain("secret");
});

test.each([
  ["554 blocked http://sign.example/sign/109dd453-d90b-4ba9-804e-21a36270292a", "554 blocked …"],
  ["554 blocked sign.example/sign/109dd453-d90b-4ba9-804e-21a36270292a;", "554 blocked sign.example/sign/…;"],
  ["your code 482913 was refused", "your code … was refused"],
])("a provider's explanation hides a quoted link or code from the requester: %j", (text, shown) => {
  expect(cleanReason(text)).toBe(shown);
});
