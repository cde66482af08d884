import { expect, test } from "vitest";
import { makeSecretBox } from "./secret-box";

const box = makeSecretBox("a secret of at least thirty-two characters");

test("opens a box only for the purpose it was sealed for", () => {
  const sealed = box.seal("sign-link", "0b7a7a5e-0000-4000-8000-000000000001");
  expect(box.open("sign-link", sealed).toString()).toBe("0b7a7a5e-0000-4000-8000-000000000001");
  expect(() => box.open("outbox", sealed)).toThrow();
});

test("does not open with another instance's secret", () => {
  expect(() =>
    makeSecretBox("another secret of thirty-two characters!").open("code", box.seal("code", "123456")),
  ).toThrow();
});

test("detects any flipped bit", () => {
  const sealed = box.seal("code", "123456");
  for (let index = 0; index < sealed.length; index++) {
    const forged = Buffer.from(sealed);
    forged[index] = (forged[index] ?? 0) ^ 1;
    expect(() => box.open("code", forged)).toThrow();
  }
});

test("hides the plain text and seals it differently each time", () => {
  const first = box.seal("outbox", "a secret code 424242");
  expect(first.includes("424242")).toBe(false);
  expect(first.equals(box.seal("outbox", "a secret code 424242"))).toBe(false);
});
