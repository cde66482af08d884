import { expect, test } from "vitest";
import { isSameSecret } from "./secret-box";

test("is true for equal texts only, whatever their lengths", () => {
  expect(isSameSecret("ab", "ab")).toBe(true);
  expect(isSameSecret("ab", "ac")).toBe(false);
  expect(isSameSecret("ab", "abc")).toBe(false);
});
