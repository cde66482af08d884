import { expect, test } from "vitest";
import { codeOf, linksOf, withoutStyleSheet } from "./message-actions";

const origin = "http://localhost:3000";

test("links are found once each, without the dot that ends the sentence; ours have a path", () => {
  const text =
    "Open http://localhost:3000/sign/0b6?x=1#y. Or http://localhost:3000/sign/0b6?x=1#y\nSee (https://example.com/a).";
  expect(linksOf(text, origin)).toEqual([
    { url: "http://localhost:3000/sign/0b6?x=1#y", path: "/sign/0b6?x=1#y" },
    { url: "https://example.com/a", path: null },
  ]);
});

test("an address that only begins like ours leads elsewhere", () => {
  expect(linksOf("http://localhost.example.com/x http://localhost:30001/", origin).map(({ path }) => path)).toEqual([
    null,
    null,
  ]);
});

test("nothing that is no web address becomes a link", () => {
  expect(linksOf("javascript:alert(1) file:///etc/passwd http://", origin)).toEqual([]);
});

test("a code is six digits on their own, never a piece of a link, a date or a longer number", () => {
  expect(codeOf("Your code is 042917.")).toBe("042917");
  expect(codeOf("http://localhost/123456 and 1234567 and 123456-7")).toBeNull();
});

test("a mail is shown without its style sheet, and with all its words", () => {
  expect(
    withoutStyleSheet('<head><style>.paper{color:red}</style></head><body><p style="color:red">Olá</p></body>'),
  ).toBe('<head></head><body><p style="color:red">Olá</p></body>');
});
