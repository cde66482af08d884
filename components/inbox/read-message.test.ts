import { expect, test } from "vitest";
import { codeOf, linksOf, withoutStyleSheet } from "./read-message";

const origin = "http://localhost:3000";

test("finds each link once, without a trailing full stop, and gives our own a path", () => {
  const text =
    "Open http://localhost:3000/sign/0b6?x=1#y. Or http://localhost:3000/sign/0b6?x=1#y\nSee (https://example.com/a).";
  expect(linksOf(text, origin)).toEqual([
    { url: "http://localhost:3000/sign/0b6?x=1#y", path: "/sign/0b6?x=1#y" },
    { url: "https://example.com/a", path: null },
  ]);
});

test("treats an address that only begins like ours as external", () => {
  expect(linksOf("http://localhost.example.com/x http://localhost:30001/", origin).map(({ path }) => path)).toEqual([
    null,
    null,
  ]);
});

test("links nothing but web addresses", () => {
  expect(linksOf("javascript:alert(1) file:///etc/passwd http://", origin)).toEqual([]);
});

test("reads six digits as a code, but no part of a link, a date or a longer number", () => {
  expect(codeOf("Your code is 042917.")).toBe("042917");
  expect(codeOf("http://localhost/123456 and 1234567 and 123456-7")).toBeNull();
});

test("shows an e-mail without its style sheet and with all its text", () => {
  expect(
    withoutStyleSheet('<head><style>.paper{color:red}</style></head><body><p style="color:red">Olá</p></body>'),
  ).toBe('<head></head><body><p style="color:red">Olá</p></body>');
});
