import { expect, test } from "vitest";
import { nextPath, startPath } from "./next-path";

test.each(["/documents/7?tab=files#top", "/sign/0c6c8d6e-0000-4000-8000-000000000000", "/"])("keeps %s", (next) => {
  expect(nextPath(next)).toBe(next);
});

test.each([
  undefined,
  "",
  "documents",
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "http:evil.example",
  " //evil.example",
  `/${"x".repeat(3000)}`,
])("leads from %j to the start page", (next) => {
  expect(nextPath(next)).toBe(startPath);
});

test("uses none of several", () => {
  expect(nextPath(["/a", "/b"])).toBe(startPath);
});

test("accepts only paths that a browser resolves to a page of this site", () => {
  for (const next of [
    "/%2f/evil.example",
    "/@evil.example",
    "/;//evil.example",
    "/a//evil.example",
    "/%5cevil.example",
  ]) {
    expect(new URL(nextPath(next), "https://sign.example/login").origin).toBe("https://sign.example");
  }
});
